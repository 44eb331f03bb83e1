"""Feeds whose entries share one page, or whose addresses are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from ..blog import stated_address
from ..items import Feed, FeedEntry

if TYPE_CHECKING:
    from ..blog import Survey

__all__ = ["has_wrong_addresses", "shared_page"]


def shared_page(feed: Feed) -> str | None:
    """The page that all entries of a feed link to, each with its own fragment; ``None`` if they have several."""
    shared: str | None = None
    fragments: set[str] = set()
    for entry in feed.entries:  # a feed may have 200,000; the second one usually has another page
        page, fragment = urldefrag(stated_address(entry))
        if (shared is not None and page != shared) or fragment in fragments:
            return None
        shared = page
        fragments.add(fragment)
    return shared if len(fragments) > 1 else None


def has_wrong_addresses(found: Survey) -> bool:
    """Whether posts of the feed were found at other addresses. Saved from the feed, they would be duplicates."""
    assert found.feed is not None
    return not _titles(one.entry for one in found.training).isdisjoint(_titles(found.feed.entries))


def _titles(entries: Iterable[FeedEntry]) -> set[str]:
    return {" ".join(entry.title.casefold().split()) for entry in entries if entry.title}
