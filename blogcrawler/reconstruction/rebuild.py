"""Finds the template of a time, and puts the posts of that time into it."""

from __future__ import annotations

from collections.abc import Callable
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
from ..items import Blog, Post
from ..store import Store
from ..urls import address_key
from .list_page import fill_lists
from .post_page import fill_post
from .surroundings import Surroundings

__all__ = ["RebuiltPage", "rebuild_page"]

#: Posts whose pages are looked up as templates for another post.
_MAX_CANDIDATES = 60
#: Captures whose records are compared with the one that is wanted.
_MAX_COMPARED = 40
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
    view = store.as_of(moment)
    wanted = view.post(url)
    if wanted is None:
        return None
    around = Surroundings.of(list(islice(view.posts(blog.url), _MAX_LISTED)), url)
    found = [*lookup.captures(url)]
    others = [post.url for post in around.posts if address_key(post.url) != address_key(url)]
    found += [one for other in _near(others, around, wanted) for one in lookup.captures(other)]
    closest = _closest(found, moment, url)[:_MAX_COMPARED]
    records = {capture: _shown_by(store, capture) for capture in closest}
    of_moment: dict[str, Surroundings] = {}

    def surroundings(capture: PageCapture) -> Surroundings:
        day = capture.timestamp[:10]
        if day not in of_moment:
            then = store.as_of(_moment(capture) + _PROCESSING) if abs(_moment(capture) - moment) > _PROCESSING else view
            of_moment[day] = Surroundings(list(islice(then.posts(blog.url), _MAX_LISTED)), None, None)
        return Surroundings.of(of_moment[day].posts, capture.url)

    def unlike(capture: PageCapture) -> int:
        """How many parts of the wanted page another page lacks, or has in addition; comments count most."""
        shown, beside = records[capture], surroundings(capture)
        if shown is None:
            return 9
        parts = [
            (3, shown.comments, wanted.comments),
            (1, shown.comments[1:], wanted.comments[1:]),
            (1, beside.newer, around.newer),
            (1, beside.older, around.older),
            (1, shown.tags, wanted.tags),
        ]
        return sum(weight for weight, one, other in parts if bool(one) != bool(other))

    best = _by_time(closest, moment, unlike, url)
    for capture in islice(best, _MAX_TRIES):
        shown, tree = records[capture], _tree(lookup, capture)
        if shown is None or tree is None:
            continue
        if fill_post(tree, shown, wanted, surroundings(capture), around):
            return RebuiltPage(_html(tree), wanted.url, capture)
    return None


def _near(urls: list[str], around: Surroundings, wanted: Post) -> list[str]:
    """Posts whose pages may be templates for another post: those with or without comments as it has first."""
    with_comments = {post.url for post in around.posts if post.comments}
    return sorted(urls, key=lambda url: (url in with_comments) != bool(wanted.comments))[:_MAX_CANDIDATES]


def _by_time(
    captures: list[PageCapture], moment: datetime, unlike: Callable[[PageCapture], int], own: str
) -> list[PageCapture]:
    """Captures of about the same time as the closest one that are most alike first, then the others.

    A capture of the page itself comes before all others of its time.
    """
    if not captures:
        return []
    least = min(abs(_moment(one) - moment) for one in captures)
    near = [one for one in captures if abs(_moment(one) - moment) <= least + _SAME_TIME]
    near.sort(key=lambda one: (address_key(one.url) != address_key(own), unlike(one)))
    return near + [one for one in captures if one not in near]


def _list_page(store: Store, lookup: PageLookup, blog: Blog, url: str, moment: datetime) -> RebuiltPage | None:
    wanted = list(islice(store.as_of(moment).posts(blog.url), _MAX_LISTED))
    for capture in islice(_closest(lookup.captures(url), moment), _MAX_TRIES):
        tree = _tree(lookup, capture)
        shown = store.as_of(_moment(capture) + _PROCESSING).posts(blog.url)
        by_key = {address_key(post.url): post for post in islice(shown, _MAX_LISTED)}
        if tree is not None and wanted and fill_lists(tree, capture.url, by_key, wanted):
            return RebuiltPage(_html(tree), capture.url, capture)
    return None


def _shown_by(store: Store, capture: PageCapture) -> Post | None:
    """The record that was made from a capture, or else the one that was current at its time."""
    for version in store.post_states.history(capture.url):
        warc = version.record.warc
        if warc and (Path(warc["file"]).name, warc["offset"]) == (Path(capture.file).name, capture.offset):
            return version.record
    return store.as_of(_moment(capture) + _PROCESSING).post(capture.url)


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
