"""When posts were changed: where pages state it, by which clock, and when it is only the moment of a build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...dates import read_date
from ...dom import read
from ..rules import FieldRule
from ..training.sample import TrainingSample

__all__ = ["learn_updated"]

#: Fewer pages with the same day of change are no habit.
_FEWEST = 3


def learn_updated(
    found: Sequence[TrainingSample], stated: Iterable[FieldRule], published: Sequence[FieldRule]
) -> list[FieldRule]:
    """The rules among those that are ``stated`` which tell when posts were changed, with the clock of the blog."""
    zone = next((rule.zone for rule in published[:1] if not rule.in_body and not rule.daily), ())
    own = [rule for rule in stated if not _tells_build(rule, found)]
    return [rule if rule.in_body else replace(rule, zone=zone) for rule in own]


def _tells_build(rule: FieldRule, found: Sequence[TrainingSample]) -> bool:
    """Whether most posts are said to have changed on one day, though they appeared on different ones."""
    days = [
        (moments[0][1].day, sample.day)
        for sample in found
        for value in read(sample.outline.page, rule.selector, rule.take, 1)
        if (moments := read_date(value))
    ]
    if len(days) < _FEWEST:
        return False
    ((day, count),) = Counter(changed for changed, _ in days).most_common(1)
    appeared = {own for changed, own in days if changed == day}
    return 2 * count > len(days) and len(appeared) >= _FEWEST
