from __future__ import annotations

import pytest

from blogcrawler.web.views.charts import bars, month_bins, week_cells


def test_months_without_posts_are_bins_too() -> None:
    assert month_bins([("2023-11", 2), ("2024-02", 1)]) == [
        ("2023-11", "2023-11", 2),
        ("2023-12", "2023-12", 0),
        ("2024-01", "2024-01", 0),
        ("2024-02", "2024-02", 1),
    ]
    assert month_bins([]) == []


@pytest.mark.parametrize("first", ["0001-01", "1970-01", "2001-05", "2014-12"])
def test_a_long_history_has_few_bins_and_all_posts(first: str) -> None:
    bins = month_bins([(first, 3), ("2024-02", 5), ("2024-01", 1)], most=60)
    assert len(bins) <= 61
    assert sum(number for *_, number in bins) == 9
    assert bins[0][0] <= first
    assert bins[-1][1] >= "2024-02"


def test_the_highest_bar_fills_the_chart_and_an_empty_one_has_no_height() -> None:
    drawn = bars([("a", "a", 4), ("b", "b", 0), ("c", "c", 1)], 120, 40)
    assert [bar.height for bar in drawn] == [40, 0, 10]
    assert drawn[-1].x + drawn[-1].width <= 120


def test_a_short_history_is_at_the_right_and_the_months_before_it_are_named() -> None:
    drawn = bars(month_bins([("2023-11", 1), ("2024-01", 2)], fewest=12), 120, 40)
    assert (drawn[0].since, drawn[0].x, drawn[0].value) == ("2023-02", 0, 0)
    assert [(bar.since, bar.x, bar.value) for bar in drawn if bar.value] == [("2023-11", 90, 1), ("2024-01", 110, 2)]
    [bar] = bars(month_bins([("0001-01", 1)], fewest=12), 120, 40)
    assert bar.x == 0


def test_hours_have_levels() -> None:
    cells = week_cells([0] * 160 + [1] + [100] + [0] * 6)
    assert (cells[161].weekday, cells[161].hour, cells[161].level) == (6, 17, 5)
    assert cells[160].level == 1
    assert cells[0].level == 0
