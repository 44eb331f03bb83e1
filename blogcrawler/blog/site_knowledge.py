"""What the knowledge base knows about the crawled site."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from scrapy.http import Response

from ..dom import Page
from ..extraction import RuleSet, html_to_text
from ..frontier import Scope
from ..items import FeedEntry
from ..knowledge import (
    DETECT,
    Application,
    Document,
    KnowledgeBase,
    Learned,
    Level,
    NavigationLink,
    adapt_level,
    adapt_new,
    adapt_recrawl,
    document,
    finds_whole_article,
    known_applications,
    navigate,
    with_actions,
    with_learned,
)

__all__ = ["SiteKnowledge", "response_document"]

_MAX_HEADERS, _MAX_PAGES = 100, 6


def _values(entry: FeedEntry | None) -> dict[str, str]:
    """The values of a feed entry, or of a stored post, that should be on its page."""
    if entry is None:
        return {}
    values = {"title": entry.title or "", "author": entry.authors[0] if entry.authors else ""}
    if entry.published:
        values["published"] = entry.published.date().isoformat()
    if entry.content_html:
        values["content"] = html_to_text(entry.content_html)
    return {name: value for name, value in values.items() if value}


def response_document(response: Response, page: Page) -> Document:
    """The virtual document of a response."""
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in list(response.headers.items())[:_MAX_HEADERS]
        for value in values
    ]
    return document(page, headers, response.status)


class SiteKnowledge:
    """The type of the site's software and what follows from it. Unknown software tells nothing.

    ``learned`` is what was learned on this site; :meth:`remember` adds what was learned on other sites of the type.
    """

    def __init__(self, application: Application | None = None, learned: Iterable[Learned] = ()) -> None:
        self.learned = list(learned)
        self.base = known_applications()
        self.application = application
        if application is not None and self.learned:
            self._use(self.learned)

    def _use(self, learned: Iterable[Learned]) -> None:
        assert self.application is not None
        self.application = with_learned(self.application, learned)
        self.base = KnowledgeBase(self.base.applications | {self.application.name: self.application})

    def remember(self, learned: Callable[[str], Iterable[Mapping[str, Any]]], home: str) -> None:
        """Use what earlier crawls have learned about this type, on this site or another.

        How to recognise a level is used only on the site it was learned on: on another, all pages may match.
        """
        if self.application is None:
            return
        known = [Learned.from_record(record) for record in learned(self.application.name)]
        host = urlsplit(home).netloc
        self.learned = [one for one in known if urlsplit(one.origin).netloc == host]
        used = [one for one in known if one.type != DETECT or one in self.learned]
        if used:
            self._use(used)

    def with_actions(self, rules: RuleSet) -> RuleSet:
        """The rules of a blog, followed by those for its software."""
        return with_actions(rules, self.application.level("post") if self.application else None)

    def adapt(self, home: Page, training: Sequence[tuple[FeedEntry | None, Page]], origin: str) -> None:
        """Repair the actions that fail on pages of posts; the feed says what they should find."""
        level = self.application.level("post") if self.application else None
        if self.application is None or level is None:
            return
        pages = [page for _, page in training]
        found = self._aligned(training, origin)
        # A feed may have only the beginning of an article, and the page may show that separately.
        self.learn([one for one in found if one.type != "content" or finds_whole_article(one.path, pages[:3])])
        level = self.application.level("post") or level
        siblings = [one for one in self.base.applications.values() if one.category == self.application.category]
        self.learn(adapt_new(self.application, level, pages[:_MAX_PAGES], origin, siblings))
        if not any(self.base.level(self.application, document(page)) for page in pages):
            level = self.application.level("post") or level
            pattern = adapt_level(self.application, level, pages, [home], origin)
            self.learn([pattern] if pattern else [])

    def realign(self, known: Sequence[tuple[FeedEntry | None, Page]], origin: str) -> None:
        """Repair the actions for posts: they should find what an earlier crawl has stored."""
        self.learn(self._aligned(known, origin))

    def _aligned(self, known: Sequence[tuple[FeedEntry | None, Page]], origin: str) -> list[Learned]:
        level = self.application.level("post") if self.application else None
        if self.application is None or level is None:
            return []
        return adapt_recrawl(self.application, level, [(page, _values(entry)) for entry, page in known], origin)

    def learn(self, found: Sequence[Learned]) -> None:
        """Use from now on what was learned on this site."""
        if found:
            self.learned += found
            self._use(found)

    @classmethod
    def recognise(cls, response: Response, page: Page) -> SiteKnowledge:
        """Recognise the software by a page of the site."""
        found = known_applications().detect(response_document(response, page))
        return cls(found.application if found else None)

    @classmethod
    def from_record(cls, record: Mapping[str, Any] | None) -> SiteKnowledge:
        """Read what :meth:`record` returned."""
        known = record or {}
        learned = [Learned.from_record(one) for one in known.get("learned", ())]
        return cls(known_applications().applications.get(str(known.get("application"))), learned)

    def record(self) -> dict[str, Any] | None:
        """The type as plain JSON values."""
        if self.application is None:
            return None
        return {"application": self.application.name, "learned": [one.record() for one in self.learned]}

    @property
    def has_threads(self) -> bool:
        """Whether the site is a forum: its content are threads, and the actions lead to all of them."""
        return self.application is not None and self.application.category in ("forum", "qa")

    def level(self, response: Response, page: Page) -> Level | None:
        """The level of a page."""
        if self.application is None:
            return None
        return self.base.level(self.application, response_document(response, page))

    def is_list(self, page: Page) -> bool:
        """Whether a page is known to be a list of posts or another page that only links to others."""
        level = self.base.level(self.application, document(page)) if self.application else None
        return level is not None and not level.terminal

    def navigation_links(self, level: Level | None, page: Page, scope: Scope) -> list[NavigationLink]:
        """The links within the site that the actions of a level find, most important first."""
        if self.application is None or level is None:
            return []
        links = navigate(self.base, self.application, level, page)
        return [link for link in links if scope.contains(scope.adopt(link.url))]

    def is_redundant(self, url: str) -> bool:
        """Whether an address is redundant if the list of posts on the home page is complete."""
        return self.application is not None and self.base.is_redundant(self.application, url)

    def avoids(self, url: str) -> bool:
        """Whether an address must never be followed."""
        return self.application is not None and self.base.avoids(self.application, url) is not None
