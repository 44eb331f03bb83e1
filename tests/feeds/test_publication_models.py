from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.feeds import FeedRhythm, online_rhythm, poisson_rhythm

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def regular(hours: float, number: int = 40) -> list[datetime]:
    return [NOW - timedelta(hours=hours * n) for n in range(number)]


@pytest.mark.parametrize("model", [poisson_rhythm, online_rhythm])
@pytest.mark.parametrize("hours", [3, 24, 200])
def test_the_rate_of_a_regular_blog_is_learned(model, hours: float):
    assert model(regular(hours), NOW).rate * hours == pytest.approx(1, rel=0.3)


def test_a_homogeneous_process_has_no_hours_of_the_week():
    assert set(poisson_rhythm([NOW - timedelta(weeks=n) for n in range(30)], NOW).shape) == {1.0}


def test_the_online_learner_notices_that_a_blog_has_become_faster_or_stopped():
    slow = [NOW - timedelta(days=30 + 30 * n) for n in range(30)]
    fast = [NOW - timedelta(hours=6 * n) for n in range(20)]
    assert online_rhythm(slow + fast, NOW).rate > 3 * poisson_rhythm(slow + fast, NOW).rate
    later = NOW + timedelta(days=60)
    assert online_rhythm(fast, later).rate < 0.2 * online_rhythm(fast, NOW).rate


@pytest.mark.parametrize("model", [poisson_rhythm, online_rhythm, FeedRhythm.learn])
@given(st.lists(st.datetimes(timezones=st.none() | st.just(UTC)), max_size=20))
def test_any_dates_give_a_rate(model, dates: list[datetime]):
    assert 0 < model(dates, NOW).rate < 100
