from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from scrapy.exceptions import DropItem
from scrapy.utils.test import get_crawler

from blogcrawler.downloader import CrawlContext
from blogcrawler.errors import StoreError
from blogcrawler.items import Post
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

    def save_post(self, post: Post) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.threads.append(threading.current_thread())
        threading.Event().wait(0.005)
        self.inside -= 1


class BrokenStore:
    remote = False

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
