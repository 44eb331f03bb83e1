from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import FormRequest, Request, Spider
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from blogcrawler.errors import UsageError
from blogcrawler.faults import FaultLog, use_fault_log
from blogcrawler.frontier import Activity, CrawlPhase, Explorer, FrontierScheduler, KnnPredictor, open_frontier

SEED = "http://example.org/"


class BlogSpider(Spider):
    name = "blog"

    def parse(self, response: Any) -> None:
        pass

    def failed(self, failure: Any) -> None:
        pass

    def leads_away(self, request: Request) -> bool:
        return "away" in request.url


class Crawl:
    """A scheduler with as much of an engine as it needs."""

    def __init__(self, job: Path | None = None) -> None:
        crawler = get_crawler(BlogSpider)
        self.stats = crawler.stats
        self.spider = BlogSpider()
        settings = Settings({"JOBDIR": str(job) if job else None})
        self.spider.frontier, self.spider.state = open_frontier(settings, SEED)
        self.busy: set[Request] = set()
        self.asked: list[None] = []
        nextcall = SimpleNamespace(schedule=lambda: self.asked.append(None))
        slot = SimpleNamespace(inprogress=self.busy, nextcall=nextcall)
        crawler.engine = SimpleNamespace(_slot=slot)  # type: ignore[assignment]
        crawler.spider = self.spider
        self.scheduler = FrontierScheduler.from_crawler(crawler)
        self.scheduler.open(self.spider)

    def add(self, path: str, **options: Any) -> bool:
        return self.scheduler.enqueue_request(Request(SEED + path, self.spider.parse, **options))

    def know_blog(self) -> None:
        self.spider.state.phase = CrawlPhase.CRAWL
        self.spider.state.save(self.spider.frontier)

    def take(self) -> Request:
        request = self.scheduler.next_request()
        assert request is not None
        self.busy.add(request)
        return request

    def paths(self) -> list[str]:
        found = []
        while request := self.scheduler.next_request():
            found.append(request.url.removeprefix(SEED))
        return found


@pytest.fixture
def job(tmp_path: Path) -> Path:
    return tmp_path / "job"


@pytest.fixture
def faults() -> Iterator[list[str]]:
    found: list[str] = []
    use_fault_log(FaultLog(found.append))
    yield found
    use_fault_log(FaultLog())


def test_nothing_is_handed_out_while_the_first_requests_are_queued():
    crawl = Crawl()
    with crawl.scheduler.queueing():
        crawl.add("a")
        assert crawl.scheduler.next_request() is None
        assert crawl.scheduler.has_pending_requests()
        assert not crawl.asked
    assert len(crawl.asked) == 1, "the engine would ask again seconds later"
    assert crawl.paths() == ["a"]


def test_requests_come_back_complete_and_by_priority():
    crawl = Crawl()
    crawl.add("b", priority=1, meta={"depth": 3}, cb_kwargs={"entry": "e"})
    crawl.add("a", priority=2)
    assert crawl.take().url == f"{SEED}a"
    second = crawl.take()
    assert (second.meta["depth"], second.cb_kwargs, second.callback) == (3, {"entry": "e"}, crawl.spider.parse)
    assert crawl.scheduler.next_request() is None
    assert not crawl.scheduler.has_pending_requests()


def test_a_page_is_queued_once_under_variants_of_its_url():
    crawl = Crawl()
    assert crawl.add("a")
    assert not crawl.add("a/")
    assert not crawl.add("a?utm_source=x")
    assert crawl.add("a", dont_filter=True)
    assert crawl.stats.get_value("frontier/duplicates") == 2
    assert crawl.paths() == ["a"]


def test_a_redirect_to_the_same_page_is_followed_and_one_that_leads_away_is_not():
    crawl = Crawl()
    crawl.add("a")
    crawl.take()
    assert crawl.add("a/", meta={"redirect_urls": [f"{SEED}a"]})
    assert not crawl.add("away", meta={"redirect_urls": [f"{SEED}b"]})
    assert crawl.stats.get_value("frontier/away") == 1
    assert crawl.paths() == ["a/"]


def test_a_stopped_crawl_continues_with_unfinished_pages(job: Path):
    crawl = Crawl(job)
    assert not crawl.scheduler.resumed
    for path in ("done", "failed", "in-flight", "waiting"):
        crawl.add(path)
    done, failed, _ = crawl.take(), crawl.take(), crawl.take()
    crawl.know_blog()
    crawl.busy.discard(done)
    crawl.scheduler.failed(failed)
    crawl.busy.discard(failed)
    crawl.scheduler.close("shutdown")
    again = Crawl(job)
    assert again.scheduler.resumed
    assert again.paths() == ["failed", "in-flight", "waiting"]
    assert not again.add("done")
    again.scheduler.close("finished")
    assert not job.exists()


def test_pages_that_cannot_be_stored_are_not_done(job: Path):
    crawl = Crawl(job)
    crawl.add("a")
    request = crawl.take()
    crawl.know_blog()
    crawl.scheduler.hold()
    crawl.busy.discard(request)
    crawl.scheduler.close("store_failed")
    again = Crawl(job)
    assert again.paths() == ["a"]
    again.scheduler.close("finished")


