"""Fields that pages state in their metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...dom import META, Selector, read
from ..rules import FieldRule
from ..training.sample import TrainingSample

__all__ = ["stated_rules", "stated_values"]

#: On fewer pages, the same value everywhere may be chance.
_MIN_PAGES_TO_COMPARE = 3


def stated_values(samples: Sequence[TrainingSample], field: str) -> Iterator[tuple[Selector, str, list[str]]]:
    """For each place in the metadata that may give a field: its selector, what to read, and the values on all pages."""
    for selector, take in META[field]:
        yield selector, take, [value for sample in samples for value in read(sample.outline.page, selector, take, 1)]


def stated_rules(samples: Sequence[TrainingSample], field: str) -> list[FieldRule]:
    """Rules for a field that the feed does not give.

    Places whose values differ from page to page come first: the others describe the site. Tags that most posts share
    describe the site, too, and are left out.
    """
    differing: list[FieldRule] = []
    same: list[FieldRule] = []
    can_compare = len(samples) >= _MIN_PAGES_TO_COMPARE
    for selector, take, values in stated_values(samples, field):
        if values:
            differs = len(set(values)) > 1
            if field == "tags":
                differs = differs and 2 * Counter(values).most_common(1)[0][1] <= len(values)
            rule = FieldRule(selector, round(len(values) / len(samples), 4), take)
            (differing if differs or not can_compare else same).append(rule)
    return differing if field == "tags" else differing + same
