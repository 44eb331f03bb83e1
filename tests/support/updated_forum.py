"""A forum that was crawled once, and what each update brings."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from blogsite import BlogSite
from crawl_processes import FAST, crawl, start

from blogcrawler.items import Post
from blogcrawler.store import open_store

_SETTINGS = FAST | {"BLOGCRAWLER_REQUISITES_ENABLED": "0"}


class UpdatedForum:
    """A forum at a site; ``requests`` are those of the last update."""

    def __init__(self, site: BlogSite, home: Path) -> None:
        self.site, self.home = site, home
        self.requests: list[str] = []
        home.mkdir()
        assert crawl(home, site.url, BLOGCRAWLER_REQUISITES_ENABLED=0).poll() == 0

    def update(self, days: float = 0, **arguments: str) -> dict[str, Any]:
        """Run an update some days ahead; returns the kinds of change by title, and what is gone under ``gone``."""
        self.site.asked.clear()
        out = self.home / f"update{len(list(self.home.iterdir()))}.jsonl"
        now = (datetime.now(UTC) + timedelta(days=days)).isoformat()
        given = [part for name, value in _SETTINGS.items() for part in ("-s", f"{name}={value}")]
        given += [
            part for name, value in {"all": "1", "now": now, **arguments}.items() for part in ("-a", f"{name}={value}")
        ]
        program = start(self.home, "scrapy", "crawl", "updatecrawl", "-O", f"{out}:jsonlines", *given)
        assert program.wait() == 0, program.log[-3000:]
        self.requests = list(self.site.asked)
        records = [json.loads(line) for line in out.read_text().splitlines()]
        with closing(open_store(None, self.home)) as store:
            visit = store.schedule.visits(self.site.url)[-1]
            states = store.post_states.all(self.site.url)
            versions = {record["title"]: store.post_states.versions(record["url"]) for record in records}
        assert visit.outcome != "failed", visit.note
        assert visit.requests == len(self.requests)
        kinds = {
            title: tuple(kind for kind in kept[-1].kinds if kind != "structure") if kept else ()
            for title, kept in versions.items()
        }
        gone = sorted(state.url for state in states if state.gone and state.gone >= now[:16])
        assert (visit.new, visit.changed) == (
            len([one for one in kinds.values() if not one]),
            sum(map(bool, kinds.values())),
        )
        return kinds | ({"gone": gone} if gone else {})

    def report(self) -> str:
        """What ``blogcrawler update`` prints."""
        given = [part for name, value in _SETTINGS.items() for part in ("-s", f"{name}={value}")]
        program = start(self.home, "blogcrawler", "update", self.site.url, *given)
        assert program.wait() == 0, program.log[-3000:]
        return program.out

    def record(self, title: str) -> Post:
        with closing(open_store(None, self.home)) as store:
            return next(post for post in store.posts(self.site.url) if post.title == title)

    def messages(self, title: str) -> list[str]:
        return [message.text for message in self.record(title).posts]
