"""What is new on a watched page, compared with what it has said before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b

from ..items import Post
from ..urls import page_key
from .page_areas import HubLink, PageAreas, PageSection
from .watch_list import WatchEvent

__all__ = ["PageMemory", "PageNews", "followed_post", "keys_of", "link_key", "next_look", "page_news"]

_MAX_SEEN = 5000
_MAX_REMEMBERED = 500_000
"""Characters of sections that are kept, to tell which part of one has changed."""
_MAX_FOLLOWED = 20
_SHORTEST, _LONGEST = timedelta(hours=1), timedelta(days=1)


@dataclass(slots=True)
class PageMemory:
    """What a page has said so far: the keys of texts and links, oldest first, and its sections at the last look."""

    seen: dict[str, str] = field(default_factory=dict)
    sections: list[PageSection] = field(default_factory=list)

    @classmethod
    def from_values(cls, seen: dict[str, str], sections: str) -> PageMemory:
        """The memory that was stored as plain values."""
        return cls(dict(seen), [PageSection(**one) for one in json.loads(sections)])

    def remember(self, keys: Iterable[str], moment: str) -> None:
        """Note that these keys are on the page now."""
        for key in keys:
            self.seen.pop(key, None)
            self.seen[key] = moment
        for key in list(self.seen)[:-_MAX_SEEN]:
            del self.seen[key]

    def stored_sections(self) -> str:
        """The sections, ready to be stored."""
        kept, size = [], 0
        for section in self.sections:
            size += len(section.text)
            if size > _MAX_REMEMBERED:
                break
            kept.append(asdict(section) | {"html": ""})
        return json.dumps(kept, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class PageNews:
    """New and changed sections as events for watches, and new links of hubs, to be followed."""

    events: tuple[WatchEvent, ...] = ()
    links: tuple[HubLink, ...] = ()


def page_news(areas: PageAreas, memory: PageMemory | None, page: str, language: str | None) -> PageNews:
    """What is new on a page. A text that has only moved is not. The first time, without a memory, nothing is."""
    if memory is None:
        return PageNews()
    events: dict[str, WatchEvent] = {}
    present = {_text_key(section) for section in areas.sections}
    replaced = [old for old in memory.sections if _text_key(old) not in present]
    for section in areas.sections:
        key = _text_key(section)
        if key in memory.seen or key in events:
            continue
        if _was_linked(section, memory, page):
            continue
        old = next((one for one in replaced if _is_same(one, section, page)), None)
        before = None if old is None else _section_post(old, page, language)
        events[key] = WatchEvent(_section_post(section, page, language), before, int(old is not None))
    links = [link for link in areas.links if link_key(link.url) not in memory.seen]
    return PageNews(tuple(events.values()), tuple(links[:_MAX_FOLLOWED]))


def keys_of(areas: PageAreas) -> list[str]:
    """The keys of the sections of a page, and of the articles they lead to."""
    return [key for section in areas.sections for key in (_text_key(section), link_key(section.url))]


def link_key(url: str) -> str:
    """The key of a page that a hub leads to."""
    return f"page {page_key(url)}"


def _section_post(section: PageSection, page: str, language: str | None) -> Post:
    """A section as watches see it."""
    return Post(section.url, page, section.title, language=language, content_html=section.html, text=section.text)


def followed_post(link: HubLink, article: PageSection | None, page: str, language: str | None) -> Post:
    """The article that a hub leads to; if it cannot be read, its teaser."""
    if article is None:
        return Post(link.url, page, link.title, language=language, text=link.teaser)
    return Post(
        article.url, page, article.title or link.title, language=language, content_html=article.html, text=article.text
    )


def next_look(now: datetime, pause: float | None, has_news: bool) -> tuple[datetime, float]:
    """When to visit a page again, and the pause in seconds: an hour after news, then longer, up to a day."""
    longer = _SHORTEST if has_news or pause is None else min(2 * timedelta(seconds=pause), _LONGEST)
    return now + longer, longer.total_seconds()


def _is_same(old: PageSection, new: PageSection, page: str) -> bool:
    """Whether a section is another one, changed: it leads to the same article, or has the same heading."""
    if page_key(new.url) != page_key(page):
        return page_key(old.url) == page_key(new.url)
    return old.title == new.title and page_key(old.url) == page_key(page)


def _was_linked(section: PageSection, memory: PageMemory, page: str) -> bool:
    """Whether a hub has led to the article of a section before: areas become hubs, and hubs areas."""
    key = page_key(section.url)
    is_known = link_key(section.url) in memory.seen and key != page_key(page)
    return is_known and all(page_key(one.url) != key for one in memory.sections)


def _text_key(section: PageSection) -> str:
    return "text " + blake2b(f"{section.title}\n{section.text}".encode("utf-8", "replace"), digest_size=12).hexdigest()
