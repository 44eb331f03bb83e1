"""Learning where pages state when posts were last changed, leaving out dates of the last site build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...dates import read_date
from ...dom import read
from ..rules import FieldRule
from ..training.sample import TrainingSample

__all__ = ["UpdatedParameters", "learn_updated"]


@dataclass(frozen=True, slots=True)
class UpdatedParameters:
    """When a date is the date of a site build."""

    #: Pages that must state a date, and posts of different days that must share one: fewer may be chance.
    min_pages: int = 3


_PARAMETERS = UpdatedParameters()


def learn_updated(
    samples: Sequence[TrainingSample], stated: Iterable[FieldRule], published: Sequence[FieldRule]
) -> list[FieldRule]:
    """The rules among ``stated`` that tell when posts were changed, with the time zone of the ``published`` rule."""
    zone = next((rule.zone for rule in published[:1] if not rule.in_body and not rule.daily), ())
    own = [rule for rule in stated if not _is_build_date(rule, samples)]
    return [rule if rule.in_body else replace(rule, zone=zone) for rule in own]


def _is_build_date(rule: FieldRule, samples: Sequence[TrainingSample]) -> bool:
    """Whether most posts were changed on the same day, though they were published on different ones."""
    days = [
        (moments[0][1].day, sample.day)
        for sample in samples
        for value in read(sample.outline.page, rule.selector, rule.take, 1)
        if (moments := read_date(value))
    ]
    if len(days) < _PARAMETERS.min_pages:
        return False
    ((day, count),) = Counter(changed for changed, _ in days).most_common(1)
    published = {own for changed, own in days if changed == day}
    return 2 * count > len(days) and len(published) >= _PARAMETERS.min_pages
