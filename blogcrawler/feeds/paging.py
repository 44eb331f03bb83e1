"""The further pages of a feed, with older entries."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urljoin

from ..items import Feed
from ..urls import split_url
from .parsing.entry_links import is_proxy

__all__ = ["next_pages"]

#: Blogger gives 25 entries by default and at most this many (500 in the past).
_BLOGGER_MAX_RESULTS = 150


def next_pages(feed: Feed, page_no: int = 1) -> list[str]:
    """The possible URLs of the page after ``page_no`` of a feed; empty if there is none.

    If the feed states a link, it is the only one. WordPress and Blogger page their feeds even if they do not say so.
    Servers that ignore the parameter return the same entries again, so stop at a page without new entries.

    :param feed: the page that was read last.
    """
    generator = (feed.generator or "").lower()
    if feed.next_url and "blogger" in generator and "start-index=" in feed.next_url:
        return [_with_query(feed.next_url, **{"max-results": str(_BLOGGER_MAX_RESULTS)})]
    if feed.next_url:
        return [feed.next_url] if feed.next_url != feed.url else []
    if not feed.entries:
        return []
    address = urljoin(feed.home, "feed/") if is_proxy(feed.url) and feed.home else feed.url
    if "wordpress" in generator:
        return [_with_query(address, paged=str(page_no + 1))]
    if "blogger" in generator:
        start = _number(feed.url, "start-index", 1) + len(feed.entries)
        size = _number(feed.url, "max-results", _BLOGGER_MAX_RESULTS)
        return [_with_query(address, **{"start-index": str(start), "max-results": str(size)})]
    return []


def _with_query(url: str, **values: str) -> str:
    parts = split_url(url)
    if parts is None:
        return url
    query = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key not in values]
    return parts._replace(query=urlencode([*query, *values.items()])).geturl()


def _number(url: str, key: str, default: int) -> int:
    parts = split_url(url)
    value = dict(parse_qsl(parts.query)).get(key, "") if parts else ""
    return int(value) if value.isdecimal() and len(value) < 10 else default
