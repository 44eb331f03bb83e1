"""Posts of which nothing but the feed's copy can be had."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from ..blog import stated_address
from ..crawl_settings import CrawlSettings
from ..dates import DateCandidate, DateOrigin, best_date
from ..dom import parse_page
from ..extraction import Article, ArticleRule, Cleaner
from ..items import Blog, Feed, FeedEntry, Post, Provenance
from ..urls import adopt, normalize

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from ..frontier import CrawlState

__all__ = ["FeedOnlyPosts", "feed_only_blog", "post_from_feed"]

_CLEANER = Cleaner(ArticleRule("", 0.0))


def feed_only_blog(feed: Feed, home: str) -> Blog:
    """The record of a blog of which nothing but the feed can be had."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Blog(home, feed.title, feed.language, feed.url, crawled=now)


class FeedOnlyPosts:
    """Makes records of posts out of their entries in the feed. Stat: ``posts/from_feed``."""

    def __init__(self, crawler: Crawler, state: CrawlState, home: str, language: str | None) -> None:
        self._stats, self._state, self._home, self._language = crawler.stats, state, home, language
        self._with_media = CrawlSettings.from_settings(crawler.settings).media_enabled

    def of_lost(self, asked: Request | None) -> Iterator[Post]:
        """The record of a post whose page cannot be had, if it is one of the feed's."""
        entry = asked.cb_kwargs.get("entry") if asked else None
        if asked is not None and entry is not None and not self._state.feed_addresses_wrong:
            yield from self.of(entry, asked.meta.get("listed"))

    def of(self, entry: FeedEntry, url: str | None = None) -> Iterator[Post]:
        """The record of a post; ``url`` is its address, if that is not the entry's own."""
        post = post_from_feed(entry, url or _address(stated_address(entry), self._home), self._home, self._language)
        if post is not None:
            if not self._with_media:
                post.media = []
            self._stats.inc_value("posts/from_feed")
            yield post


def _address(url: str, home: str) -> str:
    """An entry's address as the blog's own, with the place on the page."""
    page, place = urldefrag(url)
    own = adopt(normalize(page) or page, urlsplit(home))
    return f"{own}#{place}" if place else own


def post_from_feed(entry: FeedEntry, url: str, blog: str, language: str | None) -> Post | None:
    """The record that an entry alone gives; ``None`` if it has no text."""
    article = _cleaned(entry.content_html or entry.summary_html or "", url, entry.title)
    if not article.html.strip():
        return None
    published = entry.published.isoformat() if entry.published else None
    dating = best_date([DateCandidate(published, DateOrigin.FEED)]) if published else None
    post = Post(
        url=url,
        blog=blog,
        title=entry.title,
        authors=list(entry.authors),
        published=published,
        updated=entry.updated.isoformat() if entry.updated else None,
        language=language,
        tags=list(entry.tags),
        content_html=article.html,
        text=article.text,
        links=article.links,
        media=[{"url": address} for address in entry.enclosures],
        comments_feed=entry.comments_feed,
        comments_expected=entry.comments_expected,
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        dating=dating.record() if dating else None,
    )
    given = ("title", "authors", "published", "updated", "language", "tags", "content_html", "text")
    post.source = {name: Provenance.FEED for name in given if getattr(post, name)}
    return post


def _cleaned(html: str, base: str, title: str | None) -> Article:
    body = parse_page(f"<html><body>{html}</body></html>", base).tree.find("body") if html.strip() else None
    return Article("", "", []) if body is None else _CLEANER.clean(body, base, title)
