"""The addresses of feed entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urldefrag, urlsplit, urlunsplit

from ..feeds import same_site_variants
from ..items import FeedEntry
from ..urls import adopt, normalize

__all__ = ["entry_addresses", "shared_query", "stated_address", "without_query", "without_texts"]


def entry_addresses(entry: FeedEntry, home: str) -> list[str]:
    """The possible addresses of an entry's post, most trusted first, with the blog's spelling of its host."""
    own = urlsplit(home)
    stated = [entry.url, *entry.alternatives]
    urls = [adopt(made, own) for made in map(normalize, stated) if made]
    urls += [made for url in stated for made in map(normalize, same_site_variants(url, home)) if made]
    return list(dict.fromkeys(urls))


def without_texts(entry: FeedEntry) -> FeedEntry:
    """The entry without its texts, which are on the page."""
    return replace(entry, content_html=None, summary_html=None)


def stated_address(entry: FeedEntry) -> str:
    """The address of an entry; if another of its addresses is the same page with a fragment, that one."""
    page = urldefrag(entry.url).url
    return next((url for url in (entry.url, *entry.alternatives) if url.startswith(f"{page}#")), entry.url)


def shared_query(urls: Sequence[str]) -> str:
    """The query that all of several addresses have, if they also differ without it; empty if there is none."""
    queries = {urlsplit(url).query for url in urls}
    bare = {without_query(url) for url in urls}
    return queries.pop() if len(queries) == 1 and 1 < len(bare) == len(set(urls)) else ""


def without_query(url: str) -> str:
    """An address without its query."""
    return urlunsplit(urlsplit(url)._replace(query=""))
