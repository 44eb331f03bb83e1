from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from scrapy.http import Response

from blogcrawler.errors import NotFetched
from blogcrawler.feeds import parse_feed, parse_sitemap
from blogcrawler.http import conditional_headers
from blogcrawler.sources.first_crawl import first_sources, sitemap_source

BLOG = "https://blog.example/"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MODIFIED = "Sun, 01 Mar 2026 12:00:00 GMT"
RSS = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>Cats</title><generator>https://wordpress.org/?v=6.1</generator>
<item><title>One</title><link>https://blog.example/one</link></item></channel></rss>"""
SITEMAP = b"""<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://blog.example/one</loc></url></urlset>"""


def answer(url: str, body: bytes, sent: str) -> Response:
    headers = {"Content-Type": "text/xml", "ETag": '"1"', "Last-Modified": MODIFIED, "Date": sent}
    return Response(url, headers=headers, body=body)


@pytest.mark.parametrize(
    ("sent", "is_conditional"), [(MODIFIED, False), ("Sun, 01 Mar 2026 12:00:01 GMT", True)], ids=["at once", "later"]
)
def test_the_first_update_relies_on_no_document_that_was_modified_while_it_was_crawled(sent: str, is_conditional: bool):
    async def fetch(url: str) -> Response:
        return answer(url, RSS, sent)

    feed, response = parse_feed(RSS, f"{BLOG}feed/", "text/xml"), answer(f"{BLOG}feed/", RSS, sent)
    sources = asyncio.run(first_sources(BLOG, feed, {feed.url: response}, None, fetch, NOW))
    sitemap = answer(f"{BLOG}sitemap.xml", SITEMAP, sent)
    sources.append(sitemap_source(BLOG, parse_sitemap(SITEMAP, sitemap.url), sitemap, NOW))
    assert [source.kind for source in sources] == ["feed", "comments", "sitemap"]
    assert [bool(conditional_headers(source)) for source in sources] == [is_conditional] * 3


def test_a_missing_comment_feed_is_remembered():
    async def fetch(url: str) -> Response:
        raise NotFetched(f"{url} cannot be fetched")

    feed = parse_feed(RSS, f"{BLOG}feed/", "text/xml")
    _, comments = asyncio.run(first_sources(BLOG, feed, {}, None, fetch, NOW))
    assert (comments.kind, comments.facts) == ("comments", {"failed": NOW.isoformat()})