def test_a_crawl_that_was_killed_during_the_survey_starts_again(job: Path):
    crawl = Crawl(job)
    crawl.add("a")
    crawl.scheduler.close("shutdown")
    again = Crawl(job)
    assert not again.scheduler.resumed
    assert again.paths() == []
    again.scheduler.close("unreachable")
    assert not job.exists(), "there is nothing to resume"


def test_the_job_of_another_blog_is_refused(job: Path):
    crawl = Crawl(job)
    crawl.add("a")
    crawl.scheduler.close("shutdown")
    settings = Settings({"JOBDIR": str(job)})
    with pytest.raises(
        UsageError, match=r"holds the unfinished crawl of http://example.org/, not of http://other.org/"
    ):
        open_frontier(settings, "http://other.org/")
    frontier, _ = open_frontier(settings, "https://www.example.org")
    frontier.close()


@pytest.mark.parametrize("kind", [Request, FormRequest])
def test_a_queued_request_comes_back_as_it_was(kind: type[Request]) -> None:
    crawl = Crawl()
    request = kind(
        f"{SEED}page", crawl.spider.parse, errback=crawl.spider.failed, method="POST", headers={"X-A": "b"},
        body=b"x=1", cookies={"c": "d"}, meta={"depth": 2}, priority=3, cb_kwargs={"n": 1}, flags=["f"],
    )  # fmt: skip
    crawl.scheduler.enqueue_request(request)
    assert crawl.take().to_dict(spider=crawl.spider) == request.to_dict(spider=crawl.spider)


def test_a_callback_that_is_not_a_method_of_the_spider_is_kept_in_memory_and_comes_first() -> None:
    crawl = Crawl()
    unsaved = Request(f"{SEED}page", lambda response: None)
    crawl.scheduler.enqueue_request(Request(f"{SEED}saved", crawl.spider.parse))
    crawl.scheduler.enqueue_request(unsaved)
    assert crawl.scheduler.has_pending_requests()
    assert crawl.take() is unsaved
    assert crawl.take().url == f"{SEED}saved"
    assert not crawl.scheduler.has_pending_requests()


def test_a_resumed_crawl_knows_what_it_has_counted_and_fetched(job: Path):
    crawl = Crawl(job)
    for path in ("a", "b", "c"):
        crawl.add(path)
    crawl.know_blog()
    crawl.stats.set_value("downloader/request_count", 7)
    crawl.busy.discard(crawl.take())
    crawl.take()
    progress = crawl.scheduler.progress()
    assert (progress.pages_known, progress.pages_fetched) == (3, 1)
    crawl.spider.frontier.close()  # as if it was killed

    again = Crawl(job)
    assert again.stats.get_value("blogcrawler/earlier")["downloader/request_count"] == 7
    again.stats.set_value("downloader/request_count", 2)
    again.busy.discard(again.take())
    again.scheduler.close("shutdown")
    progress = again.scheduler.progress()
    assert (progress.pages_known, progress.pages_fetched, progress.activity) == (3, 2, Activity.FINISH)
    assert Crawl(job).stats.get_value("blogcrawler/earlier")["downloader/request_count"] == 9


def test_the_activity_describes_the_request_handed_out_last():
    crawl = Crawl()
    crawl.scheduler.report(Activity.TRAINING_PAGES, 1, 2)
    assert str(crawl.scheduler.progress()) == "fetching training pages (1 of 2)"
    crawl.add("list", priority=10)
    crawl.add("sitemap", priority=950, meta={"activity": Activity.SITEMAPS.value})
    crawl.add("post", priority=1000)
    crawl.scheduler.explorer = Explorer(crawl.spider.frontier, KnnPredictor())
    assert crawl.scheduler.progress().posts_left == 1
    seen = []
    while request := crawl.scheduler.next_request():
        progress = crawl.scheduler.progress()
        seen.append((request.url.removeprefix(SEED), progress.activity, progress.fruitless_left))
        crawl.busy.clear()
    assert seen == [
        ("post", Activity.POSTS, None),
        ("sitemap", Activity.SITEMAPS, None),
        ("list", Activity.SEARCH, 100),
    ]


def test_a_page_whose_download_has_failed_is_tried_again_even_if_the_search_is_over() -> None:
    crawl = Crawl()
    crawl.scheduler.explorer = explorer = Explorer(crawl.spider.frontier, KnnPredictor(), 1, 0.03)
    explorer.fruitless = 10**6
    crawl.add("another", priority=200)
    assert not crawl.scheduler.has_pending_requests()
    crawl.add("timed-out", priority=100, dont_filter=True, meta={"retry_times": 1})
    assert crawl.scheduler.has_pending_requests()
    assert crawl.paths() == ["timed-out"]


@pytest.mark.parametrize(
    "damage", [b"", None, "text", b"{", b"null", b"[]", b"{}", b'{"url": 1}', b"\x80\x05."], ids=repr
)
def test_a_damaged_row_is_skipped_and_counted(job: Path, damage: Any, faults: list[str]):
    crawl = Crawl(job)
    crawl.add("a", priority=2)
    crawl.add("b", priority=1)
    crawl.spider.frontier._db.execute("UPDATE pages SET request = ? WHERE priority = 2", (damage,))
    assert crawl.paths() == ["b"]
    assert faults == ["queue"]
    assert not crawl.scheduler.has_pending_requests()
