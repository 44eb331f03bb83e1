"""Feeds whose entries have no page of their own, or are not where the feed says."""

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
    """The page that all entries of a feed lead to, each to another place on it; ``None`` if they have their own."""
    places = {urldefrag(stated_address(entry)) for entry in feed.entries}
    pages = {url for url, _ in places}
    return pages.pop() if len(pages) == 1 and len(places) == len(feed.entries) > 1 else None


def has_wrong_addresses(found: Survey) -> bool:
    """Whether the posts that a feed lists are there, but not where it says: then its copies would be there twice."""
    assert found.feed is not None
    return not _titles(one.entry for one in found.training).isdisjoint(_titles(found.feed.entries))


def _titles(entries: Iterable[FeedEntry]) -> set[str]:
    return {" ".join(entry.title.casefold().split()) for entry in entries if entry.title}
