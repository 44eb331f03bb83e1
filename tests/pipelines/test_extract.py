"""From pages to posts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from post_pages import post_page
from scrapy.exceptions import DropItem
from scrapy.http import Response
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.comments import Discussion
from blogcrawler.extraction import FieldRule, RuleSet
from blogcrawler.items import Comment, Post
from blogcrawler.pipelines.extract import ExtractPipeline

URL = "http://example.org/a/"


@pytest.fixture
def pipeline() -> ExtractPipeline:
    crawler = get_crawler()
    crawler.stats = MemoryStatsCollector(crawler)
    return ExtractPipeline(crawler)


def test_a_page_becomes_the_record_of_its_post(pipeline: ExtractPipeline) -> None:
    text = "A sentence that is long enough to be taken for an article. " * 5
    post = pipeline.post_of(post_page(f"<title>A post</title><h1>A post</h1><article><p>{text}</p></article>", URL))
    assert isinstance(post, Post)
    assert (post.url, post.title, post.text.strip()) == (URL, "A post", text.strip())


def test_a_post_has_no_link_to_itself(pipeline: ExtractPipeline) -> None:
    text = "A sentence that is long enough to be taken for an article. " * 5
    links = '<a href="http://www.example.org/a">Permalink</a> <a href="/b/">b</a> <a href="http:///c">c</a>'
    page = post_page(f"<title>A post</title><h1>A post</h1><article><p>{text}{links}</p></article>", URL)
    assert pipeline.post_of(page).links == ["http://example.org/b/"]


def test_a_page_with_nothing_on_it_is_dropped(pipeline: ExtractPipeline) -> None:
    with pytest.raises(DropItem, match="no title and no text"):
        pipeline.post_of(post_page("<body><iframe src='http://ads.example/'></iframe></body>", URL))


ARTICLE = f"<title>A post</title><h1>A post</h1><article><p>{'A sentence of the article. ' * 12}</p>"


def undated(modified: str | None = None, right: tuple[int, int] = (0, 0), **more: object) -> Post:
    """What becomes of a page without a date; ``right`` is how often Last-Modified was."""
    crawler = get_crawler()
    response = Response(URL, headers={"Last-Modified": modified} if modified else {})
    fetched = datetime(2024, 5, 5, tzinfo=UTC)
    item = post_page(ARTICLE, URL, RuleSet(modified=right), response=response, fetched=fetched, **more)
    post = ExtractPipeline(crawler).post_of(item)
    assert isinstance(post, Post)
    return post


def test_last_modified_dates_a_post_if_it_was_right_before() -> None:
    stated = "Mon, 03 Mar 2014 10:00:00 GMT"
    believed, doubted = undated(stated, (12, 12)), undated(stated, (0, 12))
    assert (believed.published, believed.source["published"]) == ("2014-03-03T10:00:00+00:00", "estimate")
    assert (doubted.published, "published" in doubted.source) == (None, False)
    assert believed.dating is not None
    assert doubted.dating is not None
    assert (believed.dating["from"], doubted.dating["date"]) == ("http", "2014-03-03T10:00:00+00:00")
    assert believed.dating["confidence"] > 0.6 > 0.1 > doubted.dating["confidence"]


@pytest.mark.parametrize("stated", ["yesterday", "Mon, 99 Mar 2014 10:00:00 GMT", "\xff"])
def test_an_invalid_last_modified_is_ignored(stated: str) -> None:
    assert undated(stated).dating is None


def test_a_post_missing_at_the_last_visit_is_dated_between_the_visits() -> None:
    post = undated(absent=datetime(2024, 5, 4, 20, tzinfo=UTC))
    assert post.dating == {"date": "2024-05-04", "from": "visits", "confidence": 0.495}
    assert undated(absent=datetime(2024, 5, 5, tzinfo=UTC)).published == "2024-05-05"


def test_the_first_comment_dates_a_post_roughly() -> None:
    said = [Comment(published="2014-03-05T08:00:00Z"), Comment(published="2014-03-04"), Comment()]
    post = undated(discussion=Discussion(said))
    assert post.dating is not None
    assert (post.published, post.dating["date"], post.dating["from"]) == (None, "2014-03-04", "comments")


def test_other_items_pass(pipeline: ExtractPipeline) -> None:
    assert asyncio.run(pipeline.process_item("anything")) == "anything"


def test_a_post_is_not_updated_before_it_was_published(pipeline: ExtractPipeline) -> None:
    changed = '<meta property="article:modified_time" content="2014-03-03T10:00:00Z">'
    rules = RuleSet(updated=(FieldRule('/html/head/meta[@property="article:modified_time"]', 1.0, "content"),))
    item = post_page(changed + ARTICLE, URL, rules, listed="2014-03-05")
    post = pipeline.post_of(item)
    assert (post.published, post.updated, "updated" in post.source) == ("2014-03-05", None, False)
