"""Loads pages and feeds from files or the web, for commands that need no crawl."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from w3lib.encoding import html_to_unicode

from ...dom import Page, parse_page
from ...errors import NotFetched, UsageError
from ...feeds import parse_feed
from ...http import FetchedDocument, GuardedFetcher
from ...items import Feed
from ...urls import resolve

__all__ = ["FETCHER", "Fetch", "fetch_linked", "is_web_address", "load_feed", "load_page", "read_source"]

#: Fetches an address.
Fetch = Callable[[str], FetchedDocument]

#: One for the process: it remembers which private addresses the user named.
FETCHER = GuardedFetcher()


def is_web_address(source: str) -> bool:
    """Whether a page is given by its address, not as a file."""
    return source.startswith(("http://", "https://"))


def fetch_linked(url: str) -> FetchedDocument:
    """Fetch an address that a page or a feed names. It may not lead into a private network."""
    return FETCHER.fetch(url)


def _fetch_named(url: str) -> FetchedDocument:
    return FETCHER.fetch(url, named=True)


def read_source(source: str, fetch: Fetch = _fetch_named) -> tuple[bytes, str, str | None]:
    """The bytes of a file or an address, its URL, and the content type that the server sent."""
    if is_web_address(source):
        got = fetch(source)
        if not 200 <= got.status < 300:
            raise NotFetched(f"{source} could not be fetched: HTTP status {got.status}")
        return got.body, got.url, got.content_type
    file = Path(source)
    try:
        return file.read_bytes(), file.absolute().as_uri(), None
    except OSError as error:
        raise UsageError(f"{source} is neither an address nor a readable file: {error.strerror}") from None


def load_page(source: str, fetch: Fetch = _fetch_named) -> Page:
    """The page in a file or at an address. The URL of a saved page is its canonical link, if it has one."""
    body, url, kind = read_source(source, fetch)
    page = parse_page(html_to_unicode(kind, body)[1], url)
    if url.startswith("file:"):
        for link in page.tree.iterfind("./head/link[@rel='canonical']"):
            stated = resolve(page.base, link.get("href") or "")
            if stated:
                return Page(stated, page.tree, stated)
    return page


def load_feed(source: str, fetch: Fetch = _fetch_named) -> Feed:
    """The feed in a file or at an address."""
    body, url, kind = read_source(source, fetch)
    return parse_feed(body, url, kind)
