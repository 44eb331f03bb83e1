from __future__ import annotations

import asyncio

import pytest
from scrapy import Request
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.exceptions import NotSupported
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from blogcrawler.spiders.spider_settings import apply_spider_settings


@pytest.mark.parametrize(
    "url", ["file:///etc/hostname", "file://pier.example/etc/hostname", "ftp://pier.example/", "data:,x", "s3://a/b"]
)
def test_a_crawl_downloads_from_the_web_only(url: str) -> None:
    """A page may name any address for its pictures, comments and feeds."""
    settings = Settings()
    apply_spider_settings(settings)
    handlers = DownloadHandlers(get_crawler(settings_dict={"DOWNLOAD_HANDLERS": settings["DOWNLOAD_HANDLERS"]}))
    with pytest.raises(NotSupported):
        asyncio.run(handlers.download_request_async(Request(url)))
