"""Scopes, rhythms and synonyms."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.items import Post
from blogcrawler.watch import (
    Watch,
    WatchEvent,
    WatchList,
    check_watch,
    next_digest,
    parse_query,
    read_synonyms,
    synonyms_for,
    zone,
)

#: Lines of WordNet 3.0's data.noun, shortened.
WORDNET = [
    "  1 This software and database is being provided to you",
    "02958343 06 n 05 car 0 auto 0 automobile 0 machine 6 motorcar 0 003 @ 03791235 n 0000 | a motor vehicle",
    "02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 002 @ 02083346 n 0000 | a member of the genus Canis",
]


@pytest.mark.parametrize(
    ("rhythm", "timezone", "after", "due"),
    [
        ("hourly", "UTC", "2026-03-02T12:10", "2026-03-02T13:00"),
        ("daily", "UTC", "2026-03-02T06:59", "2026-03-02T07:00"),
        ("daily", "UTC", "2026-03-02T07:00", "2026-03-03T07:00"),
        ("daily", "Europe/Athens", "2026-03-02T04:00", "2026-03-02T05:00"),
        ("daily", "Europe/Athens", "2026-03-28T06:00", "2026-03-29T04:00"),  # summer time begins
        ("daily", "Pacific/Auckland", "2026-03-02T12:00", "2026-03-02T18:00"),
        ("weekly", "America/New_York", "2026-03-04T12:00", "2026-03-09T11:00"),
    ],
)
def test_digests_come_at_seven_in_the_owners_time_zone(rhythm: str, timezone: str, after: str, due: str) -> None:
    moment = datetime.fromisoformat(after).replace(tzinfo=UTC)
    assert next_digest(rhythm, timezone, moment) == datetime.fromisoformat(due).replace(tzinfo=UTC)


def test_an_unknown_time_zone_is_refused() -> None:
    with pytest.raises(UsageError):
        zone("Europe/Atlantis")


def test_synonyms_of_lists_and_of_wordnet() -> None:
    assert read_synonyms(["pier, jetty, mole  # by the sea", "", "alone"]) == [["pier", "jetty", "mole"]]
    groups = read_synonyms(WORDNET)
    assert groups[1] == ["dog", "domestic dog", "Canis familiaris"]
    found = synonyms_for(parse_query("cars OR pier"), groups, "en")
    assert found == {"cars": ["car", "auto", "automobile", "machine", "motorcar"]}


def test_a_watch_finds_synonyms_and_their_inflected_forms() -> None:
    synonyms = synonyms_for(parse_query("car"), read_synonyms(WORDNET), "en")
    watches = WatchList([Watch(1, 1, "car", "synonym", synonyms=synonyms, old_posts=True)])
    post = Post("http://a.example/1", "http://a.example/", "x", text="Two automobiles.", language="en")
    assert len(watches.clips(WatchEvent(post))) == 1


def test_a_watch_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError):
        check_watch(Watch(0, 0, "NOT pier"))
