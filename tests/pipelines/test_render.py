"""Which posts are handed to the browser, and what becomes of them; the browser is made up."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.http import HtmlResponse
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.blog import PostPage
from blogcrawler.dom import parse_page
from blogcrawler.errors import UsageError
from blogcrawler.extraction import Extractor, RuleSet
from blogcrawler.items import WarcPlace
from blogcrawler.pipelines import RenderPipeline
from blogcrawler.pipelines.render import render_mode
from blogcrawler.rendering.renderer import Rendered

URL = "http://example.org/a/"
EMPTY = "<body><div id=root></div><script src=/app.js></script></body>"
FULL = "<body><p>" + "Words that a server or a script has written. " * 10 + "</p></body>"
PLACE: WarcPlace = {"file": "warc/a.warc.gz", "offset": 7, "record_id": "<urn:uuid:1>"}


class Browser:
    """Draws every page as ``html``; ``None`` is a browser that cannot."""

    def __init__(self, html: str | None) -> None:
        self.html = html
        self.asked: list[tuple[str, bytes]] = []

    async def render(self, url: str, document: Any, platforms: Any, folder: Any) -> Rendered | None:
        self.asked.append((url, document.body))
        return Rendered(parse_page(self.html, url), self.html) if self.html is not None else None

    async def close(self) -> None:
        pass


class Archive:
    def __init__(self) -> None:
        self.written: list[tuple[Any, ...]] = []

    def write_conversion(self, *what: Any) -> None:
        self.written.append(what)

    def release(self) -> None:
        pass


def pipeline_with(browser: Browser, mode: str) -> tuple[RenderPipeline, Archive]:
    crawler = get_crawler()
    crawler.stats = MemoryStatsCollector(crawler)
    crawler.spider = SimpleNamespace(blog=SimpleNamespace(extractor=Extractor(RuleSet())))
    archive = Archive()
    return RenderPipeline(crawler, mode, browser, archive), archive  # type: ignore[arg-type]


def post(html: str) -> PostPage:
    page, response = parse_page(html, URL), HtmlResponse(URL, body=html.encode())
    return PostPage(page, URL, "http://example.org/", None, datetime.now(UTC), PLACE, response=response)


def process(html: str, browser: Browser, mode: str = "auto") -> tuple[PostPage, Archive]:
    pipeline, archive = pipeline_with(browser, mode)
    return asyncio.run(pipeline.process_item(post(html))), archive


def test_a_page_that_needs_it_is_drawn_and_archived() -> None:
    browser = Browser(FULL)
    item, archive = process(EMPTY, browser)
    assert item.rendered
    assert "Words that" in "".join(item.page.tree.itertext())
    assert browser.asked == [(URL, EMPTY.encode())]
    assert archive.written == [(URL, FULL.encode(), "text/html; charset=utf-8", PLACE, None)]


@pytest.mark.parametrize(("html", "mode"), [(FULL, "auto"), (EMPTY, "never")])
def test_a_page_that_does_not_or_must_not_be_drawn_is_left_alone(html: str, mode: str) -> None:
    browser = Browser(FULL)
    item, archive = process(html, browser, mode)
    assert (item.rendered, browser.asked, archive.written) == (False, [], [])


@pytest.mark.parametrize("drawn", [None, "<body></body>"])
def test_a_page_that_cannot_be_drawn_stays_as_it_was(drawn: str | None) -> None:
    item, archive = process(FULL, Browser(drawn), "always")
    assert (item.rendered, archive.written) == (False, [])
    assert "Words that" in "".join(item.page.tree.itertext())


def test_modes_have_names() -> None:
    assert [render_mode(name) for name in ("auto", "always", "never")] == ["auto", "always", "never"]
    with pytest.raises(UsageError, match="'yes' is no way to render pages"):
        render_mode("yes")


@pytest.mark.parametrize(
    ("mode", "mark", "drawn"),
    [
        ("auto", "<div id=disqus_thread></div>", True),
        ("never", "<div id=disqus_thread></div>", False),
        ("auto", "", False),
    ],
)
def test_a_discussion_that_was_had_in_part_is_drawn_on_demand(mode: str, mark: str, drawn: bool) -> None:
    browser = Browser(FULL + "<p>More</p>")
    pipeline, _ = pipeline_with(browser, mode)
    item = post(FULL + mark)
    assert asyncio.run(pipeline.draw(item)) is drawn
    assert (item.rendered, len(browser.asked)) == (drawn, int(drawn))
    assert not asyncio.run(pipeline.draw(item)) or not drawn, "once is enough"
