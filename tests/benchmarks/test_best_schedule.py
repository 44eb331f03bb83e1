"""The bound of ``benchmarks/budget_bound.py`` against schedules that are known or found by trying every hour."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import best_schedule
from fixtures.best_schedule import bounds
from scipy.optimize import linprog

#: Gaps that together are close to a Poisson process: no visit tells anything about the next post.
MEMORYLESS = (-np.log((np.arange(400) + 0.5) / 400)).tolist()


@pytest.fixture(autouse=True)
def many_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best price of a visit, for few blogs: for thousands, those of the benchmark are close enough."""
    monkeypatch.setattr(best_schedule, "POSTS", np.geomspace(0.003, 3, 300))
    monkeypatch.setattr(best_schedule, "HOURS", np.geomspace(0.1, 3000, 300))


def poisson(mean: float) -> list[float]:
    return [mean * gap for gap in MEMORYLESS]


def test_posts_whose_time_is_known_are_found_at_once() -> None:
    found = bounds([[48.0]], 0.001, 1 / 48)
    assert found.in_time == pytest.approx(1, abs=0.01)
    assert found.delay == pytest.approx(0.5, abs=0.1)  # from the middle of an hour to its end


def test_half_of_the_visits_that_posts_need_find_half_of_them_in_time() -> None:
    assert bounds([[48.0]], 0.001, 1 / 96).in_time == pytest.approx(0.5, abs=0.01)


def test_without_any_pattern_visits_find_the_posts_of_the_day_before_and_are_best_at_equal_intervals() -> None:
    found = bounds([poisson(100.0)], 0.05, 0.4 / 24)
    assert found.in_time == pytest.approx(0.4, abs=0.01)
    assert found.delay == pytest.approx(30, rel=0.02)  # half of 60 hours


def test_the_busier_of_two_blogs_is_visited_daily_and_the_other_never() -> None:
    assert bounds([poisson(50.0), poisson(150.0)], 0.05, 0.5 / 24).in_time == pytest.approx(0.75, abs=0.01)


@pytest.mark.parametrize("visits", [1 / 30, 1 / 10])
def test_the_bound_is_what_the_best_of_all_schedules_reaches(visits: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_schedule, "IN_TIME_HOURS", 6)
    monkeypatch.setattr(best_schedule, "WAITS", np.arange(1, 73))
    gaps = [5.0, 11.0, 24.0]
    found = bounds([gaps], 0.3, visits)
    chances = best_schedule._distribution(gaps, 0.3)[:72]
    assert found.in_time == pytest.approx(best_of_all(chances, visits, for_delay=False), abs=0.01)
    assert found.delay == pytest.approx(best_of_all(chances, visits, for_delay=True), rel=0.02)


def best_of_all(chances: np.ndarray, visits: float, for_delay: bool) -> float:
    """What the best of all schedules reaches that wait up to three days, and keep the budget on average, for a blog
    whose gaps have these probabilities in hours: a linear program for how often to wait so long at this age."""
    chances = chances / chances.sum()
    ends = chances / np.maximum(chances[::-1].cumsum()[::-1], 1e-12)  # if the last post is so long ago
    longest, ages = 72, len(chances) - 1
    here = [(age, wait) for age in range(ages) for wait in range(1, longest + 1)]
    flow, value = np.zeros((ages, len(here))), np.zeros(len(here))
    for number, (age, wait) in enumerate(here):
        if wait == 1:
            state, posts = np.eye(ages)[age], [0.0]  # the probability of each age, and the posts of each hour
        posts.append(float(state @ ends[1:]))
        state = np.append(posts[-1], (state * (1 - ends[1:]))[:-1])
        flow[:, number] = np.eye(ages)[age] - state
        waited = sum(count * (wait - hour + 0.5) for hour, count in enumerate(posts))
        value[number] = waited if for_delay else -sum(posts[max(1, wait + 1 - best_schedule.IN_TIME_HOURS) :])
    hours = np.array([wait for _, wait in here], float)
    never = [] if for_delay else [0.0]  # the time in which the blog is not followed
    equal = np.vstack([np.hstack([flow, np.zeros((ages, len(never)))]), np.hstack([hours, [1.0] * len(never)])])
    costs, once = np.hstack([value, never]), np.hstack([np.ones(len(here)), never])[None]
    solved = linprog(costs, once, [visits], equal, np.append(np.zeros(ages), 1.0))
    return abs(float(solved.fun)) * float(chances @ np.arange(len(chances)))
