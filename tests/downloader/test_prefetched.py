from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.stats import DownloaderStats
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from blogcrawler.downloader import CrawlContext
from blogcrawler.downloader.prefetched import PrefetchedPages

URL = "http://example.org/"


@pytest.fixture
def pages() -> PrefetchedPages:
    crawler = get_crawler()
    place = {"file": "x", "offset": 1, "record_id": "y"}
    response = HtmlResponse(URL, body=b"<p>x</p>", request=Request(URL, meta={"warc": place, "depth": 7}))
    CrawlContext(prefetched={URL: response}).provide(crawler)
    return PrefetchedPages.from_crawler(crawler)


def test_a_prefetched_page_is_used_once_with_its_place_in_the_archive(pages: PrefetchedPages):
    request = Request(URL, meta={"download_slot": "z"})
    response = pages.process_request(request)
    assert response is not None
    assert response.body == b"<p>x</p>"
    assert response.request is request
    place = {"file": "x", "offset": 1, "record_id": "y"}
    assert response.meta == {"download_slot": "z", "not_downloaded": True, "dont_retry": True, "warc": place}
    assert pages.process_request(Request(URL)) is None
    assert pages.process_request(Request(f"{URL}other")) is None


def test_prefetched_pages_are_not_counted_as_downloads(pages: PrefetchedPages):
    stats = pages._crawler.stats
    scrapys = DownloaderStats.from_crawler(pages._crawler)
    request, other = Request(URL), Request(f"{URL}other")
    response = pages.process_request(request)
    assert response is not None
    scrapys.process_response(request, response)
    stats.inc_value("response_received_count")  # by Scrapy's extension CoreStats
    assert {key: stats.get_value(key) for key in stats.get_stats()} == {
        "downloader/response_count": 0,
        "downloader/response_status_count/200": 0,
        "downloader/response_bytes": 0,
        "response_received_count": 0,
    }
    scrapys.process_response(other, response)
    assert stats.get_value("downloader/response_count") == 1
