from __future__ import annotations

import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.exceptions import NotSupported
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from blogcrawler.spiders.deepcrawl import DeepCrawl
from blogcrawler.spiders.newcrawl import NewCrawl
from blogcrawler.spiders.reextract import Reextract
from blogcrawler.spiders.spider_settings import apply_spider_settings
from blogcrawler.spiders.updatecrawl import UpdateCrawl


@pytest.mark.parametrize("spider", [UpdateCrawl, DeepCrawl])
def test_spiders_without_a_queue_ignore_jobdir(spider: type[Spider]) -> None:
    """Scrapy's scheduler would unpickle what is there."""
    settings = Settings()
    settings.set("JOBDIR", "/tmp/prepared", priority="cmdline")
    spider.update_settings(settings)
    assert settings["JOBDIR"] is None


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


def parts_of(spider: type[Spider], given: str, priority: str, setting: str = "EXTENSIONS") -> dict[str, int | None]:
    settings = Settings()
    settings.set(setting, given, priority=priority)
    runner = AsyncCrawlerRunner(settings)
    crawler = runner.create_crawler(runner.create_crawler(spider))  # as in a crawl
    return {name.rpartition(".")[2]: order for name, order in crawler.settings.getdict(setting).items()}


@pytest.mark.parametrize("priority", ["project", "cmdline"])
def test_extensions_of_a_project_are_added_to_ours(priority: str) -> None:
    """Without ours, a worker would not learn how a crawl has ended, and repeat it."""
    given = '{"pier.Lamp": 500, "blogcrawler.extensions.progress.Progress": null}'
    crawl = parts_of(NewCrawl, given, priority)
    assert (crawl["Lamp"], crawl["RunRecord"], crawl["FieldStats"], crawl["Progress"]) == (500, 0, 0, None)
    deep = parts_of(DeepCrawl, given, priority)
    assert (deep["Lamp"], deep["RunRecord"], deep["FieldStats"]) == (500, 0, None)
    again = parts_of(Reextract, given, priority)
    assert (again["Lamp"], again["RunRecord"], again["FieldStats"]) == (500, None, 0)


@pytest.mark.parametrize("priority", ["project", "cmdline"])
def test_middlewares_of_a_project_do_not_open_private_networks(priority: str) -> None:
    given = '{"pier.Lamp": 500, "blogcrawler.downloader.prefetched.PrefetchedPages": null}'
    crawl = parts_of(NewCrawl, given, priority, "DOWNLOADER_MIDDLEWARES")
    assert (crawl["Lamp"], crawl["PrefetchedPages"]) == (500, None)
    assert crawl["PrivateNetworkMiddleware"]
    assert parts_of(DeepCrawl, given, priority, "DOWNLOADER_MIDDLEWARES")["PrivateNetworkMiddleware"]
    again = parts_of(Reextract, given, priority, "DOWNLOADER_MIDDLEWARES")
    assert (again["Lamp"], again["PrivateNetworkMiddleware"], again["RobotsRules"]) == (500, None, None)
    assert parts_of(NewCrawl, '{"pier.Lamp": 60}', priority, "SPIDER_MIDDLEWARES")["StoreFailures"]
