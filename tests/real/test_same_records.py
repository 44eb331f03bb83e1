"""The same crawl on both databases."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import records, start_crawl
from postgresql import Server

from blogcrawler.store import open_store

pytestmark = pytest.mark.real


def comparable(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what differs from crawl to crawl."""
    return {name: value for name, value in record.items() if name not in ("fetched", "warc", "crawled")}


def test_a_crawl_on_sqlite_and_one_on_postgresql_give_the_same_records(server: Server, tmp_path: Path):
    posts = make_posts(15)
    posts[3].paragraphs[0] += " Grüße, 日本語, emoji 🎈 and \u202e marks."
    databases = {"sqlite": None, "postgresql": server.new_database()}
    with BlogSite() as site:
        fill(site, posts)
        programs = {
            name: start_crawl(tmp_path / name, site.url, env={"BLOGCRAWLER_DATABASE_URL": url or ""})
            for name, url in databases.items()
        }
        assert [program.wait() for program in programs.values()] == [0, 0]
    assert not (tmp_path / "postgresql" / "blogcrawler.db").exists()
    stored, blogs = {}, {}
    for name, url in databases.items():
        with closing(open_store(url, tmp_path / name)) as store:
            rows = {post.url: post.record() for post in store.posts()}
            assert rows == {record["url"]: record for record in records(tmp_path / name)}
            stored[name] = {key: comparable(row) for key, row in rows.items()}
            blogs[name] = [comparable(asdict(blog)) for blog in store.blogs()]
    assert len(stored["sqlite"]) == 15
    assert stored["sqlite"] == stored["postgresql"]
    assert blogs["sqlite"] == blogs["postgresql"]
