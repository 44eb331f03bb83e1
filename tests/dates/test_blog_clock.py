"""The blog's clock, and posts that only show their day."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from invented_blogs import Habit, InventedPost, extracted, invented_posts, learned, training

from blogcrawler.blog import KnownBlog
from blogcrawler.dates import Clock, Moment, learn_clock, offset_minutes
from blogcrawler.extraction import FieldRule, RuleSet, learn, learn_list_clock, more_exact_date
from blogcrawler.frontier import PostClassifier, PostPattern

CHICAGO, SHANGHAI = ZoneInfo("America/Chicago"), ZoneInfo("Asia/Shanghai")


def at_hours(habit: Habit, zone: ZoneInfo, hours: list[tuple[int, int]]) -> list[InventedPost]:
    """Posts on consecutive days of January at these hours of the blog's clock."""
    return [
        replace(post, published=datetime(2014, 1, 10 + number, *hour, tzinfo=zone))
        for number, (post, hour) in enumerate(zip(invented_posts(habit, len(hours)), hours, strict=True))
    ]


@pytest.mark.parametrize(
    ("seconds", "minutes"),
    [
        (0, 0),
        (3600, 60),
        (-(5 * 3600 + 1800), -330),
        (5 * 3600 + 2700, 345),  # Nepal
        (3600 + 90, 60),  # saved a little later than the page says
        (3600 - 90, 60),
        (3600 + 91, None),
        (3600 - 91, None),
        (-3600 - 90, -60),
        (-3600 - 91, None),
        (3600 + 450, None),  # between two quarters
    ],
)
def test_an_offset_is_a_quarter_of_an_hour_give_or_take_ninety_seconds(seconds: int, minutes: int | None) -> None:
    assert offset_minutes(timedelta(seconds=seconds)) == minutes


def test_a_gap_that_is_not_an_offset_teaches_no_clock() -> None:
    shown = [Moment(date(2014, 1, day), 12, 0) for day in (3, 4, 5)]
    utc = datetime(2014, 1, 3, 11, 0, tzinfo=UTC)
    feed = [utc + timedelta(days=day) for day in range(3)]
    late = [moment + timedelta(minutes=2) for moment in feed]
    assert {minutes for _, minutes in learn_clock(zip(shown, feed, strict=True)).zone} == {60}
    assert learn_clock(zip(shown, late, strict=True)) == Clock()


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Australia/Sydney"])
@pytest.mark.parametrize("hours", [True, False])
def test_offsets_of_two_seasons_change_when_the_clocks_do(name: str, hours: bool) -> None:
    """A feed of a few months shows both offsets, but not when they change."""
    zone = ZoneInfo(name)
    posts = [datetime(2024, 1, 20, 15, 5, tzinfo=zone) + timedelta(days=9 * n) for n in range(12)]
    pairs = [(Moment(one.date(), *((one.hour, 5) if hours else ())), one) for one in posts]
    clock = learn_clock(pairs)
    days = [datetime(year, 1, 1, 15, tzinfo=zone) + timedelta(days=n) for year in (2012, 2023) for n in range(365)]
    shown = [Moment(one.date(), one.hour, 5) for one in days]
    read = [clock.set(one).offset for one in shown]
    wrong = [one for one, offset in zip(days, read, strict=True) if offset != one.utcoffset()]
    assert len(wrong) <= 16  # the day of the change differs between years


def test_offsets_that_no_zone_explains_are_taken_from_the_nearest_page() -> None:
    """One page was read an hour off."""
    posts = [datetime(2024, 1, 3 + n, 15, 5, tzinfo=timezone(timedelta(hours=1 + (n == 5)))) for n in range(9)]
    clock = learn_clock([(Moment(one.date(), one.hour, 5), one) for one in posts])
    assert clock.zone == tuple((3 + n, 120 if n == 5 else 60) for n in range(9))


def test_evening_posts_west_of_greenwich_are_on_the_next_day_in_utc() -> None:
    habit = Habit()
    posts = at_hours(habit, CHICAGO, [(23, 12), (22, 58), (23, 40), (13, 5), (23, 20), (23, 1), (23, 33)])
    rules = learned(habit, posts[:5])
    assert rules.published[0].daily
    got = extracted(rules, habit, posts[5:])
    assert [extract.published for extract in got] == ["2014-01-15T23:20:00-06:00", "2014-01-16T23:20:00-06:00"]
    assert {extract.source["published"] for extract in got} == {"estimate"}


def test_posts_at_different_hours_can_all_have_another_day_in_utc() -> None:
    habit = Habit()
    posts = at_hours(habit, SHANGHAI, [(7, 12), (0, 58), (5, 40), (13, 5), (3, 20), (2, 1), (6, 33)])
    got = extracted(learned(habit, posts[:5]), habit, posts[5:])
    assert [extract.published for extract in got] == ["2014-01-15T05:40:00+08:00", "2014-01-16T05:40:00+08:00"]


