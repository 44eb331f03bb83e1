from __future__ import annotations

from blogcrawler.changes import next_check
from blogcrawler.dates import parse_instant


def test_checks_become_rare_with_age():
    fresh = checked = parse_instant("2026-01-01")
    assert fresh is not None
    assert checked is not None
    days = []
    for _ in range(12):
        checked = next_check(fresh, checked)
        days.append((checked - fresh).days)
    assert days[:6] == [1, 2, 4, 8, 16, 32]
    assert days[-1] - days[-2] == 180
