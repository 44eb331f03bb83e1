"""Dates that pages do not write in full: counted from now ("3 days ago"), or without the year that the address has.

Only asked where nothing on the training pages is the feed's date in full.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from ...dates import AGO, Moment, read_date
from ...dom import PIECES, Selector, node_pieces, selector_cost
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from
from ..training.sample import TrainingSample

__all__ = ["YEARLESS", "complete", "learn_incomplete"]

#: How dates are read whose year and month the address has.
YEARLESS = "yearless"

_YEAR_AND_MONTH = re.compile(r"/((?:19|20)\d\d)/(0?[1-9]|1[0-2])(?=/|-)")
_WORDY, _LONG, _MOST = 8, 60, 300
_SHARE, _STEP_COST = 0.6, 0.002


def complete(text: str, language: str, url: str, fetched: datetime | None) -> tuple[str, Moment] | None:
    """How a text is to be read and the day that it means; ``None`` if it tells no day."""
    if len(text) > _LONG:
        return None
    for form, moment in read_date(text, language, fetched):
        if form == AGO:
            return AGO, moment
    address = _YEAR_AND_MONTH.search(url)
    if address and any(map(str.isdigit, text)):
        for joint in (" ", "/"):
            for _, moment in read_date(f"{text}{joint}{address[1]}", language):
                if (moment.day.year, moment.day.month) == (int(address[1]), int(address[2])):
                    return YEARLESS, moment
    return None


def learn_incomplete(
    found: Sequence[TrainingSample], articles: Sequence[int | None], language: str, fetched: datetime | None
) -> list[FieldRule]:
    """The rule for such dates, if there is one."""
    right: defaultdict[tuple[Selector, str], float] = defaultdict(float)
    costs: defaultdict[tuple[Selector, str], float] = defaultdict(float)
    pages = 0
    for sample, article in zip(found, articles, strict=True):
        target = sample.entry.published or sample.entry.updated
        if target is None:
            continue
        pages += 1
        if fetched is None and not _YEAR_AND_MONTH.search(sample.out.page.url):
            continue
        steps = steps_from(sample, article)
        page: dict[tuple[Selector, str], float] = {}
        for node in small_nodes(sample, _WORDY)[:_MOST]:
            text = node_pieces(sample.out.nodes[node])
            read = complete(text, language, sample.out.page.url, fetched)
            if read is None or abs(read[1].day - target.date()) > timedelta(days=1):
                continue
            for name in sample.selectors.finding(node):
                page.setdefault((name, read[0]), _STEP_COST * steps(node) + selector_cost(name) + 1e-4 * len(text))
        for key, cost in page.items():
            right[key] += 1
            costs[key] += cost
    ranked = sorted(right, key=lambda key: costs[key] / right[key] - right[key] / max(pages, 1))
    return [
        FieldRule(selector, round(right[selector, form] / pages, 4), PIECES, form=form, daily=True)
        for selector, form in ranked[:1]
        if right[selector, form] >= max(2, _SHARE * pages)
    ]
