from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.feeds import HOURS, SHORTEST, FeedHints, FeedRhythm
from blogcrawler.feeds.rhythm import LONGEST

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)  # a Monday


def regular(hours: float, number: int = 40) -> list[datetime]:
    return [NOW - timedelta(hours=hours * n) for n in range(number)]


@pytest.mark.parametrize("hours", [3, 24, 200])
def test_the_rate_of_a_regular_blog_is_learned(hours: float):
    assert FeedRhythm.learn(regular(hours), NOW).rate * hours == pytest.approx(1, rel=0.25)


def test_silence_slows_the_rate():
    dates = regular(24)
    rates = [FeedRhythm.learn(dates, NOW + timedelta(days=days)).rate for days in (0, 10, 30, 90, 360)]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] < 0.05 * rates[0]


def test_the_hours_of_the_week_are_learned():
    mondays = [NOW - timedelta(weeks=n) for n in range(30)]
    rhythm = FeedRhythm.learn(mondays, NOW)
    assert sum(rhythm.shape) == pytest.approx(HOURS)
    assert max(range(HOURS), key=lambda hour: rhythm.shape[hour]) == 12
    night = NOW - timedelta(hours=9)
    assert rhythm.expected(NOW, NOW + timedelta(hours=2)) > 5 * rhythm.expected(night, night + timedelta(hours=2))
    assert rhythm.expected(NOW, NOW + timedelta(weeks=3)) == pytest.approx(3 * HOURS * rhythm.rate)


@pytest.mark.parametrize("zone", [None, UTC, timezone(timedelta(hours=9))])
def test_dates_without_a_time_tell_the_day_but_not_the_hour(zone: tzinfo | None):
    wednesdays = [datetime(2026, 5, 27, tzinfo=zone) - timedelta(weeks=n) for n in range(30)]
    shape = FeedRhythm.learn(wednesdays, NOW).shape
    assert sum(shape) == pytest.approx(HOURS)
    wednesday = shape[2 * 24 : 3 * 24]
    assert wednesday[0] == pytest.approx(wednesday[23])
    assert wednesday[12] == max(shape)
    assert sum(wednesday) > 4 * sum(shape[5 * 24 : 6 * 24])
    both = [*wednesdays, *(NOW - timedelta(weeks=n) for n in range(10))]
    mixed = FeedRhythm.learn(both, NOW).shape
    assert max(range(HOURS), key=lambda hour: mixed[hour]) == 12  # Monday, as the times say


def test_a_visit_waits_for_the_hour_at_which_posts_appear():
    mondays = [NOW - timedelta(weeks=n) for n in range(1, 30)]
    rhythm = FeedRhythm.learn(mondays, NOW)
    sunday = NOW - timedelta(hours=30)
    assert timedelta(hours=18) < rhythm.next_visit(sunday) - sunday < timedelta(hours=44)


def test_faster_blogs_are_visited_more_often():
    pauses = [FeedRhythm.learn(regular(hours), NOW).next_visit(NOW) - NOW for hours in (1, 8, 48, 500)]
    assert pauses == sorted(pauses)
    assert len(set(pauses)) == 4


@pytest.mark.parametrize(
    ("rate", "capacity", "hours"),
    [(0.5, None, 2), (0.5, 3, 2), (0.5, 2, 1), (0.1, None, 4), (0.1, 2, 4), (0.1, 1, 3)],
)
def test_a_small_feed_is_read_before_a_quarter_of_it_is_new(rate: float, capacity: int | None, hours: int):
    rhythm = FeedRhythm(rate)
    visit = rhythm.next_visit(NOW, capacity)
    assert visit == NOW + timedelta(hours=hours)
    assert capacity is None or rhythm.expected(NOW, visit - timedelta(hours=1)) < 0.25 * capacity


def test_the_hints_of_the_feed_are_respected():
    fast = FeedRhythm.learn(regular(1), NOW)
    assert fast.next_visit(NOW, hints=FeedHints(ttl=600)) >= NOW + timedelta(hours=10)
    quiet = FeedHints(skip_hours=tuple(range(12, 23)), skip_days=(1,))
    assert fast.next_visit(NOW, hints=quiet).hour not in quiet.skip_hours
    never = fast.next_visit(NOW, hints=FeedHints(skip_hours=tuple(range(24))))
    assert never < NOW + timedelta(days=9)


def test_an_unknown_blog_is_visited_within_days():
    assert NOW + timedelta(hours=12) < FeedRhythm.learn([], NOW).next_visit(NOW) <= NOW + LONGEST


@given(st.lists(st.datetimes(timezones=st.none() | st.just(UTC)), max_size=30), st.none() | st.integers(0, 1000))
def test_any_dates_give_a_visit_within_bounds(dates: list[datetime], capacity: int | None):
    next_visit = FeedRhythm.learn(dates, NOW).next_visit(NOW, capacity)
    assert NOW + SHORTEST <= next_visit <= NOW + LONGEST + timedelta(hours=1)
