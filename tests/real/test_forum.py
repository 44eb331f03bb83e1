"""A crawl of a real forum."""

from __future__ import annotations

from pathlib import Path

import pytest
from forum import IS_INSTALLED, running_forum, some_threads
from programs import crawl, records

pytestmark = [pytest.mark.real, pytest.mark.skipif(not IS_INSTALLED, reason="django-spirit is not installed")]


def test_every_thread_of_a_forum_becomes_one_record_with_all_its_posts_in_order(tmp_path: Path) -> None:
    threads = some_threads(12)
    with running_forum(tmp_path, threads) as forum:
        program = crawl(tmp_path, forum.url)
        assert program.poll() == 0
        requests = forum.requests()
    got = {record["title"]: record for record in records(tmp_path)}
    assert set(got) == {thread["title"] for thread in threads}
    for thread in threads:
        record = got[thread["title"]]
        assert record["type"] == "thread"
        assert [post["author"] for post in record["posts"]] == [post["user"] for post in thread["posts"]]
        texts = [post["html"].split(" See ")[0].removeprefix("<p>").removesuffix("</p>") for post in thread["posts"]]
        assert [post["text"].split(" See ")[0] for post in record["posts"]] == texts
        assert {post["published"][:10] for post in record["posts"]} == {thread["posts"][0]["date"][:10]}
    pages = sum((len(thread["posts"]) + 19) // 20 for thread in threads)
    assert len(requests) <= pages + 10  # robots.txt, the lists
    assert not any("/user/" in request or "/publish/" in request for request in requests)
