"""Which posts are rendered, and what becomes of them. The browser is a fake."""

from __future__ import annotations

import asyncio

import pytest
from fake_browser import Archive, Browser
from post_pages import post_page
from scrapy.http import HtmlResponse
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.blog import PostPage
from blogcrawler.items import WarcPlace
from blogcrawler.pipelines.render import RenderPipeline
from blogcrawler.rendering import RenderService

URL = "http://example.org/a/"
EMPTY = "<body><div id=root></div><script src=/app.js></script></body>"
FULL = "<body><p>" + "Words that a server or a script has written. " * 10 + "</p></body>"
PLACE: WarcPlace = {"file": "warc/a.warc.gz", "offset": 7, "record_id": "<urn:uuid:1>"}


def process(html: str, browser: Browser, mode: str = "auto") -> tuple[PostPage, Archive]:
    crawler = get_crawler()
    crawler.stats = MemoryStatsCollector(crawler)
    archive = Archive()
    service = RenderService(crawler, mode, browser, archive)  # type: ignore[arg-type]
    item = post_page(html, URL, warc=PLACE, response=HtmlResponse(URL, body=html.encode()))
    return asyncio.run(RenderPipeline(service).process_item(item)), archive


def test_a_page_that_needs_a_browser_is_rendered_and_archived() -> None:
    browser = Browser(FULL)
    item, archive = process(EMPTY, browser)
    assert item.rendered
    assert "Words that" in "".join(item.page.tree.itertext())
    assert browser.asked == [(URL, EMPTY.encode())]
    assert archive.written == [(URL, FULL.encode(), "text/html; charset=utf-8", PLACE, None)]


@pytest.mark.parametrize(("html", "mode"), [(FULL, "auto"), (EMPTY, "never")])
def test_a_page_that_needs_or_may_use_no_browser_is_not_rendered(html: str, mode: str) -> None:
    browser = Browser(FULL)
    item, archive = process(html, browser, mode)
    assert (item.rendered, browser.asked, archive.written) == (False, [], [])


@pytest.mark.parametrize("rendered", [None, "<body></body>"])
def test_a_page_that_cannot_be_rendered_is_unchanged(rendered: str | None) -> None:
    item, archive = process(FULL, Browser(rendered), "always")
    assert (item.rendered, archive.written) == (False, [])
    assert "Words that" in "".join(item.page.tree.itertext())
