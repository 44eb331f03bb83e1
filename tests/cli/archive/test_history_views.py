from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.feeds import feed_type, intervals, pooled_deviation
from blogcrawler.items import Blog, Post, Visit, WatchedDocument
from blogcrawler.store import open_store

BLOG = "https://example.org/"
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(BLOG, title="A Blog"))
        posts = [
            Post(f"{BLOG}{n}", BLOG, title=f"Post {n}", text="It rains.\nStill.", published=f"2026-05-{n + 1:02}")
            for n in range(20)
        ]
        store.save_posts(posts)
        changed = replace(posts[0], title="Post zero", text="It snows.\nStill.")
        store.post_states.replace(posts[0], changed, ["content", "metadata"], NOW)
        facts = {"type": "RSS 2.0", "entries": 10, "ttl": 60}
        store.schedule.save_source(WatchedDocument(BLOG, f"{BLOG}feed", "feed", facts=facts))
        store.schedule.save_visit(Visit(BLOG, NOW.isoformat(), "updated", requests=3, changed=1))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ending:
        main([*arguments])
    assert not ending.value.code, capsys.readouterr().err
    return capsys.readouterr().out


def test_stats_of_all_blogs_and_of_one(home: Path, capsys: pytest.CaptureFixture[str]):
    (line,) = run(capsys, "stats", "--json", "--home", str(home)).splitlines()
    known = json.loads(line)
    assert (known["posts"], known["versions"], known["intervals"]["median"]) == (20, 1, 24.0)
    shown = run(capsys, "stats", "example.org", "--home", str(home))
    parts = ("A Blog", "20 posts, none gone, 1 earlier version", "RSS 2.0, 10 entries, wants at least 1 hour between")
    for part in (*parts, "A new post every 24 hours", "2026  ███", "Mon  ", "updated", "Next visit: now"):
        assert part in shown
    every = run(capsys, "stats", "--home", str(home))
    assert BLOG in every.splitlines()
    assert [line.split() for line in every.splitlines()[1:4:2]] == [
        ["Posts", "Gone", "Changes", "New", "post", "every", "Last", "post", "Visits", "Next", "visit"],
        ["20", "0", "1", "24", "hours", "2026-05-20", "1", "now"],
    ]
    assert "Feeds: RSS 2.0 × 1" in every


def test_statistics_of_intervals():
    dates = [NOW + timedelta(hours=hours) for hours in (0, 1, 3, 7, 15)]
    found = intervals(dates)
    assert found is not None
    assert (found.shortest, found.lower, found.median, found.upper, found.longest) == (1, 1.75, 3, 5, 8)
    assert pooled_deviation([found, found]) == pytest.approx(found.deviation)
    assert intervals(dates[:2]) is None
    assert pooled_deviation([]) is None


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'<?xml version="1.0"?><rss version="2.0"><channel>', "RSS 2.0"),
        (b'<rss version="0.91">', "RSS 0.91"),
        (b'<feed xmlns="http://www.w3.org/2005/Atom">', "Atom"),
        (b"<rdf:RDF xmlns=...>", "RDF"),
        (b' {"version": "https://jsonfeed.org/version/1"}', "JSON Feed"),
        (b"<html>", None),
    ],
)
def test_the_type_of_a_feed(body: bytes, kind: str | None):
    assert feed_type(body) == kind
