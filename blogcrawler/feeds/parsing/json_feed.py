"""JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org/version/1.1/)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...dates import parse_date, plausible
from ...errors import FeedError
from ...items import Feed, FeedEntry
from .author_names import author_names
from .build_dates import without_stamps
from .entry_links import absolute_link
from .podcasts import PodcastFeed, is_recording
from .post_url import post_address
from .texts import absolute_links, as_html, text_length, title_text

__all__ = ["parse_json_feed"]

Object = Mapping[str, Any]


def parse_json_feed(text: str, url: str) -> Feed:
    """Read a JSON Feed.

    :raises FeedError: if the text is not JSON or not a JSON Feed.
    """
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise FeedError(f"{url} is not a feed: it begins like JSON but is broken ({error})") from error
    if not isinstance(data, dict) or not isinstance(data.get("items"), list):
        raise FeedError(f"{url} is JSON, but not a JSON Feed: it has no list of items")
    if "jsonfeed.org" not in str(data.get("version")) and not _text(data, "home_page_url"):
        raise FeedError(f"{url} is JSON, but not a JSON Feed: it does not state its version")
    home = absolute_link(url, _text(data, "home_page_url"))
    authors = _authors(data)
    items = list(_objects(data, "items"))
    entries = tuple(entry for item in items if (entry := _entry(item, url, home, authors)))
    kind = PodcastFeed if items and all(_has_recording(item) for item in items) else Feed
    return kind(
        url=url,
        title=title_text(_text(data, "title")),
        home=home,
        language=_text(data, "language"),
        generator=_text(data, "generator") or _text(data, "_generator"),
        entries=without_stamps(entries),
        next_url=absolute_link(url, _text(data, "next_url")),
    )


def _entry(item: Object, url: str, home: str | None, authors: tuple[str, ...]) -> FeedEntry | None:
    identifier = _text(item, "id") or ""
    permalink = absolute_link(url, identifier) if identifier.startswith(("http://", "https://")) else None
    links = [absolute_link(url, _text(item, key)) for key in ("url", "external_url")]
    address, alternatives = post_address(links, None, permalink, home)
    if address is None:
        return None
    html = as_html(_text(item, "content_html")) or as_html(_text(item, "content_text"), is_text=True)
    summary = as_html(_text(item, "summary"), is_text=True)
    if html is None:
        html, summary = summary, None
    if html and summary and text_length(summary) >= text_length(html):
        summary = None
    tags = item.get("tags")
    return FeedEntry(
        url=address,
        title=title_text(_text(item, "title")),
        authors=_authors(item) or authors,
        published=plausible(parse_date(_text(item, "date_published"))),
        updated=plausible(parse_date(_text(item, "date_modified"))),
        content_html=absolute_links(html, address) if html else None,
        summary_html=absolute_links(summary, address) if summary else None,
        tags=tuple(dict.fromkeys(tag.strip() for tag in tags if isinstance(tag, str) and tag.strip()))
        if isinstance(tags, list)
        else (),
        alternatives=alternatives,
        enclosures=tuple(
            filter(None, (absolute_link(url, _text(file, "url")) for file in _objects(item, "attachments")))
        ),
    )


def _authors(holder: Object) -> tuple[str, ...]:
    people = [*_objects(holder, "authors"), *_objects(holder, "author")]
    return author_names(_text(person, "name") for person in people)


def _has_recording(item: Object) -> bool:
    return any(is_recording(_text(a, "url") or "", _text(a, "mime_type")) for a in _objects(item, "attachments"))


def _objects(holder: Object, key: str) -> Iterator[Object]:
    value = holder.get(key)
    for element in value if isinstance(value, list) else [value]:
        if isinstance(element, dict):
            yield element


def _text(holder: Object, key: str) -> str | None:
    """The value as text, without lone surrogates. Numbers count as text because some feeds use them as ids."""
    value = holder.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value.encode("utf-8", "ignore").decode().strip() or None if isinstance(value, str) else None
