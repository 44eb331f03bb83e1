"""Turning feedparser's entries of RSS, RDF and Atom feeds into :class:`~blogcrawler.items.FeedEntry`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from time import struct_time
from typing import Any

from ...dates import parse_date, plausible
from ...items import FeedEntry
from .author_names import author_names
from .entry_links import absolute_link
from .podcasts import is_recording
from .post_url import post_address
from .texts import absolute_links, as_html, plain, text_length, title_text

__all__ = ["FeedContext", "Raw", "entry_text", "has_recording", "links_of", "read_entry", "written_authors"]

Raw = Mapping[str, Any]

_HTML_TYPES = ("text/html", "application/xhtml+xml", "html", "xhtml")
# Categories that platforms add for their own bookkeeping; not the author's tags.
_NOISE_SCHEMES = re.compile(r"schemas\.google\.com/\w+/\d+#kind|#kind$|itunes\.com|feedburner", re.I)
_HAS_ZONE = re.compile(r"[+-]\d\d:?\d\d\s*$|\b(?:[zZ]|[A-Z]{2,4}T|UTC)\s*$")


@dataclass(frozen=True, slots=True)
class FeedContext:
    """What an entry inherits from its feed. Relative links are resolved against ``base``."""

    base: str
    home: str | None
    language: str | None
    authors: tuple[str, ...]
    is_atom: bool


def read_entry(raw: Raw, context: FeedContext) -> FeedEntry | None:
    """Read an entry. None if it has no link of any kind."""
    url, alternatives = _addresses(raw, context)
    if url is None:
        return None
    content, summary = _contents(raw, context, url)
    published, updated = _dates(raw, context)
    return FeedEntry(
        url=url,
        title=title_text(entry_text(raw, "title")),
        authors=written_authors(raw) or written_authors(_mapping(raw, "source")) or context.authors,
        published=published,
        updated=updated,
        content_html=content,
        summary_html=summary,
        tags=_tags(raw),
        alternatives=alternatives,
        comments_feed=_comments_feed(raw, context),
        comments_expected=_comments_expected(raw),
        enclosures=tuple(
            filter(None, (absolute_link(context.base, file["href"]) for file in links_of(raw, "enclosure")))
        ),
    )


def entry_text(raw: Raw, key: str) -> str | None:
    """The value if it is text. feedparser returns dictionaries for elements with attributes."""
    value = dict.get(raw, key) if isinstance(raw, dict) else raw.get(key)
    return value.strip() or None if isinstance(value, str) else None


def links_of(raw: Raw, *relations: str) -> Iterator[Raw]:
    """The links of an entry or feed that have one of the relations and an ``href``."""
    links = raw.get("links")
    for link in links if isinstance(links, list) else ():
        relation = str(link.get("rel") or "").strip().rpartition("/")[2].lower()
        if relation in relations and isinstance(link.get("href"), str):
            yield link


def written_authors(raw: Raw) -> tuple[str, ...]:
    """The authors that the entry or feed itself names."""
    people = raw.get("authors")
    named = (
        [entry_text(person, "name") for person in people if isinstance(person, dict)]
        if isinstance(people, list)
        else []
    )
    return author_names(named) or author_names([entry_text(raw, "author")])


def has_recording(raw: Raw) -> bool:
    """Whether the entry has an audio or video attachment."""
    return any(is_recording(link["href"], entry_text(link, "type")) for link in links_of(raw, "enclosure"))


def _mapping(raw: Raw, key: str) -> Raw:
    value = raw.get(key)
    return value if isinstance(value, dict) else {}


def _addresses(raw: Raw, context: FeedContext) -> tuple[str | None, tuple[str, ...]]:
    alternates = list(links_of(raw, "alternate"))
    alternates.sort(key=lambda link: str(link.get("type") or "text/html").lower() not in _HTML_TYPES)
    links = [absolute_link(context.base, link["href"]) for link in alternates]
    identifier = entry_text(raw, "id")
    is_address = bool(identifier) and re.match(r"https?://", identifier or "", re.I)
    permalink = absolute_link(context.base, identifier) if is_address else None
    original = entry_text(raw, "feedburner_origlink") or entry_text(raw, "pheedo_origlink")
    address = post_address(links, absolute_link(context.base, original), permalink, context.home)
    if address[0]:
        return address
    # No link: try feedparser's own guess (a relative permalink), then any other link of the entry.
    guess = entry_text(raw, "link")
    others = [link["href"] for link in links_of(raw, "self", "related", "via", "enclosure")]
    return post_address(absolute_link(context.base, link) for link in (guess, *others))


def _contents(raw: Raw, context: FeedContext, url: str) -> tuple[str | None, str | None]:
    values = raw.get("content")
    details = [*(values if isinstance(values, list) else ()), _mapping(raw, "summary_detail")]
    found: dict[str, str] = {}
    for detail in details:
        declared_text = context.is_atom and entry_text(detail, "type") == "text/plain"
        base = absolute_link(context.base, entry_text(detail, "base")) or url
        html = as_html(entry_text(detail, "value"), declared_text)
        if html:
            found.setdefault(" ".join(html.split()), absolute_links(html, base))
    if not found:
        html = as_html(entry_text(raw, "summary"))
        return (absolute_links(html, url) if html else None), None
    ranked = sorted(found.values(), key=lambda html: (text_length(html), len(html)), reverse=True)
    teasers = [html for html in ranked[1:] if 0 < text_length(html) < text_length(ranked[0])]
    return ranked[0], teasers[0] if teasers else None


def _dates(raw: Raw, context: FeedContext) -> tuple[datetime | None, datetime | None]:
    published = _date(raw, "published", context) or _date(raw, "created", context)
    updated = _date(raw, "updated", context)
    if published is None:
        # RSS 1.0 (dc:date) and Atom feeds with only the mandatory <updated>: this is their only date.
        return updated, (updated if context.is_atom else None)
    if updated and not context.is_atom and _utc(updated) <= _utc(published):
        updated = None  # dc:date next to pubDate is not an update
    return published, updated


def _date(raw: Raw, key: str, context: FeedContext) -> datetime | None:
    text = entry_text(raw, key)
    if text is None:
        return None
    date = parse_date(text, context.language)
    parsed = dict.get(raw, f"{key}_parsed") if isinstance(raw, dict) else None
    if date is None and isinstance(parsed, struct_time):
        try:
            date = datetime(*parsed[:6], tzinfo=UTC if _HAS_ZONE.search(text) else None)
        except ValueError:
            return None
    return plausible(date)


def _utc(date: datetime) -> datetime:
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _tags(raw: Raw) -> tuple[str, ...]:
    tags = raw.get("tags")
    names: dict[str, str] = {}
    for tag in tags if isinstance(tags, list) else ():
        if _NOISE_SCHEMES.search(entry_text(tag, "scheme") or ""):
            continue
        name = plain(entry_text(tag, "label") or entry_text(tag, "term") or "")
        if name and not re.match(r"https?://", name):
            names.setdefault(name.casefold(), name)
    return tuple(names.values())


def _comments_feed(raw: Raw, context: FeedContext) -> str | None:
    replies = [link["href"] for link in links_of(raw, "replies") if re.search("atom|rss|xml", str(link.get("type")))]
    return absolute_link(context.base, entry_text(raw, "wfw_commentrss") or (replies[0] if replies else None))


def _comments_expected(raw: Raw) -> int | None:
    counts = [link.get("thr:count") or link.get("count") for link in links_of(raw, "replies")]
    for count in (entry_text(raw, "slash_comments"), entry_text(raw, "thr_total"), *counts):
        if isinstance(count, str) and re.fullmatch(r"\d{1,7}", count.strip(), re.A):
            return int(count)
    return None
