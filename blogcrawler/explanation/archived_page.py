"""Find the archived page that an explanation is about."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from scrapy.http import TextResponse

from ..archive import ArchivedResponse, PageLookup
from ..blog import KnownBlog, blog_folder, response_document
from ..errors import FeedError, StoreError
from ..feeds import parse_feed
from ..http import is_html, modified_date, replayed, to_page
from ..items import Blog, FeedEntry, Post
from ..store import Store
from ..urls import blog_address, page_key, url_variants
from .explain_page import CapturedPage, explain_page
from .model import Explanation

__all__ = ["explain_archived"]


def explain_archived(store: Store, home: Path, address: str) -> Explanation:
    """Explain a page of a crawled blog by its latest capture in the blog's web archive.

    The address may be any that the page is known under. Raises :exc:`~blogcrawler.errors.StoreError` if no crawled
    blog has the page, or if it was never captured.
    """
    url = blog_address(address)
    saved = store.post(url)
    blog = store.blog_of(url) or (store.blog(saved.blog) if saved is not None else None)
    if blog is None:
        raise StoreError(f"{url} belongs to no crawled blog; list all blogs: blogcrawler blogs")
    known = KnownBlog.from_record(blog)
    if known is None:
        raise StoreError(f"nothing was learned about {blog.url}, because its crawl ended too early; crawl it again")
    with PageLookup(blog_folder(home, blog) / "warc") as archive:
        captured = _capture(archive, url, saved)
        if captured is None and saved is not None:
            raise StoreError(f"the web archive of {blog.url} has no page {url}; its record was made from the feed")
        if captured is None:
            raise StoreError(f"the web archive of {blog.url} has no page {url}; the crawl did not download it")
        response = replayed(captured)
        if not isinstance(response, TextResponse) or not is_html(response):
            raise StoreError(f"{captured.url} is not a page but {_kind(captured)}")
        page = to_page(response)
        saved = saved or store.post(page.url) or store.post(known.address_of(page, page.url))
        found = CapturedPage(
            page,
            response_document(response, page),
            _date(captured),
            _feed_entry(archive, blog, {page_key(url), page_key(page.url)}),
            saved,
            modified_date(response),
        )
    return explain_page(known, url, found)


def _capture(archive: PageLookup, url: str, saved: Post | None) -> ArchivedResponse | None:
    """The capture that the record was made from, else the latest."""
    if saved is not None and saved.warc is not None:
        captured = archive.at(saved.warc)
        if captured is not None:
            return captured
    known = [url, *([saved.url] if saved is not None else [])]
    return archive.find([*known, *(variant for one in known for variant in url_variants(one))])


def _feed_entry(archive: PageLookup, blog: Blog, keys: set[str]) -> FeedEntry | None:
    """The page's entry in the latest capture of the blog's feed."""
    captured = archive.find([blog.feed]) if blog.feed else None
    response = replayed(captured) if captured is not None else None
    if response is None:
        return None
    try:
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        feed = parse_feed(response.body, response.url, kind or None)
    except FeedError:
        return None
    return next((entry for entry in feed.entries if page_key(entry.url) in keys), None)


def _kind(captured: ArchivedResponse) -> str:
    stated = next((value for name, value in captured.headers if name.lower() == "content-type"), "")
    return f"{stated.partition(';')[0].strip() or 'a document of unknown type'} (status {captured.status})"


def _date(captured: ArchivedResponse) -> datetime:
    try:
        return datetime.fromisoformat(captured.date)
    except ValueError:
        return datetime.now(UTC)
