"""The crawl that ours is measured against: Scrapy as it comes, one callback that follows links.

scrapy runspider benchmarks/bare.py -a url=http://some.blog/ -a allowed=addresses.txt
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Self
from urllib.parse import urldefrag, urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response, TextResponse
from scrapy.linkextractors import LinkExtractor


class Bare(Spider):
    """Fetches ``url`` and every page it leads to that is listed in the file ``allowed``; keeps nothing."""

    name = "bare"

    def __init__(self, url: str, allowed: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.url = url
        self.allowed = set(Path(allowed).read_text().split())
        self.links = LinkExtractor(allow_domains=urlsplit(url).hostname)
        self.asked_for_rest = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.ask_for_rest, signal=signals.spider_idle)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        yield Request(self.url)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Request]:
        if isinstance(response, TextResponse):
            for link in self.links.extract_links(response):
                url = urldefrag(link.url)[0]
                if url in self.allowed:
                    yield Request(url)

    def ask_for_rest(self) -> None:
        """Ask for what no link leads to, such as feeds; the filter of duplicates knows what that is."""
        if self.asked_for_rest:
            return
        self.asked_for_rest = True
        for url in self.allowed:
            self.crawler.engine.crawl(Request(url))
        raise DontCloseSpider
