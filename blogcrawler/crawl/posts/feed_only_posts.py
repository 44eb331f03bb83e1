"""Posts whose pages are unavailable, saved as the feed has them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from ...blog import stated_address
from ...dates import DateCandidate, DateOrigin, best_date, is_earlier, url_date
from ...dom import parse_page
from ...extraction import Article, ArticleRule, Cleaner
from ...faults import optional_step
from ...feeds import blog_title
from ...items import Blog, Feed, FeedEntry, Post, Provenance
from ...urls import adopt, normalize, other_pages
from ..crawl_tools import CrawlTools

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["FeedOnlyPosts", "feed_only_blog", "post_from_feed"]

_CLEANER = Cleaner(ArticleRule("", 0.0))


def feed_only_blog(feed: Feed, home: str) -> Blog:
    """The record of a blog that has a feed but no pages of posts."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Blog(home, blog_title(feed.title), feed.language, feed.url, crawled=now)


class FeedOnlyPosts:
    """Makes records of posts from their feed entries. Stat: ``posts/from_feed``."""

    def __init__(self, tools: CrawlTools, home: str, language: str | None) -> None:
        self._tools, self._home, self._language = tools, home, language

    @property
    def _wrong_addresses(self) -> bool:
        return self._tools.state.feed_addresses_wrong

    def from_request(self, request: Request | None) -> Iterator[Post]:
        """The record of a post whose page is unavailable, if the request was for a feed entry."""
        entry = request.cb_kwargs.get("entry") if request else None
        # Where the feed's addresses are wrong, the post is crawled under its right one.
        if request is not None and entry is not None and not self._wrong_addresses:
            yield from self.from_entry(entry, request.meta.get("listed"))

    def from_entry(self, entry: FeedEntry, url: str | None = None) -> Iterator[Post]:
        """The record of a post; ``url`` is its address if it differs from the entry's."""
        post: Post | None = None
        with optional_step("feed_post", entry.url):
            post = post_from_feed(entry, url or _address(stated_address(entry), self._home), self._home, self._language)
        if post is not None:
            if not self._tools.settings.media_enabled:
                post.media = []
            self._tools.stats.inc_value("posts/from_feed")
            yield post


def _address(url: str, home: str) -> str:
    """An entry's address on the blog's own host, with its fragment."""
    page, fragment = urldefrag(url)
    own = adopt(normalize(page) or page, urlsplit(home))
    return f"{own}#{fragment}" if fragment else own


def post_from_feed(entry: FeedEntry, url: str, blog: str, language: str | None) -> Post | None:
    """The record of a post made from its feed entry alone; ``None`` if the entry has no text."""
    article = _cleaned(entry.content_html or entry.summary_html or "", url, entry.title)
    if not article.html.strip():
        return None
    published = entry.published.isoformat() if entry.published else None
    origin, source = DateOrigin.FEED, Provenance.FEED
    if published is None and (in_url := url_date(url)):
        published, origin, source = in_url.iso(), DateOrigin.URL, Provenance.METADATA
    dating = best_date([DateCandidate(published, origin)]) if published else None
    updated = entry.updated.isoformat() if entry.updated else None
    post = Post(
        url=url,
        blog=blog,
        title=entry.title,
        authors=list(entry.authors),
        published=published,
        updated=None if is_earlier(updated, published) else updated,
        language=language,
        tags=list(entry.tags),
        content_html=article.html,
        text=article.text,
        links=other_pages(article.links, url),
        media=[{"url": address} for address in entry.enclosures],
        comments_feed=entry.comments_feed,
        comments_expected=entry.comments_expected,
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        dating=dating.record() if dating else None,
    )
    given = ("title", "authors", "published", "updated", "language", "tags", "content_html", "text")
    post.source = {name: Provenance.FEED for name in given if getattr(post, name)}
    if published:
        post.source["published"] = source
    return post


def _cleaned(html: str, base: str, title: str | None) -> Article:
    body = parse_page(f"<html><body>{html}</body></html>", base).tree.find("body") if html.strip() else None
    return Article("", "", []) if body is None else _CLEANER.clean(body, base, title)
