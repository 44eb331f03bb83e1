from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scrapy.exceptions import DropItem
from scrapy.utils.test import get_crawler

from blogcrawler.downloader import CrawlContext
from blogcrawler.errors import StoreError
from blogcrawler.items import Comment, Post, WarcPlace
from blogcrawler.pipelines.store import StorePipeline
from blogcrawler.store import open_store

POST = Post("https://example.org/a", "https://example.org/", title="A")


class Engine:
    """Remembers why it was told to close, and how often to keep the pages in flight."""

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.kept_in_flight = 0

    def keep_in_flight(self) -> None:
        self.kept_in_flight += 1

    async def close_spider_async(self, *, reason: str) -> None:
        self.reasons.append(reason)


class SlowStore:
    """A store on a network: it knows the threads it was called from and how many at once."""

    remote = True

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.inside = self.most = 0

    def post(self, url: str) -> None:
        return None

    def save_post(self, post: Post) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.threads.append(threading.current_thread())
        threading.Event().wait(0.005)
        self.inside -= 1


class BrokenStore:
    remote = False

    def post(self, url: str) -> None:
        return None

    def save_post(self, post: Post) -> None:
        raise StoreError("database x: the disk is full")


@pytest.fixture
def pipeline(tmp_path: Path) -> Iterator[StorePipeline]:
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_HOME": str(tmp_path), "BLOGCRAWLER_DATABASE_URL": None})
    crawler.engine = engine = Engine()
    CrawlContext(keep_in_flight=engine.keep_in_flight).provide(crawler)
    pipeline = StorePipeline.from_crawler(crawler)
    yield pipeline
    pipeline.close_spider()


def stats(pipeline: StorePipeline) -> dict[str, Any]:
    return pipeline._crawler.stats.get_stats()


def test_a_post_is_in_the_database_before_the_item_is_passed_on(pipeline: StorePipeline, tmp_path: Path):
    assert asyncio.run(pipeline.process_item(POST)) is POST
    with closing(open_store(None, tmp_path)) as store:
        assert store.post(POST.url) == POST
    assert stats(pipeline)["posts/stored"] == 1


def test_other_items_pass_untouched(pipeline: StorePipeline):
    item = {"url": "https://example.org/a"}
    assert asyncio.run(pipeline.process_item(item)) is item
    assert "posts/stored" not in stats(pipeline)


def test_the_stored_record_is_passed_on(pipeline: StorePipeline):
    dirty = Post("https://example.org/a", "https://example.org/", title="A\0\ud800")
    assert asyncio.run(pipeline.process_item(dirty)) == pipeline.store.post(dirty.url)


def crawled(pipeline: StorePipeline, post: Post) -> Post:
    stored = asyncio.run(pipeline.process_item(post))
    assert isinstance(stored, Post)
    return stored


def test_a_second_crawl_keeps_the_earlier_record_of_a_changed_post(pipeline: StorePipeline):
    first = replace(POST, text="One.", fetched="2026-01-01T00:00:00+00:00")
    second = replace(POST, text="Two.", fetched="2026-02-01T00:00:00+00:00")
    crawled(pipeline, first)
    assert crawled(pipeline, second) == pipeline.store.post(POST.url) == second
    (version,) = pipeline.store.post_states.versions(POST.url)
    assert (version.record, version.until, version.kinds) == (first, second.fetched, ("content",))


def test_a_thread_with_a_new_message_is_a_new_version(pipeline: StorePipeline):
    thread = replace(POST, type="thread", posts=[Comment("1", text="Which?", type=None)])
    crawled(pipeline, thread)
    crawled(pipeline, replace(thread, posts=[*thread.posts, Comment("2", text="That.", type=None)]))
    assert [version.record for version in pipeline.store.post_states.versions(POST.url)] == [thread]


