"""Crawls from the browser: real ones of a blog on loopback."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts

from blogcrawler.errors import UsageError
from blogcrawler.store import open_store
from blogcrawler.web import WebOptions
from blogcrawler.web.crawling.crawl_jobs import CrawlJob, CrawlJobs


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = tmp_path / "blogcrawler.toml"
    config.write_text("DOWNLOAD_DELAY = 0.02\nAUTOTHROTTLE_ENABLED = false\nRANDOMIZE_DOWNLOAD_DELAY = false\n")
    monkeypatch.setenv("BLOGCRAWLER_CONFIG", str(config))
    monkeypatch.setenv("BLOGCRAWLER_WEB_TOKEN", "a secret token")


async def ended(job: CrawlJob, seconds: float = 60) -> str:
    end = time.monotonic() + seconds
    while job.is_running:
        assert time.monotonic() < end, job.record()
        await asyncio.sleep(0.05)
    return job.state


def test_a_crawl_is_paused_and_resumed_by_another_server(tmp_path: Path) -> None:
    options = WebOptions(tmp_path / "archive", crawls=1)

    async def run(site: BlogSite) -> None:
        first = CrawlJobs(options)
        job = await first.start("crawl", site.url)
        with pytest.raises(UsageError, match="already"):
            await first.start("update", site.url)
        with pytest.raises(UsageError, match="no more are allowed"):
            await first.start("crawl", "https://other.example/")
        while len(site.asked) < 15:
            await asyncio.sleep(0.01)
        await first.close()
        assert job.state == "paused"
        second = CrawlJobs(options)
        assert [known.state for known in second.all()] == ["paused"]
        job = await second.resume(job.id)
        assert await ended(job) == "finished"
        assert job.progress is not None
        assert 0 < job.progress.extracted <= 30
        assert any("Resumed" in line for line in job.lines)
        assert not any(str(tmp_path) in line for line in job.lines)

    with BlogSite() as site:
        fill(site, make_posts(30), per_list=4)
        site.before = lambda path: time.sleep(0.02)
        asyncio.run(run(site))
    with closing(open_store(None, options.home)) as store:
        assert store.count() == 30


def test_a_crawl_that_finds_nothing_has_failed(tmp_path: Path) -> None:
    async def run(site: BlogSite) -> CrawlJobs:
        jobs = CrawlJobs(WebOptions(tmp_path / "archive"))
        job = await jobs.start("crawl", site.url)
        assert await ended(job) == "failed"
        assert job.lines
        jobs.forget(job.id)
        return jobs

    with BlogSite() as site:
        jobs = asyncio.run(run(site))
    assert jobs.all() == []
    assert json.loads((tmp_path / "archive" / "web-crawls.json").read_text()) == []


@pytest.mark.parametrize("content", ["", "[", "{}", "[1]", '[{"id": 1}]', '{"a": 1}', "null"])
def test_a_damaged_list_of_crawls_is_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / "web-crawls.json").write_text(content)
    assert CrawlJobs(WebOptions(tmp_path)).all() == []


def test_the_crawl_does_not_get_the_token(tmp_path: Path) -> None:
    environment = CrawlJobs(WebOptions(tmp_path, "postgresql://me:pw@host/x"))._environment()
    assert "BLOGCRAWLER_WEB_TOKEN" not in environment
    assert environment["BLOGCRAWLER_DATABASE_URL"] == "postgresql://me:pw@host/x"
    assert "pw@" not in " ".join(CrawlJobs(WebOptions(tmp_path, "postgresql://me:pw@host/x"))._command("crawl", "x"))
