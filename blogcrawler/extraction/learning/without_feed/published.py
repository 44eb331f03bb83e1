"""Learning where pages show their date if no feed gives it.

Text that is the same on every page belongs to the template, and text far from the article to another post. So the date
is what reads like one, is in the same place on nearly all pages, differs on most of them, and is closest to the
article.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from ....dates import Moment, read_date
from ....dom import Selector, read, selector_cost
from ....items import Provenance
from ...fields.visible_date import is_edit_date, is_not_publication_date, may_be_date, may_be_only_date
from ...rules import FieldRule
from ...training.candidate_nodes import small_nodes, steps_from_article
from ...training.sample import TrainingSample
from ..scoreboard import Candidate, Scoreboard
from .other_posts import is_of_others

__all__ = ["GuessedDateParameters", "guess_published", "shown_day"]


@dataclass(frozen=True, slots=True)
class GuessedDateParameters:
    """When a place that shows dates is trusted."""

    #: A byline with its date has no more words than this.
    max_words: int = 25
    #: More texts of one page are not read.
    max_texts: int = 300
    #: A date must be found on this share of the pages, and on at least this many: with fewer pages, nothing tells the
    #: posts from the template.
    min_share: float = 0.8
    min_pages: int = 3
    #: This share of the dates must differ, and at least this many: few posts share a day, and the date in a sidebar is
    #: the same on all pages.
    min_different_share: float = 0.5
    min_days: int = 3
    #: What is guessed is trusted less than what agrees with a feed.
    confidence: float = 0.6
    #: A link with more words than this is not a teaser of another post.
    max_teaser_words: int = 60
    #: Each step up the tree from the article, and each character, as a longer text may hold another date.
    step_cost: float = 0.01
    character_cost: float = 1e-4


_PARAMETERS = GuessedDateParameters()

_Key = tuple[Selector, str]
#: The number of the page, and the ways in which the text can be read.
_Readings = tuple[int, list[tuple[str, Moment]]]


def guess_published(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], language: str
) -> list[FieldRule]:
    """The rule for the date, if there is one. If there is none, the date that hAtom calls ``updated`` will do."""
    return _guess(samples, articles, language) or _guess(samples, articles, language, or_updated=True)


def _guess(
    samples: Sequence[TrainingSample], articles: Sequence[int | None], language: str, *, or_updated: bool = False
) -> list[FieldRule]:
    board: Scoreboard[_Key, _Readings] = Scoreboard()
    for sample, article in zip(samples, articles, strict=True):
        _add_dates(board, sample, article, language, or_updated=or_updated)

    def badness(_: _Key, candidate: Candidate[_Readings]) -> float | None:
        return candidate.cost / len(candidate.evidence) if _is_trusted(candidate, len(samples)) else None

    rules = (_rule(key, candidate, len(samples)) for key, candidate in board.ranked(badness))
    return list(islice((rule for rule in rules if not is_of_others(rule, samples, articles, may_be_date)), 1))


def _add_dates(
    board: Scoreboard[_Key, _Readings],
    sample: TrainingSample,
    article: int | None,
    language: str,
    *,
    or_updated: bool,
) -> None:
    steps = steps_from_article(sample, article)
    for node, take, text in islice(_date_texts(sample, or_updated=or_updated), _PARAMETERS.max_texts):
        readings = read_date(text, language)
        if not readings:
            continue
        for selector in sample.selectors.finding_first(node):
            candidate = board.candidates[selector, take]
            candidate.evidence.append((board.pages, readings))
            candidate.cost += (
                _PARAMETERS.step_cost * steps(node) + selector_cost(selector) + _PARAMETERS.character_cost * len(text)
            )
    board.pages += 1


def _is_trusted(candidate: Candidate[_Readings], pages: int) -> bool:
    """Whether a place shows a date on enough pages, and enough different ones."""
    found = _pages(candidate)
    if found < max(_PARAMETERS.min_pages, _PARAMETERS.min_share * pages):
        return False
    form = _usual_form(candidate)
    days = {dict(readings)[form].day for _, readings in candidate.evidence if form in dict(readings)}
    return len(days) >= max(_PARAMETERS.min_days, _PARAMETERS.min_different_share * found)


def _pages(candidate: Candidate[_Readings]) -> int:
    return len({number for number, _ in candidate.evidence})


def _usual_form(candidate: Candidate[_Readings]) -> str:
    """The order of numbers in which most of the dates can be read; of several, the first."""
    forms = Counter(form for _, readings in candidate.evidence for form, _ in readings)
    return forms.most_common(1)[0][0]


def _rule(key: _Key, candidate: Candidate[_Readings], pages: int) -> FieldRule:
    selector, take = key
    return FieldRule(
        selector,
        round(_PARAMETERS.confidence * _pages(candidate) / pages, 4),
        take,
        form=_usual_form(candidate),
        daily=all(moment.hour is None for _, readings in candidate.evidence for _, moment in readings),
        by=Provenance.FALLBACK,
    )


def _date_texts(sample: TrainingSample, *, or_updated: bool) -> Iterator[tuple[int, str, str]]:
    """The short texts and attributes of a page that may be dates: the node, what to read of it, and the text."""
    out = sample.outline
    for node in small_nodes(sample, _PARAMETERS.max_words):
        # The title of a link describes its target.
        attributes = ("datetime",) if out.tags[node] == "a" else ("datetime", "title")
        stated = [
            (node, take, value)
            for take in attributes
            if (value := out.attributes[node].get(take)) and may_be_date(value)
        ]
        text = sample.text(node)
        shown = may_be_date(text) and not is_not_publication_date(text)
        if not (stated or shown) or _is_in_teaser(sample, node):
            continue
        if is_edit_date(out.nodes[node]) and not (or_updated and may_be_only_date(out.nodes[node])):
            continue
        yield from stated
        if shown:
            yield node, "text", text


def _is_in_teaser(sample: TrainingSample, node: int) -> bool:
    """Whether a node is in a link with more text: the title or the first words of another post."""
    out = sample.outline
    for above in out.ancestors(node):
        if out.size(above) > _PARAMETERS.max_teaser_words:
            return False
        if out.tags[above] == "a" and out.size(above) > out.size(node):
            return True
    return False


def shown_day(sample: TrainingSample, rule: FieldRule, language: str) -> date | None:
    """The day that a rule finds on a page."""
    for value in read(sample.outline.page, rule.selector, rule.take, 1):
        readings = dict(read_date(value, language))
        moment = readings.get(rule.form) or next(iter(readings.values()), None)
        return moment.day if moment else None
    return None
