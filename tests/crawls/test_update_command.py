"""``blogcrawler update``, once and forever."""

from __future__ import annotations

import json
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST, crawl, start

from blogcrawler.store import open_store

SETTINGS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]


def test_update_prints_what_it_found_and_watch_runs_until_it_is_stopped(tmp_path: Path):
    home, out = tmp_path / "home", tmp_path / "new.jsonl"
    posts = make_posts(14)
    with BlogSite() as site:
        fill(site, posts[2:])
        assert crawl(home, site.url).poll() == 0
        fill(site, posts[1:])
        update = start(home, "blogcrawler", "update", site.url, "-o", str(out), *SETTINGS)
        assert update.wait() == 0
        assert "Posts     1 new, 0 changed, 0 gone" in update.out
        assert "Requests  2," in update.out

        with closing(open_store(None, home)) as store:
            store.schedule.release("nobody", site.url, store.schedule.due(site.url).replace(year=2020))  # type: ignore[union-attr]
        fill(site, posts)
        forever = start(home, "blogcrawler", "update", "--forever", "-o", str(out), *SETTINGS)
        end = time.monotonic() + 30
        while len(out.read_text().splitlines()) < 2:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert forever.poll() is None
        forever.send(signal.SIGINT)
        assert forever.wait() == 0
        assert "Posts     1 new, 0 changed, 0 gone" in forever.out
    urls = [json.loads(line)["url"] for line in out.read_text().splitlines()]
    assert urls == [site.url.rstrip("/") + post.path for post in (posts[1], posts[0])]


@pytest.mark.parametrize(
    "arguments", [["update", "unknown.example"], ["update", "--since", "once"], ["update", "-s", "X"]]
)
def test_wrong_usage_is_reported(tmp_path: Path, arguments: list[str]):
    program = start(tmp_path / "home", "blogcrawler", *arguments)
    assert program.wait() == 2
    assert program.log.startswith("Error: ")
