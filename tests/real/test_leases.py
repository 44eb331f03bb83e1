"""Several updates at once share the blogs; the blogs of one that is killed are taken over."""

from __future__ import annotations

import signal
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST, start, start_crawl
from postgresql import Server

from blogcrawler.store import open_store

pytestmark = pytest.mark.real

BLOGS = 6


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_every_blog_is_visited_once_though_one_process_is_killed(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
):
    home = tmp_path / "home"
    env = {}
    if database == "postgresql":
        server: Server = request.getfixturevalue("server")
        env["BLOGCRAWLER_DATABASE_URL"] = server.new_database()
    url = env.get("BLOGCRAWLER_DATABASE_URL")
    with ExitStack() as stack:
        sites = [stack.enter_context(BlogSite()) for _ in range(BLOGS)]
        for site in sites:
            fill(site, make_posts(6))
        for pair in zip(sites[::2], sites[1::2], strict=True):
            for crawl in [start_crawl(home, site.url, env=env) for site in pair]:
                assert crawl.wait() == 0
        for site in sites:
            site.asked.clear()
            site.before = lambda path: time.sleep(0.7)
        store = stack.enter_context(closing(open_store(url, home)))
        given = FAST | {"BLOGCRAWLER_LEASE": "3", "BLOGCRAWLER_BLOGS_AT_ONCE": "1"}
        settings = [part for name, value in given.items() for part in ("-s", f"{name}={value}")]
        programs = [start(home, "scrapy", "crawl", "updatecrawl", *settings, env=env) for _ in range(4)]
        victim = programs[0]
        end = time.monotonic() + 30
        while not (held := [b.url for b in store.blogs() if f":{victim.pid}:" in (store.schedule.holder(b.url) or "")]):
            assert time.monotonic() < end
            assert victim.poll() is None
            time.sleep(0.01)
        victim.send(signal.SIGKILL)
        assert victim.wait() == -signal.SIGKILL
        for program in programs[1:]:
            assert program.wait(60) == 0
        visits = Counter({blog.url: len(store.schedule.visits(blog.url)) for blog in store.blogs()})
        assert visits == {site.url: 1 for site in sites}
        assert [store.schedule.holder(site.url) for site in sites] == [None] * BLOGS
        asked = {site.url: site.times("/feed.xml") for site in sites}
        assert sum(asked.values()) <= BLOGS + len(held)  # the blogs of the killed process are visited again
