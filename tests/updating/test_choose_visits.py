from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from blogcrawler.items import Visit
from blogcrawler.updating.choose_visits import by_gain

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def visit(blog: str, hours: float, **fields: Any) -> Visit:
    return Visit(blog, (NOW - timedelta(hours=hours)).isoformat(), "quiet", **fields)


def ranked(*visits: Visit, besides: tuple[str, ...] = ()) -> list[str]:
    return by_gain([one.blog for one in visits] + ["new"], {one.blog: one for one in visits}, NOW, besides)


def test_blogs_are_ranked_by_what_they_promise_and_unknown_ones_come_first():
    slow, fast, long_ago = visit("slow", 10, rate=0.01), visit("fast", 10, rate=0.5), visit("long ago", 80, rate=0.01)
    assert ranked(slow, fast, long_ago) == ["new", "long ago", "fast", "slow"]
    assert ranked(slow, fast, besides=("new", "fast")) == ["slow"]


def test_a_blog_is_left_alone_until_it_may_be_visited_again():
    later, before = (NOW + timedelta(hours=1)).isoformat(), (NOW - timedelta(hours=1)).isoformat()
    assert ranked(visit("pausing", 2, rate=9.0, earliest=later), visit("failed", 7, next=later)) == ["new"]
    assert ranked(visit("ready", 2, rate=9.0, earliest=before, next=later)) == ["new", "ready"]


def test_visits_of_earlier_versions_do_not_tell_the_pace():
    assert ranked(visit("old", 3, next=(NOW - timedelta(minutes=1)).isoformat())) == ["new", "old"]