@pytest.mark.parametrize(
    ("zone", "hours", "published"),
    [
        (CHICAGO, [(23, 12), (20, 58), (22, 40), (9, 5), (21, 20)], "2014-01-31T04:40:00+00:00"),
        (SHANGHAI, [(0, 0)] * 5, "2014-01-29T16:00:00+00:00"),
        (SHANGHAI, [(0, 0), (9, 0), (0, 0), (9, 0), (0, 0)], "2014-01-30"),
    ],
)
def test_a_feed_in_utc_shows_that_nearly_all_posts_have_another_day(
    zone: ZoneInfo, hours: list[tuple[int, int]], published: str
) -> None:
    habit = Habit()
    posts = at_hours(habit, zone, hours)
    pairs = [
        (replace(entry, published=post.published.astimezone(UTC)), page)
        for (entry, page), post in zip(training(habit, posts), posts, strict=True)
    ]
    rules = RuleSet.from_record(json.loads(json.dumps(learn(pairs).record())))
    unseen = replace(posts[0], published=datetime(2014, 1, 30, tzinfo=zone))
    (got,) = extracted(rules, habit, [unseen])
    assert got.published == published


@pytest.mark.parametrize(
    "hours",
    [
        [(12, 1), (12, 20), (12, 5), (12, 30), (12, 41)],  # the day is the same in UTC
        [(23, 12), (9, 0), (20, 5), (14, 30), (1, 41)],  # no hour is usual
        [(23, 12), (23, 15), (23, 30)],  # too few to say
    ],
)
def test_no_hour_is_invented_without_need_or_evidence(hours: list[tuple[int, int]]) -> None:
    habit = Habit()
    posts = at_hours(habit, CHICAGO, [*hours, (23, 30)])
    (got,) = extracted(learned(habit, posts[:-1]), habit, posts[-1:])
    assert got.published == posts[-1].published.date().isoformat()
    assert got.source["published"] == "rule"


def test_an_hour_that_all_posts_share_is_used() -> None:
    moments = [(Moment(date(2014, 1, day)), datetime(2014, 1, day, tzinfo=SHANGHAI)) for day in (3, 4, 5)]
    clock = learn_clock(moments)
    assert clock.set(Moment(date(2014, 1, 9))).iso() == "2014-01-09T00:00:00+08:00"
    assert not clock.usual


def shown(*hours: int) -> list[tuple[Moment, datetime]]:
    days = enumerate(hours, 3)
    return [(Moment(date(2014, 1, day), hour), datetime(2014, 1, day, hour, tzinfo=SHANGHAI)) for day, hour in days]


def test_hours_on_lists_are_used_if_they_agree_with_the_feed() -> None:
    clock = learn_list_clock(shown(1, 15, 22), hours=True)
    assert clock is not None
    assert clock.set(Moment(date(2014, 1, 9), 3, 20)).iso() == "2014-01-09T03:20:00+08:00"


def test_one_instant_that_agrees_with_the_feed_is_enough() -> None:
    target = datetime(2014, 1, 3, 1, 20, tzinfo=SHANGHAI)
    instant = Moment(date(2014, 1, 3), 1, 20, 0, timedelta(hours=8))
    assert learn_list_clock([(instant, target)], hours=True) == Clock()
    assert learn_list_clock([(instant, target + timedelta(minutes=5))], hours=True) is None


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        shown(15),
        [(Moment(moment.day), target) for moment, target in shown(1, 15, 22)],
        [(moment, target + timedelta(minutes=37 * n)) for n, (moment, target) in enumerate(shown(1, 15, 22), 1)],
    ],
)
def test_hours_on_lists_that_contradict_the_feed_are_ignored(pairs: list[tuple[Moment, datetime]]) -> None:
    assert learn_list_clock(pairs, hours=True) is None


def test_days_on_lists_are_used_if_they_agree_with_the_feed() -> None:
    pairs = [(Moment(moment.day), target) for moment, target in shown(9, 15, 22)]
    wrong = [(Moment(moment.day - timedelta(days=40)), target) for moment, target in pairs]
    assert learn_list_clock(pairs, hours=False) == Clock(tuple((day, 480) for day in (3, 4, 5)))
    assert learn_list_clock(wrong, hours=False) is None


@pytest.mark.parametrize(
    ("day", "listed", "expected"),
    [
        (None, None, None),
        (None, "2014-01-03", "2014-01-03"),
        ("2014-01-03", None, None),
        ("2014-01-03", "2014-01-03T10:00:00+08:00", "2014-01-03T10:00:00+08:00"),
        ("2014-01-03", "2014-01-04T10:00:00+08:00", None),
        ("2014-01-03", "2014-01-03", None),
        ("2014-01-03T09:00:00+00:00", "2014-01-03T10:00:00+08:00", None),
    ],
)
def test_a_list_completes_the_date_of_a_post(day: str | None, listed: str | None, expected: str | None) -> None:
    assert more_exact_date(day, listed) == expected


@pytest.mark.parametrize(
    ("zone", "hour", "clock"),
    [
        (((20, 210),), "", Clock(((20, 210),))),
        (((20, 0),), "", Clock(((20, 0),))),  # the pages show UTC
        (((20, 480),), "08:00:00", Clock(((20, 480),))),
        (((1, 0),), "-2:00:00", Clock()),  # only the feed does
        ((), "", Clock()),
    ],
)
def test_the_clock_of_the_pages_applies_to_their_dates(
    zone: tuple[tuple[int, int], ...], hour: str, clock: Clock
) -> None:
    rules = (FieldRule("//time", 1.0), FieldRule("//i", 0.9, zone=zone, clock=hour))

    assert RuleSet(published=rules).page_clock == clock
    known = KnownBlog("https://a.example/", "", RuleSet(published=tuple(rules)), PostPattern(), PostClassifier(), False)
    assert known.comments.clock == clock
