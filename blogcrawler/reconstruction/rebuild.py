"""Finds the template of a time, and puts the posts of that time into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring, tostring
from scrapy.http import TextResponse

from ..archive import PageCapture, PageLookup
from ..blog import blog_folder
from ..http import is_html, page_text, replayed
from ..items import Blog
from ..store import PastView, Store
from ..urls import address_key
from .list_page import fill_lists
from .post_page import fill_post

__all__ = ["RebuiltPage", "rebuild_page"]

#: Posts whose pages are looked up as templates for another post.
_MAX_CANDIDATES = 60
#: Templates to try if the best do not show what the records say.
_MAX_TRIES = 5
#: Captures of one crawl have the same template.
_SAME_TIME = timedelta(days=1)
#: A record is saved after its page was captured.
_PROCESSING = timedelta(minutes=1)
#: Characters of the longest page to use as a template: longer ones take too long to search.
_MAX_LENGTH = 1_500_000
#: Posts that a list may show.
_MAX_LISTED = 500


@dataclass(frozen=True, slots=True)
class RebuiltPage:
    """A page that was never captured: its HTML, its address, and the capture whose template it has."""

    html: str
    url: str
    template: PageCapture


def rebuild_page(store: Store, home: Path, url: str, moment: datetime) -> RebuiltPage | None:
    """The page at an address as it would have been captured at a moment; ``None`` if there is no template for it.

    The page of a post shows the record of that moment in the template that was captured closest in time, of the same
    post if possible. Another page, such as the home page, shows the lists of posts of that moment.
    """
    post = store.post(url)
    blog = store.blog(post.blog) if post else store.blog(url) or store.blog_of(url)
    if blog is None:
        return None
    with ExitStack() as stack:
        lookup = stack.enter_context(PageLookup(blog_folder(home, blog) / "warc"))
        if post is not None:
            return _post_page(store, lookup, blog, post.url, moment)
        return _list_page(store, lookup, blog, url, moment)


def _post_page(store: Store, lookup: PageLookup, blog: Blog, url: str, moment: datetime) -> RebuiltPage | None:
    wanted = store.as_of(moment).post(url)
    if wanted is None:
        return None
    found = [*lookup.captures(url)]
    found += [one for post in _neighbours(store.as_of(moment), blog, url) for one in lookup.captures(post)]
    for capture in islice(_closest(found, moment, url), _MAX_TRIES):
        shown = store.as_of(_moment(capture) + _PROCESSING).post(capture.url)
        tree = _tree(lookup, capture)
        if shown is not None and tree is not None and fill_post(tree, shown, wanted):
            return RebuiltPage(_html(tree), wanted.url, capture)
    return None


def _list_page(store: Store, lookup: PageLookup, blog: Blog, url: str, moment: datetime) -> RebuiltPage | None:
    wanted = list(islice(store.as_of(moment).posts(blog.url), _MAX_LISTED))
    for capture in islice(_closest(lookup.captures(url), moment), _MAX_TRIES):
        tree = _tree(lookup, capture)
        shown = store.as_of(_moment(capture) + _PROCESSING).posts(blog.url)
        by_key = {address_key(post.url): post for post in islice(shown, _MAX_LISTED)}
        if tree is not None and wanted and fill_lists(tree, capture.url, by_key, wanted):
            return RebuiltPage(_html(tree), capture.url, capture)
    return None


def _neighbours(view: PastView, blog: Blog, url: str) -> Iterator[str]:
    """Other posts of the blog."""
    yield from (post.url for post in islice(view.posts(blog.url), _MAX_CANDIDATES) if post.url != url)


def _closest(captures: list[PageCapture], moment: datetime, own: str = "") -> list[PageCapture]:
    """The captures of pages, the closest in time first; among those of about the same time, those of ``own`` first."""

    def distance(capture: PageCapture) -> tuple[timedelta, bool]:
        apart, is_own = abs(_moment(capture) - moment), bool(own) and address_key(capture.url) == address_key(own)
        return max(apart - _SAME_TIME, timedelta()) if is_own else apart, not is_own

    return sorted((one for one in captures if one.status.startswith("2")), key=distance)


def _tree(lookup: PageLookup, capture: PageCapture) -> HtmlElement | None:
    archived = lookup.read(capture)
    response = replayed(archived) if archived is not None else None
    if not isinstance(response, TextResponse) or not is_html(response):
        return None
    html = page_text(response)
    if len(html) > _MAX_LENGTH:
        return None
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, ValueError):
        return None


def _html(tree: HtmlElement) -> str:
    return str(tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def _moment(capture: PageCapture) -> datetime:
    try:
        return datetime.strptime(capture.timestamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
