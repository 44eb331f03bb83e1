"""DeepCrawl: the records behind a search form."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Spider
from scrapy.exceptions import CloseSpider

from ..blog import find_blog, find_folder, make_folder
from ..crawl_settings import CrawlSettings, check_settings
from ..deepweb import ExplorationLimits
from ..downloader import CrawlContext, host_and_port, literal_address
from ..errors import ArchiveError, NotFetched, StoreError
from ..items import SourceRecord
from ..logs import keep_log_safe
from ..urls import blog_address
from .defaults import apply_blog_settings, export_to, name_contact, note
from .form_search import FormSearch, check_number, read_queries
from .spider_settings import apply_spider_settings, switch_off

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["DeepCrawl"]

#: Parts of a crawl that are about posts.
_ABOUT_POSTS = (
    "blogcrawler.extensions.field_stats.FieldStats",
    "blogcrawler.extensions.progress.Progress",
    "blogcrawler.extensions.summary.SummaryLog",
)


class DeepCrawl(Spider):
    """Harvests the archive behind a search form: ``scrapy crawl deepcrawl -a url=https://some.shop/search``.

    Arguments: ``url``, a page with a search form; ``requests``, the most requests to make (1000); ``details=0`` to
    leave out the pages of single records; ``allow_post=1`` if the form may be sent by POST; ``queries``, a JSON list of
    pairs of field and value to begin with. Records go to the back end and to ``records.jsonl`` in the site's folder.
    Stats: ``records/found``, ``search/requests``, ``search/failed``.
    """

    name = "deepcrawl"
    folder_name: str
    search: FormSearch

    def __init__(
        self,
        url: str | None = None,
        requests: str | int = 1000,
        details: str = "1",
        allow_post: str = "",
        queries: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.url = blog_address(url or "")
        self.queries = read_queries(queries)
        self.limits = ExplorationLimits(
            max_requests=check_number(requests, "requests"),
            details=details not in ("0", "false", "no"),
            allow_post=allow_post in ("1", "true", "yes"),
        )

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        super().update_settings(settings)
        check_settings(settings, os.environ)
        apply_spider_settings(settings)
        settings.set("ITEM_PIPELINES", {}, priority="spider")
        switch_off(settings, "EXTENSIONS", _ABOUT_POSTS)
        # Each query depends on the answers before it; there is no queue.
        settings.set("SCHEDULER", "scrapy.core.scheduler.Scheduler", priority="spider")
        settings.set("JOBDIR", None, priority=100)  # as in updates: it would be unpickled
        export_to(settings, "%(folder_name)s/records.jsonl")
        name_contact(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        apply_blog_settings(crawler.settings, spider.url)
        settings = CrawlSettings.from_settings(crawler.settings)
        folder = find_folder(settings, spider.url)
        make_folder(folder)
        spider.folder_name = folder.name
        host = urlsplit(spider.url).hostname or ""
        known = find_blog(settings, spider.url)
        is_undecided = known is None or literal_address(host) is not None
        CrawlContext(
            name=host,
            url=spider.url,
            host=host,
            undecided_host=host_and_port(spider.url) if is_undecided else "",
            private_hosts={folder: known.private_host} if known is not None and known.private_host else {},
            folder=folder,
            feed_names={"name": cls.name, "folder_name": folder.name, "host": host, "url": spider.url},
        ).provide(crawler)
        spider.search = FormSearch(crawler, spider.limits, lambda text: note(crawler, text))
        keep_log_safe()
        return spider

    async def start(self) -> AsyncIterator[SourceRecord]:
        try:
            page = await self.search.page(self.url)
            harvest = await self.search.run(page, queries=self.queries)
        except NotFetched as error:
            note(self.crawler, str(error))
            raise CloseSpider("unreachable") from None
        except ArchiveError as error:
            note(self.crawler, str(error))
            raise CloseSpider("archive_failed") from None
        if harvest is None:
            note(self.crawler, f"{self.url} has no search form. Give the address of the page that has it.")
            return
        for text in (*harvest.notes, f"The search ended: {harvest.ending}."):
            note(self.crawler, text)
        result = self.search.result()
        for record in result[1] if result is not None else ():
            yield record

    def closed(self, reason: str) -> None:
        """Save what was harvested, however the crawl ends."""
        try:
            self.search.save()
        except StoreError as error:
            note(self.crawler, str(error))
