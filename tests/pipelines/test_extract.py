"""From pages to posts."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from scrapy.exceptions import DropItem
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.extraction import Extractor, RuleSet, parse_page
from blogcrawler.items import Post
from blogcrawler.pipelines.extract import ExtractPipeline, PostPage

URL = "http://example.org/a/"


@pytest.fixture
def pipeline() -> ExtractPipeline:
    crawler = get_crawler()
    crawler.stats = MemoryStatsCollector(crawler)
    crawler.spider = SimpleNamespace(blog=SimpleNamespace(extractor=Extractor(RuleSet())))
    return ExtractPipeline(crawler)


def post_page(html: str) -> PostPage:
    return PostPage(parse_page(html, URL), URL, "http://example.org/", None, datetime.now(UTC), None)


def test_a_page_becomes_the_record_of_its_post(pipeline: ExtractPipeline) -> None:
    text = "A sentence that is long enough to be taken for an article. " * 5
    post = pipeline.process_item(post_page(f"<title>A post</title><h1>A post</h1><article><p>{text}</p></article>"))
    assert isinstance(post, Post)
    assert (post.url, post.title, post.text.strip()) == (URL, "A post", text.strip())


def test_a_page_with_nothing_on_it_is_no_post(pipeline: ExtractPipeline) -> None:
    with pytest.raises(DropItem, match="nothing on it"):
        pipeline.process_item(post_page("<body><iframe src='http://ads.example/'></iframe></body>"))


def test_other_items_pass(pipeline: ExtractPipeline) -> None:
    assert pipeline.process_item("anything") == "anything"
