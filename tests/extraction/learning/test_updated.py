"""Reading when a post was updated, and not when the site was built."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

WORDS = "kettle bread river clock garden letter winter paper stone music".split()
FIRST = datetime(2014, 3, 3, 10, 15, tzinfo=UTC)


def page(number: int, published: str, updated: str) -> str:
    text = " ".join(f"{WORDS[(number * i + i // 3) % 10]} {number * i}" for i in range(1, 60))
    head = "".join(
        f'<meta property="article:{name}_time" content="{value}">'
        for name, value in (("published", published), ("modified", updated))
    )
    return f"<title>Post {number}</title>{head}<h1>Post {number}</h1><div class='e'><p>{text}</p></div>"


def read(
    updates: list[str], published: str, updated: str, form: str = "%Y-%m-%dT%H:%M:%SZ", hours: int = 0
) -> ExtractedPost:
    """Learn from posts that were published monthly and updated at ``updates``, and extract another post."""
    pairs = []
    for number, one in enumerate(updates, 1):
        day = FIRST + timedelta(days=31 * number)
        shown = (day + timedelta(hours=hours)).strftime(form)
        entry = FeedEntry(f"https://blog.example/{number}", f"Post {number}", published=day)
        pairs.append((entry, parse_page(page(number, shown, one), entry.url)))
    rules = RuleSet.from_record(learn(pairs).record())
    return Extractor(rules).extract(parse_page(page(20, published, updated), "https://blog.example/20"))


@pytest.mark.parametrize("seconds", [0, 1, 60])
def test_the_build_time_of_a_site_is_not_an_update(seconds: int) -> None:
    built = [f"2019-10-17T08:0{n * seconds // 60}:{n * seconds % 60:02}Z" for n in range(5)]
    assert read(built, "2015-01-01T10:00:00Z", "2019-10-17T08:09:00Z").updated is None


def test_updates_on_different_days_are_read() -> None:
    updates = [f"2018-0{n}-17T08:06:33Z" for n in range(1, 6)]
    got = read(updates, "2015-01-01T10:00:00Z", "2019-10-17T08:06:33Z")
    assert got.updated == "2019-10-17T08:06:33+00:00"


@pytest.mark.parametrize(
    ("updated", "kept"),
    [
        ("2014-12-31T22:00:00Z", False),
        ("2015-01-01T09:59:00Z", False),
        ("2015-01-01T10:00:00Z", True),
        ("2015-01-01", True),
        ("2014-12-31", False),
        ("2015-01-02T08:00:00Z", True),
    ],
)
def test_an_update_before_publication_is_ignored(updated: str, kept: bool) -> None:
    updates = [f"2018-0{n}-17T08:06:33Z" for n in range(1, 6)]
    assert (read(updates, "2015-01-01T10:00:00Z", updated).updated is not None) == kept


def test_an_update_is_in_the_blogs_time_zone() -> None:
    updates = [f"2018-0{n}-17 08:06:33" for n in range(1, 6)]
    got = read(updates, "2015-01-01 10:00:00", "2015-01-03 10:00:00", "%Y-%m-%d %H:%M:%S", hours=2)
    assert (got.published, got.updated) == ("2015-01-01T10:00:00+02:00", "2015-01-03T10:00:00+02:00")
