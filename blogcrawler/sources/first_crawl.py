"""The documents that later updates of a blog watch, as its first crawl has read them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from scrapy.http import Response

from ..errors import FeedError, NotFetched
from ..feeds import Sitemap, comment_reading, feed_reading, parse_feed, watch_points
from ..http import in_page_thread, record_validators, robots_source
from ..items import Feed, WatchedDocument
from .feed_facts import describe_feed
from .sitemap_snapshot import sitemap_facts, sitemap_reading

__all__ = ["first_sources", "sitemap_source"]


async def first_sources(
    blog: str,
    feed: Feed | None,
    responses: Mapping[str, Response],
    robots: Response | None,
    fetch: Callable[[str], Awaitable[Response]],
    now: datetime,
) -> list[WatchedDocument]:
    """The robots.txt and the feed of a blog as its survey has read them, and its comment feed if there may be one."""
    sources = []
    if robots is not None:
        sources.append(robots_source(blog, robots, now))
    if feed is None:
        return sources
    reading = await in_page_thread(feed_reading, feed)  # a feed may have 200,000 entries
    sources.append(_feed_source(blog, feed, responses.get(feed.url), "feed", reading, now))
    points = watch_points(feed.url, feed.generator)
    if points is not None:
        sources.append(await _comments_source(blog, points.comments, fetch, now))
    return sources


async def _comments_source(
    blog: str, url: str, fetch: Callable[[str], Awaitable[Response]], now: datetime
) -> WatchedDocument:
    """The comment feed of a blog, or the fact that it is missing although the platform should have one."""
    tomorrow = (now + timedelta(days=1)).isoformat(timespec="seconds")
    try:
        response = await fetch(url)
        if response.status >= 400:
            raise FeedError(f"{url} answers with HTTP {response.status}")
        comments = parse_feed(response.body, response.url)
    except (NotFetched, FeedError):
        return WatchedDocument(blog, url, "comments", due=tomorrow, facts={"failed": now.isoformat(timespec="seconds")})
    source = _feed_source(blog, comments, response, "comments", comment_reading(comments), now)
    source.url, source.due = url, tomorrow
    return source


def sitemap_source(blog: str, sitemap: Sitemap, response: Response, now: datetime) -> WatchedDocument:
    """A sitemap as the crawl has read it. It is compared for the first time tomorrow."""
    source = _source(blog, response, "sitemap", now)
    source.reading, source.facts = sitemap_reading(sitemap), source.facts | sitemap_facts(sitemap)
    source.due = (now + timedelta(days=1)).isoformat(timespec="seconds")
    return source


def _feed_source(
    blog: str, feed: Feed, response: Response | None, kind: str, reading: dict[str, str], now: datetime
) -> WatchedDocument:
    if response is None:
        return WatchedDocument(blog, feed.url, kind, reading=reading, facts=describe_feed(feed, b""))
    source = _source(blog, response, kind, now)
    source.reading, source.facts = reading, source.facts | describe_feed(feed, response.body)
    return source


def _source(blog: str, response: Response, kind: str, now: datetime) -> WatchedDocument:
    source = WatchedDocument(blog, response.url, kind, checked=now.isoformat(timespec="seconds"))
    record_validators(source, response)
    return source
