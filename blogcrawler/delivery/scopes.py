"""Where a watch looks, from what a user has given."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import UsageError
from ..items import WatchedDocument
from ..store import WATCHED_PAGES, Store
from ..urls import has_scheme, page_key
from ..watch import WatchScope

__all__ = ["watch_scope", "watched_page"]


def watch_scope(
    store: Store, blogs: Iterable[str], tags: Iterable[str], languages: Iterable[str], place: str
) -> WatchScope:
    """The scope; ``UsageError`` if a blog is not known or ``place`` is not ``all``, ``posts`` or ``comments``."""
    if place not in ("all", "posts", "comments"):
        raise UsageError(f"{place} is not one of all, posts, comments")
    addresses = []
    for address in blogs:
        found = watched_page(store, address) or store.blog(address)
        if found is None:
            raise UsageError(f"no blog {address} is known; see: blogcrawler blogs")
        addresses.append(found.url)
    return WatchScope(tuple(addresses), tuple(tags), tuple(languages), place != "comments", place != "posts")


def watched_page(store: Store, address: str) -> WatchedDocument | None:
    """The watched page at an address."""
    key = page_key(address if has_scheme(address) else f"https://{address}")
    return next((page for page in store.schedule.sources(WATCHED_PAGES) if page_key(page.url) == key), None)
