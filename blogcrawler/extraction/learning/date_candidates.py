"""The texts of a page that may be its date of publication, with the rules that read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ...dates import url_date
from ...dom import (
    DATE_ATTRIBUTES,
    META,
    PIECES,
    SCRIPT,
    Outline,
    Page,
    Selector,
    head_metas,
    node_pieces,
    read,
    script_dates,
    selector_cost,
)
from ..rules import URL
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample

__all__ = ["DateCandidateParameters", "DateKey", "date_candidates", "may_be_date_of"]


@dataclass(frozen=True, slots=True)
class DateCandidateParameters:
    """Where to look for dates, and what counts against a place."""

    #: A byline with its date has no more words and characters than this.
    max_words: int = 30
    max_length: int = 240
    #: A date that is split over several elements is shorter than this.
    max_split_length: int = 40
    #: Metadata is trusted a little less than what readers see, still less where dates are unusual.
    metadata_cost: float = 0.03
    unusual_cost: float = 0.01
    #: Dates whose names say that they change, such as the last edit's.
    changing_cost: float = 0.2
    #: Each step up the tree from the article.
    step_cost: float = 0.002
    #: Each character of a text, and of one that is put together from pieces: there may be another date in it.
    character_cost: float = 1e-4
    piece_cost: float = 2e-4


_PARAMETERS = DateCandidateParameters()
_COST_PER_CHARACTER = {"text": _PARAMETERS.character_cost, PIECES: _PARAMETERS.piece_cost}

#: Names of dates that change after publication.
_CHANGING = re.compile(r"modif|revis|edit|expire|build|generat|fetch|render", re.IGNORECASE)
_NAMING_ATTRIBUTES = frozenset({"name", "property", "itemprop"})
_PLAIN_NAME = re.compile(r"[\w:.\-]+$")
_USUAL_METADATA = " ".join(selector for selector, _ in META["published"])
_SHORT_YEAR = re.compile(r"[./\-’' ]\d\d(?!\d)|^\d\d[./\-]")
_NON_LATIN_DIGIT = re.compile("[٠-٩۰-۹०-९০-৯]")
#: Text without a space where day, month and year meet, or of numbers that nothing else separates.
_MAY_BE_SPLIT = re.compile(r"\d[^\W\d_]|[^\W\d_]\d|\d{5}|^[\d\s./-]+$")

#: A selector and what to read of the node it finds.
DateKey = tuple[Selector, str]


def date_candidates(
    sample: TrainingSample, article: int | None, years: frozenset[str]
) -> Iterator[tuple[Iterable[tuple[DateKey, float]], str]]:
    """The texts of a page that may be a date of one of the years, each with the rules that read it and their costs."""
    steps = steps_from_article(sample, article)
    for node, take, text in _node_texts(sample, years):
        if len(text) < _PARAMETERS.max_length and (may_be_date_of(text, years) or (take != "text" and text.isdigit())):
            yield _rules(sample, steps, node, take, text), text
    yield from _metadata(sample.outline.page, years)
    in_url = url_date(sample.outline.page.url)
    if in_url:
        yield [((URL, "text"), _PARAMETERS.metadata_cost)], in_url.iso()


def may_be_date_of(text: str, years: frozenset[str]) -> bool:
    """Whether a text has one of the years, in full or in two digits, or digits of another script."""
    for year in years:
        if year in text or (year[2:] in text and _SHORT_YEAR.search(text)):
            return True
    return not text.isascii() and _NON_LATIN_DIGIT.search(text) is not None


def _node_texts(sample: TrainingSample, years: frozenset[str]) -> list[tuple[int, str, str]]:
    """The texts of small nodes, those put together from pieces, and date attributes."""
    out = sample.outline
    small = small_nodes(sample, _PARAMETERS.max_words, _year_words(out, years))
    texts = [(node, "text", sample.text(node)) for node in small]
    split = [
        (node, text)
        for node, _, text in texts
        if len(text) < _PARAMETERS.max_split_length and _MAY_BE_SPLIT.search(text) and len(out.nodes[node]) > 1
    ]
    texts += [(node, PIECES, pieces) for node, text in split if (pieces := node_pieces(out.nodes[node])) != text]
    for node in out.dated:
        attributes = out.attributes[node]
        if out.end[node] - out.start[node] <= _PARAMETERS.max_words and not sample.discussion[node]:
            texts += [(node, take, attributes[take]) for take in sorted(DATE_ATTRIBUTES & attributes.keys())]
    return texts


def _year_words(out: Outline, years: frozenset[str]) -> set[str]:
    """The words of a page that a date of one of the years may have: with its last two digits, or other digits."""
    text = out.text
    found: set[str] = set()
    for year in years:
        at = text.find(year[2:])
        while at >= 0:
            end = text.index(" ", at)
            found.add(text[text.rfind(" ", 0, at) + 1 : end])
            at = text.find(year[2:], end)
    if not text.isascii() and _NON_LATIN_DIGIT.search(text):
        found.update(word for word in out.words if _NON_LATIN_DIGIT.search(word))
    return found


def _rules(
    sample: TrainingSample, steps: Callable[[int], int], node: int, take: str, text: str
) -> Iterator[tuple[DateKey, float]]:
    """The rules that read a text; lazy, because most texts turn out not to be the date."""
    cost = _PARAMETERS.step_cost * steps(node) + _COST_PER_CHARACTER.get(take, 0.0) * len(text)
    for selector in sample.selectors.finding_first(node):
        yield (selector, take), cost + selector_cost(selector) + _PARAMETERS.changing_cost * _is_changing(selector)


def _metadata(page: Page, years: frozenset[str]) -> Iterator[tuple[list[tuple[DateKey, float]], str]]:
    """Metadata with dates: where they are usual, in other meta tags, and in the data of scripts."""
    cost = _PARAMETERS.metadata_cost
    for selector, take in META["published"] + META["shown"]:
        for value in read(page, selector, take, 1):
            yield [((selector, take), cost)], value
    cost += _PARAMETERS.unusual_cost
    for (attribute, name), ((_, content), *_) in head_metas(page).items():
        is_unusual = attribute in _NAMING_ATTRIBUTES and f'"{name}"' not in _USUAL_METADATA
        if is_unusual and len(content) < _PARAMETERS.max_length and may_be_date_of(content, years):
            selector = f'/html/head/meta[@{attribute}="{name}"]'
            if _PLAIN_NAME.match(name) and not _is_changing(name) and "updat" not in name.lower():
                yield [((selector, "content"), cost)], content
    for name, value in script_dates(page, years).items():
        if may_be_date_of(value, years) and not _is_changing(name) and "updat" not in name.lower():
            yield [((SCRIPT + name, "text"), cost)], value


@lru_cache(maxsize=2048)
def _is_changing(name: str) -> bool:
    """Whether a name belongs to a date that changes, such as the last edit or the last build of the page."""
    return _CHANGING.search(name) is not None
