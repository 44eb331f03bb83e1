"""Feeds whose entries share one page, or whose addresses are wrong or say where readers come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from scrapy.http import TextResponse

from ..blog import shared_query, stated_address, without_query
from ..dom import find, node_text
from ..http import is_html, peek_page
from ..items import Feed, FeedEntry
from ..urls import resolve

if TYPE_CHECKING:
    from ..blog import Survey
    from ..dom import Page
    from .visits import SurveyDownloads

__all__ = ["find_feed_query", "has_wrong_addresses", "shared_page"]

#: The number of posts to compare with the page at the address without the query.
_MAX_COMPARED = 2


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


async def find_feed_query(found: Survey, visit: SurveyDownloads) -> str:
    """The query of all links of the feed, if pages are the same without it and the blog's own links lack it."""
    pages = [one.page for one in found.training]
    query = shared_query([page.url for page in pages])
    if not query or _has_link(found.home_page, "//a", query):
        return ""
    if any(_has_link(page, "/html/head/link[@rel='canonical']", query) for page in pages):
        return ""
    for page in pages[:_MAX_COMPARED]:
        bare = await visit(without_query(page.url))
        if not isinstance(bare, TextResponse) or bare.status >= 400 or not is_html(bare):
            return ""
        if urlsplit(bare.url).query or node_text(peek_page(bare).tree) != node_text(page.tree):
            return ""
    return query


def _has_link(page: Page, selector: str, query: str) -> bool:
    links = (resolve(page.base, node.get("href") or "") for node in find(page.tree, selector))
    return any(urlsplit(url).query == query for url in links if url)


def _titles(entries: Iterable[FeedEntry]) -> set[str]:
    return {" ".join(entry.title.casefold().split()) for entry in entries if entry.title}
