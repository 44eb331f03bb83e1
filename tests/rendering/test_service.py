"""Whether a crawl renders a page. The browser is a fake."""

from __future__ import annotations

import asyncio

import pytest
from fake_browser import Archive, Browser
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from blogcrawler.comments import page_platforms
from blogcrawler.dom import Page, parse_page
from blogcrawler.downloader import CrawlContext
from blogcrawler.errors import UsageError
from blogcrawler.extraction import Extractor, RuleSet
from blogcrawler.items import WarcPlace
from blogcrawler.rendering import RenderService
from blogcrawler.rendering.service import render_mode

URL, BLOG = "http://example.org/a/", "http://example.org/"
EMPTY = "<body><div id=root></div><script src=/app.js></script></body>"
FULL = "<body><p>" + "Words that a server or a script has written. " * 10 + "</p></body>"
PLACE: WarcPlace = {"file": "warc/a.warc.gz", "offset": 7, "record_id": "<urn:uuid:1>"}


class Rendering:
    """The service of a crawl whose browser renders every page as ``html``."""

    def __init__(self, html: str | None, mode: str = "auto") -> None:
        self.crawler: Crawler = get_crawler()
        self.browser, self.archive = Browser(html), Archive()
        self.service = RenderService(self.crawler, mode, self.browser, self.archive)  # type: ignore[arg-type]

    def template(self, html: str) -> Page | None:
        response = HtmlResponse(URL, body=html.encode())
        return asyncio.run(self.service.rendered_template(parse_page(html, URL), response))

    def comments(self, html: str) -> Page | None:
        page, response = parse_page(html, URL), HtmlResponse(URL, body=html.encode())
        return asyncio.run(self.service.render_comments(page, response, page_platforms(page), BLOG, PLACE))


def test_the_modes_have_names() -> None:
    assert [render_mode(name) for name in ("auto", "always", "never")] == ["auto", "always", "never"]
    with pytest.raises(UsageError, match="'yes' is not a render mode; use one of auto, always, never"):
        render_mode("yes")


def test_the_spider_and_the_pipelines_share_one_service() -> None:
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_WARC_ENABLED": False})
    assert RenderService.of(crawler) is None
    service = RenderService.start(crawler)
    assert RenderService.of(crawler) is service
    assert RenderService.of(get_crawler()) is None


def test_the_spiders_argument_takes_precedence_over_the_setting() -> None:
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_RENDER": "always"})
    CrawlContext(render="never").provide(crawler)
    assert not RenderService.start(crawler).is_enabled


def test_a_training_page_without_content_is_rendered_and_not_archived() -> None:
    rendering = Rendering(FULL)
    page = rendering.template(EMPTY)
    assert page is not None
    assert "Words that" in "".join(page.tree.itertext())
    assert rendering.archive.written == []


@pytest.mark.parametrize(
    ("html", "rendered", "mode"), [(FULL, FULL, "auto"), (EMPTY, FULL, "never"), (EMPTY, None, "auto")]
)
def test_other_training_pages_stay_as_they_are(html: str, rendered: str | None, mode: str) -> None:
    assert Rendering(rendered, mode).template(html) is None


@pytest.mark.parametrize(
    ("mode", "mark", "is_rendered"),
    [
        ("auto", "<div id=disqus_thread></div>", True),
        ("never", "<div id=disqus_thread></div>", False),
        ("auto", "", False),
    ],
)
def test_a_page_is_rendered_for_the_rest_of_its_comments(mode: str, mark: str, is_rendered: bool) -> None:
    rendering = Rendering(FULL + "<p>More</p>", mode)
    assert (rendering.comments(FULL + mark) is not None) is is_rendered
    assert (len(rendering.browser.asked), len(rendering.archive.written)) == (is_rendered, is_rendered)


def test_why_a_page_is_rendered_is_counted() -> None:
    rendering = Rendering(FULL)
    assert rendering.service.wants(parse_page(EMPTY, URL), Extractor(RuleSet()), [], None)
    assert not rendering.service.wants(parse_page(FULL, URL), Extractor(RuleSet()), [], None)
    assert rendering.crawler.stats.get_stats() == {"render/needed/template": 1}


def test_a_page_that_loses_its_text_is_not_used() -> None:
    rendering = Rendering("<body></body>", "always")
    assert rendering.comments(FULL + "<div id=disqus_thread></div>") is None
    assert rendering.crawler.stats.get_value("render/lost") == 1
    assert rendering.archive.written == []
