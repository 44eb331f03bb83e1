from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.stats import DownloaderStats
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from blogcrawler.archive import Exchange, WarcWriter
from blogcrawler.downloader import CrawlContext
from blogcrawler.downloader.archived_responses import ArchivedResponses

URL = "http://example.org/post"
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hello"


def going_on(folder: Path, begun: datetime | None, settings: dict[str, Any] | None = None) -> ArchivedResponses:
    """The middleware of a resumed crawl, whose archive has a page from an hour ago."""
    with WarcWriter(folder / "warc") as writer:
        request = b"GET /post HTTP/1.1\r\nHost: example.org\r\n\r\n"
        writer.write(Exchange(URL, request, PAGE, datetime.now(UTC) - timedelta(hours=1)))
    crawler = get_crawler(settings_dict=settings)
    CrawlContext(folder=folder, resumed_from=begun).provide(crawler)
    return ArchivedResponses.from_crawler(crawler)


def test_an_archived_page_is_used_once_and_not_counted_as_a_download(tmp_path: Path):
    pages = going_on(tmp_path, datetime.now(UTC) - timedelta(hours=2))
    request = Request(URL)
    response = pages.process_request(request)
    assert isinstance(response, HtmlResponse)
    assert (response.url, response.status, response.body) == (URL, 200, b"<p>Hello")
    assert response.meta["warc"]["file"].startswith("warc/blog-")
    stats = pages._crawler.stats
    DownloaderStats.from_crawler(pages._crawler).process_response(request, response)
    assert stats.get_value("downloader/response_count") == stats.get_value("downloader/response_bytes") == 0
    assert stats.get_value("frontier/answered_before") == 1
    assert pages.process_request(Request(URL)) is None


@pytest.mark.parametrize(
    "begun", [None, datetime.now(UTC)], ids=["a crawl that does not go on", "a crawl that was begun later"]
)
def test_another_crawl_downloads_the_page(tmp_path: Path, begun: datetime | None):
    assert going_on(tmp_path, begun).process_request(Request(URL)) is None


def test_posts_are_not_answered(tmp_path: Path):
    pages = going_on(tmp_path, datetime.now(UTC) - timedelta(hours=2))
    assert pages.process_request(Request(URL, method="POST")) is None
    assert pages.process_request(Request(f"{URL}s")) is None


def test_a_page_of_the_day_before_is_downloaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("blogcrawler.downloader.archived_responses._MAX_AGE", timedelta(minutes=30))
    assert going_on(tmp_path, datetime.now(UTC) - timedelta(days=9)).process_request(Request(URL)) is None


def test_it_is_disabled_without_an_archive(tmp_path: Path):
    with pytest.raises(NotConfigured):
        going_on(tmp_path, None, {"BLOGCRAWLER_WARC_ENABLED": False})
