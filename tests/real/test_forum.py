"""A crawl of a real forum."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from blogsite import BlogSite
from crawl_processes import crawl, records
from forum import IS_INSTALLED, in_another_style, running_forum, some_threads

pytestmark = [pytest.mark.real, pytest.mark.skipif(not IS_INSTALLED, reason="django-spirit is not installed")]


def test_every_thread_of_a_forum_becomes_one_record_with_all_its_posts_in_order(tmp_path: Path) -> None:
    threads = some_threads(12)
    with running_forum(tmp_path, threads) as forum:
        program = crawl(tmp_path, forum.url)
        assert program.poll() == 0
        requests = [request for request in forum.requests() if "/static/" not in request]
        assert any(request.endswith(".css") for request in forum.requests()), "what pages need is archived"
        check(tmp_path, threads)
        pages = sum((len(thread["posts"]) + 19) // 20 for thread in threads)
        assert len(requests) <= pages + 10  # robots.txt, the lists
        assert not any("/user/" in request or "/publish/" in request for request in requests)
        with BlogSite() as site:
            site.fallback = lambda path: in_another_style(forum, path)
            for _ in range(2):
                forum.forget_requests()
                assert crawl(tmp_path / "restyled", site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0
                check(tmp_path / "restyled", threads)
                assert len(forum.requests()) <= pages + 10
                assert not any("/user/" in request or "/publish/" in request for request in forum.requests())


def check(home: Path, threads: list[dict[str, Any]]) -> None:
    got = {record["title"]: record for record in records(home)}
    assert set(got) == {thread["title"] for thread in threads}
    for thread in threads:
        record = got[thread["title"]]
        assert record["type"] == "thread"
        assert [post["author"] for post in record["posts"]] == [post["user"] for post in thread["posts"]]
        texts = [post["html"].split(" See ")[0].removeprefix("<p>").removesuffix("</p>") for post in thread["posts"]]
        assert [post["text"].split(" See ")[0] for post in record["posts"]] == texts
        assert {post["published"][:10] for post in record["posts"]} == {thread["posts"][0]["date"][:10]}
