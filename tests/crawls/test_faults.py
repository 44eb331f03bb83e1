"""A server that fails now and then costs requests, but no posts."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, Hook, Visit, fill, make_posts
from crawl_processes import crawl, urls

POSTS = make_posts(60)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, POSTS)
        yield site


def hang(visit: Visit) -> None:
    time.sleep(8)


def cut(answer: Answer) -> Hook:
    """The answer, of which only the first half arrives."""

    def send(visit: Visit) -> None:
        body = answer.data()
        visit.send_response(answer.status)
        visit.send_header("Content-Type", answer.kind)
        visit.send_header("Content-Length", str(len(body)))
        visit.end_headers()
        visit.wfile.write(body[: len(body) // 2])

    return send


def make_faulty(site: BlogSite) -> None:
    """Answer a tenth of the requests with 503, some not at all, and cut some bodies."""
    pages, dice = dict(site.pages), random.Random(3)

    def answer(path: str) -> Answer | Hook | None:
        roll, page = dice.random(), pages.get(path)
        if roll < 0.1:
            return Answer("busy", status=503)
        if roll < 0.13:
            return hang
        return cut(page) if roll < 0.16 and isinstance(page, Answer) else page

    site.pages.clear()
    site.fallback = answer


def test_faults_cost_less_than_as_many_requests_again_and_no_post(tmp_path: Path, site: BlogSite) -> None:
    crawl(tmp_path / "clean", site.url)
    needed, expected = len(site.asked), urls(tmp_path / "clean")
    assert len(expected) == len(POSTS)
    site.asked.clear()
    make_faulty(site)
    ended = crawl(tmp_path / "faulty", site.url, DOWNLOAD_TIMEOUT=1, RETRY_TIMES=3, BLOGCRAWLER_BACK_OFF=0.02)
    assert set(urls(tmp_path / "faulty")) == set(expected)
    assert len(site.asked) <= 2 * needed
    assert ended.stats["finish_reason"] == "finished"
    assert ended.stats["downloader/exception_count"] > 0