def test_crawling_an_unchanged_blog_again_does_not_grow_the_database(pipeline: StorePipeline, tmp_path: Path):
    texts = [" ".join(f"w{number}x{word}" for word in range(400)) for number in range(40)]
    sizes = []
    for month in range(1, 7):
        for number, text in enumerate(texts):
            url, fetched = f"https://example.org/{number}", f"2026-{month:02}-01T00:00:00+00:00"
            place = WarcPlace(file="a.warc.gz", offset=month, record_id="urn:uuid:1")
            post = Post(url, POST.blog, text=text, fetched=fetched, warc=place, confidence={"text": month / 10})
            assert crawled(pipeline, post) == pipeline.store.post(url) == post
        pipeline.store.close()
        sizes.append((tmp_path / "blogcrawler.db").stat().st_size)
        pipeline.store = open_store(None, tmp_path)
    assert pipeline.store.post_states.counts(POST.blog) == (0, 0)
    assert max(sizes) <= 1.02 * sizes[0]


def test_another_spelling_of_the_address_is_the_same_post(pipeline: StorePipeline):
    crawled(pipeline, replace(POST, url="http://www.example.org/a/"))
    crawled(pipeline, POST)
    assert [post.url for post in pipeline.store.posts()] == [POST.url]
    assert [state.url for state in pipeline.store.post_states.all(POST.blog)] == [POST.url]
    assert pipeline.store.post_states.versions(POST.url) == []


def test_relearned_rules_correct_a_guess_and_nothing_else(pipeline: StorePipeline):
    source = {"authors": "fallback", "tags": "feed"}
    crawled(pipeline, replace(POST, authors=["Admin"], tags=["towns"], source=source))
    source = {"authors": "rule", "tags": "rule"}
    stored = crawled(pipeline, replace(POST, authors=["Ann Lee"], tags=["Towns and more"], source=source))
    assert (stored.authors, stored.tags) == (["Ann Lee"], ["towns"])
    assert [version.record.authors for version in pipeline.store.post_states.versions(POST.url)] == [["Admin"]]


def test_a_remote_database_is_written_by_one_thread_outside_the_event_loop(
    pipeline: StorePipeline,
):
    async def save_many() -> None:
        await asyncio.gather(*(pipeline.process_item(POST) for _ in range(5)))

    pipeline.store.close()
    pipeline.store = slow = SlowStore()  # type: ignore[assignment]
    asyncio.run(save_many())
    pipeline.store = open_store("sqlite://", Path())
    assert slow.most == 1
    assert threading.main_thread() not in slow.threads
    assert stats(pipeline)["posts/stored"] == 5


def test_a_failing_database_ends_the_crawl_and_posts_in_flight_are_not_done(
    pipeline: StorePipeline, caplog: pytest.LogCaptureFixture
):
    async def save_twice() -> None:
        for _ in range(2):
            with pytest.raises(DropItem, match=r"not stored: https://example\.org/a"):
                await pipeline.process_item(POST)

    pipeline.store.close()
    pipeline.store = BrokenStore()  # type: ignore[assignment]
    asyncio.run(save_twice())
    pipeline.store = open_store("sqlite://", Path())
    engine = pipeline._crawler.engine
    assert engine.reasons == ["store_failed"]
    assert engine.kept_in_flight == 2
    assert [record.getMessage() for record in caplog.records] == [
        "Cannot store https://example.org/a: database x: the disk is full. The crawl ends here."
    ]
    assert stats(pipeline)["posts/not_stored"] == 2
    assert stats(pipeline)["blogcrawler/notes"] == [
        "https://example.org/a and later posts could not be stored: database x: the disk is full"
    ]


def test_a_database_that_cannot_be_opened_is_a_store_error(tmp_path: Path):
    (tmp_path / "blogcrawler.db").write_text("my diary " * 1000)
    crawler = get_crawler(settings_dict={"BLOGCRAWLER_HOME": tmp_path})
    with pytest.raises(StoreError, match="not an SQLite database"):
        StorePipeline.from_crawler(crawler)


def test_long_posts_are_saved_in_a_thread_and_others_wait_for_their_turn(pipeline: StorePipeline):
    own, pipeline.store = pipeline.store, SlowStore()
    store = pipeline.store
    store.remote = False
    posts = [
        POST,
        replace(POST, content_html="tide" * 100_000),
        replace(POST, title="B"),
        replace(POST, comments=[{}] * 1001),
    ]

    async def save_all() -> None:
        await asyncio.gather(*(pipeline.save(post, store.save_post) for post in posts))

    asyncio.run(save_all())
    assert store.most == 1
    here = threading.current_thread()
    assert [thread is here for thread in store.threads] == [True, False, False, False]
    pipeline.store = own
