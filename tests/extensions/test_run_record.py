from __future__ import annotations

import pytest
from scrapy import Spider
from scrapy.utils.test import get_crawler

from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.extensions.run_record import RunRecord


@pytest.mark.parametrize(("name", "kind", "posts"), [("newcrawl", "crawl", 2), ("deepcrawl", "deep", 150)])
def test_a_harvest_of_a_search_form_is_no_crawl_without_posts(name: str, kind: str, posts: int) -> None:
    crawler = get_crawler(type("Crawl", (Spider,), {"name": name}))
    for stat, value in {"elapsed_time_seconds": 1.0, "posts/extracted": 2, "records/found": 150}.items():
        crawler.stats.set_value(stat, value)
    run = RunRecord(crawler, CrawlSettings())._run("https://a.example/")
    assert (run.kind, run.posts) == (kind, posts)
