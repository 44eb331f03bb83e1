"""Loads pages and feeds from files or the web, for commands that need no crawl."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from w3lib.encoding import html_to_unicode

from ...dom import Page, parse_page
from ...errors import BlogCrawlerError, UsageError
from ...feeds import parse_feed
from ...items import Feed
from ...urls import resolve
from ...version import __version__

__all__ = ["Open", "is_web_address", "load_feed", "load_page", "read_source"]

#: Opens a request with a timeout in seconds, as ``urlopen`` does.
Open = Callable[[Request, float], Any]

_MAX_BYTES = 20_000_000
_TIMEOUT = 60  # seconds


def is_web_address(source: str) -> bool:
    """Whether a page is given by its address, not as a file."""
    return source.startswith(("http://", "https://"))


def _urlopen(request: Request, timeout: float) -> Any:
    return urlopen(request, timeout=timeout)  # noqa: S310 - the scheme is checked


def read_source(source: str, open_url: Open = _urlopen) -> tuple[bytes, str, str | None]:
    """The bytes of a file or an address, its URL, and the content type that the server sent."""
    if is_web_address(source):
        try:
            request = Request(source, headers={"User-Agent": f"blogcrawler/{__version__}"})  # noqa: S310
            with open_url(request, _TIMEOUT) as answer:
                return answer.read(_MAX_BYTES), answer.geturl(), answer.headers.get("Content-Type")
        except (OSError, HTTPException, ValueError) as error:
            raise BlogCrawlerError(f"{source} could not be fetched: {error}") from None
    file = Path(source)
    try:
        return file.read_bytes(), file.absolute().as_uri(), None
    except OSError as error:
        raise UsageError(f"{source} is neither an address nor a readable file: {error.strerror}") from None


def load_page(source: str, open_url: Open = _urlopen) -> Page:
    """The page in a file or at an address. The URL of a saved page is its canonical link, if it has one."""
    body, url, kind = read_source(source, open_url)
    page = parse_page(html_to_unicode(kind, body)[1], url)
    if url.startswith("file:"):
        for link in page.tree.iterfind("./head/link[@rel='canonical']"):
            stated = resolve(page.base, link.get("href") or "")
            if stated:
                return Page(stated, page.tree, stated)
    return page


def load_feed(source: str, open_url: Open = _urlopen) -> Feed:
    """The feed in a file or at an address."""
    body, url, kind = read_source(source, open_url)
    return parse_feed(body, url, kind)
