from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from blogcrawler.feeds import RequestBudget, expected_gain

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_blog_with_four_times_as_many_posts_is_worth_a_visit_after_half_the_time():
    assert expected_gain(0.4, 5) == pytest.approx(expected_gain(0.1, 10))


def test_posts_that_have_waited_for_a_day_are_worth_more():
    assert expected_gain(0.1, 24) > 5 * expected_gain(0.1, 23.9)


def test_a_budget_that_was_not_used_for_a_day_is_whole():
    assert RequestBudget(240, NOW).available(NOW) == 240
    assert RequestBudget(240, NOW, NOW - timedelta(days=9)).available(NOW) == 240


def test_a_budget_accrues_by_the_hour():
    budget = RequestBudget(240, NOW, NOW - HOUR)
    assert budget.available(NOW) == 10
    budget.spend(10)
    assert budget.available(NOW) == 0
    assert budget.available(NOW + 3 * HOUR) == 30
    assert budget.available(NOW + 100 * HOUR) == 240


def test_a_visit_that_needs_more_than_is_left_delays_the_next_ones():
    budget = RequestBudget(24, NOW, NOW - HOUR)
    budget.spend(4)
    assert budget.available(NOW + 2 * HOUR) <= 0
    assert budget.available(NOW + 4 * HOUR) == 1


def test_hourly_runs_spend_the_budget_of_a_day_in_a_day():
    spent = 0
    for hour in range(1, 25):
        budget = RequestBudget(240, NOW + hour * HOUR, NOW + (hour - 1) * HOUR)
        spent += budget.available(NOW + hour * HOUR)
    assert spent == 240
