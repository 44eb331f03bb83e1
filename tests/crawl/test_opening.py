"""What a crawl knows about its blog before the first request."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from scrapy.utils.test import get_crawler

from blogcrawler.crawl import open_crawl
from blogcrawler.downloader import CrawlContext
from blogcrawler.items import Blog
from blogcrawler.store import open_store

NAME, NUMBER = "http://pier.example:8080/", "http://10.1.2.3:8080/"


@pytest.mark.parametrize(
    ("url", "is_known", "private_host", "undecided"),
    [
        (NAME, False, None, "pier.example:8080"),
        (NAME, True, None, ""),
        (NAME, True, "pier.example:8080", ""),
        (NUMBER, True, None, "10.1.2.3:8080"),
    ],
)
def test_whether_a_name_is_private_is_decided_at_the_first_crawl_only(
    tmp_path: Path, url: str, is_known: bool, private_host: str | None, undecided: str
) -> None:
    if is_known:
        with closing(open_store(None, tmp_path)) as store:
            store.save_blog(Blog(url, seed=url, folder="pier", private_host=private_host))
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_HOME": str(tmp_path), "JOBDIR": None})
    tools = open_crawl(crawler, url, None, lambda note: None)
    context = CrawlContext.of(crawler)
    assert context.undecided_host == undecided
    assert context.private_hosts == ({tools.folder: private_host} if private_host else {})
