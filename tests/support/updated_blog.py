"""A made-up blog that was crawled once, and what each update brings."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from blogsite import BlogSite, MadePost, fill
from crawl_processes import FAST, Program, crawl, start

from blogcrawler.store import Store, open_store


@dataclass
class Updates:
    """A blog that was crawled once, and what each update brings."""

    site: BlogSite
    home: Path
    posts: list[MadePost]
    number: int = field(default=0)

    def publish(self, posts: list[MadePost], **options: Any) -> None:
        self.posts = posts
        fill(self.site, posts, **options)
        self.number += 1
        if "/feed.xml" in self.site.pages:
            self.site.pages["/feed.xml"].headers["ETag"] = f'"{self.number}"'  # type: ignore[union-attr]

    def update(
        self, *arguments: str, env: dict[str, str] | None = None, **settings: Any
    ) -> tuple[list[dict[str, Any]], Program]:
        """Run an update of all blogs; returns the exported records. ``site.asked`` has the requests."""
        self.site.asked.clear()
        out = self.home.parent / f"update{self.number}.{len(list(self.home.parent.iterdir()))}.jsonl"
        given = [part for name, value in (FAST | settings).items() for part in ("-s", f"{name}={value}")]
        arguments = arguments or ("-a", "all=1")
        command = ("crawl", "updatecrawl", "-O", f"{out}:jsonlines", *given, *arguments)
        program = start(self.home, "scrapy", *command, env=env)
        code, stats = program.wait(), program.stats
        visited = stats.get("blogs/visited", 0)
        has_failed = visited > 0 and stats.get("blogs/failed", 0) == visited
        assert code == int(has_failed), program.log[-3000:]
        return [json.loads(line) for line in out.read_text().splitlines()], program

    def store(self) -> closing[Store]:
        return closing(open_store(None, self.home))

    def url(self, post: MadePost) -> str:
        return self.site.url.rstrip("/") + post.path


def crawled(blog: Updates, posts: list[MadePost], **options: Any) -> None:
    blog.publish(posts, **options)
    assert crawl(blog.home, blog.site.url).poll() == 0


def soon(days: int) -> str:
    return f"now={(datetime.now(UTC) + timedelta(days=days)).isoformat()}"
