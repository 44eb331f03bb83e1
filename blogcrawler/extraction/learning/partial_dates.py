"""Learning where pages show partial dates (see ``fields/partial_dates.py``).

Only tried where nothing on the training pages is the feed's date in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ...dom import PIECES, Selector, node_pieces, selector_cost
from ..fields.partial_dates import YEAR_AND_MONTH_IN_URL, complete_date
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample
from .scoreboard import Scoreboard

__all__ = ["PartialDateParameters", "learn_partial_dates"]


@dataclass(frozen=True, slots=True)
class PartialDateParameters:
    """When a place that shows partial dates is trusted."""

    #: Dates are short: nodes with more words are not read.
    max_words: int = 8
    #: Reading partial dates is slow; more nodes of one page are not tried.
    max_nodes: int = 300
    #: A relative date is rounded, so it may be this far from the feed's day.
    tolerance: timedelta = timedelta(days=1)
    #: The date must be right on this share of the pages, and on at least this many: a single one may be chance.
    min_share: float = 0.6
    min_pages: int = 2
    #: Small costs that decide between places that are right equally often: each step up the tree from the article,
    #: and each character, as a longer text may hold another date.
    step_cost: float = 0.002
    character_cost: float = 1e-4


_PARAMETERS = PartialDateParameters()

_Key = tuple[Selector, str]


def learn_partial_dates(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], language: str, fetched: datetime | None
) -> list[FieldRule]:
    """The rule for partial dates, if there is one."""
    board: Scoreboard[_Key, None] = Scoreboard()
    for sample, article in zip(samples, articles, strict=True):
        target = sample.entry.published or sample.entry.updated
        if target is not None:
            board.add_page(_right_dates(sample, article, target, language, fetched))
    return [
        FieldRule(selector, round(board.mean_score(candidate), 4), PIECES, form=form, daily=True)
        for (selector, form), candidate in board.ranked()[:1]
        if candidate.score >= max(_PARAMETERS.min_pages, _PARAMETERS.min_share * board.pages)
    ]


def _right_dates(
    sample: TrainingSample, article: int | None, target: datetime, language: str, fetched: datetime | None
) -> dict[_Key, tuple[float, float, None]]:
    """The places on a page that show the right day."""
    url = sample.outline.page.url
    found: dict[_Key, tuple[float, float, None]] = {}
    if fetched is None and not YEAR_AND_MONTH_IN_URL.search(url):
        return found
    steps = steps_from_article(sample, article)
    for node in small_nodes(sample, _PARAMETERS.max_words)[: _PARAMETERS.max_nodes]:
        text = node_pieces(sample.outline.nodes[node])
        read = complete_date(text, language, url, fetched)
        if read is None or abs(read[1].day - target.date()) > _PARAMETERS.tolerance:
            continue
        form, _ = read
        for selector in sample.selectors.finding_first(node):
            cost = (
                _PARAMETERS.step_cost * steps(node) + selector_cost(selector) + _PARAMETERS.character_cost * len(text)
            )
            found.setdefault((selector, form), (1.0, cost, None))
    return found
