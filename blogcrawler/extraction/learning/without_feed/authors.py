"""Learning where pages show their authors if no feed names them: by class names, bylines and icons.

An author is what the page marks as one, or the name after "posted by".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice

from lxml.etree import _Element

from ....dom import Selector, node_text, read, selector_cost, words
from ....items import Provenance
from ...fields.author_names import (
    BYLINE_ENDINGS,
    BYLINE_PHRASES,
    MAX_NAMES,
    byline_part,
    ends_like_byline,
    may_be_names,
    split_names,
)
from ...rules import FieldRule
from ...training.candidate_nodes import small_nodes, steps_from_article
from ...training.sample import TrainingSample
from ..byline_evidence import is_author_page, is_marked_as_author, text_before
from ..scoreboard import Candidate, Scoreboard
from .other_posts import is_of_others

__all__ = ["GuessedAuthorParameters", "guess_authors"]


@dataclass(frozen=True, slots=True)
class GuessedAuthorParameters:
    """What may be a byline, and when its place is trusted."""

    #: Maximum number of nodes of one page to check.
    max_nodes: int = 300
    #: Words in a line that begins with a label ("Author: Ann Lee"), in a byline, and in a name next to an icon.
    max_line_words: int = 25
    max_byline_words: int = 16
    max_name_words: int = 4
    #: Characters in a byline.
    max_byline_length: int = 80
    #: A place must name somebody on this share of the pages, and on at least this many. If it names several people, a
    #: smaller share is enough: the template does not do that, and some pages of a feed are not posts.
    min_share: float = 0.8
    min_pages: int = 3
    min_people: int = 2
    min_share_with_several_people: float = 0.5
    #: A name next to this many characters of other text, in a row of similar elements, belongs to a comment.
    min_comment_length: int = 100
    #: This many links to authors' pages in one place are a list of authors.
    min_listed_authors: int = 3
    #: What is guessed is trusted less than what agrees with a feed.
    confidence: float = 0.6
    #: Each step up the tree from the article, and each character.
    step_cost: float = 0.01
    character_cost: float = 1e-4


_PARAMETERS = GuessedAuthorParameters()

_BYLINE = re.compile(
    rf"^\W*(?:(?:{'|'.join(map(re.escape, BYLINE_PHRASES))})(?!\w)\s*[:：]?|aut(?:h?or|eur)\w{{0,2}}\s*[:：])\s*\S",
    re.IGNORECASE,
)
#: Labels that may also begin longer lines; and the first words of all bylines.
_LABELS = frozenset({"author", "autor", "auteur", "autore", "автор", "作", "著"})
_FIRST_WORDS = frozenset(words(phrase)[0] for phrase in BYLINE_PHRASES) | _LABELS
#: The last words of bylines whose verb follows the name.
_LAST_WORDS = frozenset(words(phrase)[-1] for phrase in BYLINE_ENDINGS)
_LABEL_BEFORE, _MAX_LABEL_LENGTH = re.compile(r"(?:^|\W)(\w+)\s*[:：]\s*$"), 40
#: Class names of icons that show a person.
_PERSON_ICON = re.compile(r"(?:^|[-_\s])(?:users?|account|author|person)(?:$|[-_\s])", re.IGNORECASE)
_ICON_TAGS = ("i", "svg", "span")
#: Longer lists of classes are cut off: they are generated, and slow to search.
_MAX_CLASS_LENGTH = 200

#: The number of the page, and the people that it names.
_Names = tuple[int, tuple[str, ...]]


def guess_authors(samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """The rule for the authors' names, if there is one."""
    board: Scoreboard[Selector, _Names] = Scoreboard()
    for sample, article in zip(samples, articles, strict=True):
        _add_names(board, sample, article)

    def badness(selector: Selector, candidate: Candidate[_Names]) -> tuple[float, Selector] | None:
        found = _pages(candidate)
        return (candidate.cost / found, selector) if found >= _min_pages(candidate, len(samples)) else None

    for selector, candidate in board.ranked(badness):
        confidence = round(_PARAMETERS.confidence * _pages(candidate) / len(samples), 4)
        rule = FieldRule(selector, confidence, by=Provenance.FALLBACK)
        if (
            not _is_label_of_link(rule, samples)
            and not _is_in_list_of_authors(rule, samples, articles)
            and not is_of_others(rule, samples, articles, _may_be_byline, _PARAMETERS.min_comment_length)
        ):
            return [replace(rule, several=_has_several(rule, samples))]
    return []


def _is_label_of_link(rule: FieldRule, samples: Sequence[TrainingSample]) -> bool:
    """Whether a rule finds the same text on all pages, but linked to different addresses: "View all posts"."""
    nodes = [(sample, node) for sample in samples if (node := sample.selectors.node(rule.selector)) is not None]
    texts = {sample.text(node) for sample, node in nodes}
    targets = {sample.outline.nodes[node].get("href") for sample, node in nodes}
    return len(texts) == 1 < len(targets)


def _is_in_list_of_authors(rule: FieldRule, samples: Sequence[TrainingSample], articles: Sequence[int | None]) -> bool:
    """Whether a rule finds one of several links to authors outside the article, as in a list of all of them."""
    listed = pages = 0
    for sample, article in zip(samples, articles, strict=True):
        node = sample.selectors.node(rule.selector)
        if node is None or article is None:
            continue
        out = sample.outline
        around_article = {article, *out.ancestors(article)}
        beside = [above for above in (node, *out.ancestors(node)) if above not in around_article]
        if beside:
            links = {link.get("href") for link in out.nodes[beside[-1]].iter("a")}
            pages += 1
            listed += sum(is_author_page(link) for link in links if link) >= _PARAMETERS.min_listed_authors
    return 2 * listed > pages


def _add_names(board: Scoreboard[Selector, _Names], sample: TrainingSample, article: int | None) -> None:
    steps = steps_from_article(sample, article)
    for node in islice(_author_nodes(sample), _PARAMETERS.max_nodes):
        text = sample.text(node)
        names = (board.pages, split_names(text))
        for selector in sample.selectors.finding_first(node):
            candidate = board.candidates[selector]
            candidate.evidence.append(names)
            candidate.cost += (
                _PARAMETERS.step_cost * steps(node) + selector_cost(selector) + _PARAMETERS.character_cost * len(text)
            )
    board.pages += 1


def _pages(candidate: Candidate[_Names]) -> int:
    return len({number for number, _ in candidate.evidence})


def _min_pages(candidate: Candidate[_Names], pages: int) -> float:
    """The number of pages on which a candidate must name somebody."""
    people = {name for _, names in candidate.evidence for name in names}
    several = len(people) >= _PARAMETERS.min_people
    share = _PARAMETERS.min_share_with_several_people if several else _PARAMETERS.min_share
    return max(_PARAMETERS.min_pages, share * pages)


def _may_be_byline(text: str) -> bool:
    return 0 < len(text) <= _PARAMETERS.max_byline_length


def _has_several(rule: FieldRule, samples: Sequence[TrainingSample]) -> bool:
    """Whether some posts have several authors: most have one, and everything that the rule finds is a name."""
    values = [read(sample.outline.page, rule.selector, rule.take, 2 * MAX_NAMES) for sample in samples]
    counts = [len(names) for names in values]
    return (
        1 < max(counts) <= MAX_NAMES
        and 2 * counts.count(1) >= len(counts)
        and all(map(may_be_names, chain.from_iterable(values)))
    )


def _author_nodes(sample: TrainingSample) -> Iterator[int]:
    """The nodes of a page that name somebody and are marked as the author, or begin like a byline."""
    has_icons = _has_person_icons(sample)
    out = sample.outline
    for node in small_nodes(sample, _PARAMETERS.max_line_words):
        is_short = out.size(node) <= _PARAMETERS.max_byline_words
        is_marked = is_short and is_marked_as_author(sample, node)
        if not is_marked and out.size(node) <= _PARAMETERS.max_name_words:
            is_marked = _has_label(sample, node) or (has_icons and _is_beside_icon(out.nodes[node]))
        line = out.words[out.start[node] : out.end[node]]
        if not is_marked and not _may_be_byline_words(line, is_short):
            continue
        named = _name_node(sample, node) if is_marked else node
        text = sample.text(named)
        is_byline = is_marked or _BYLINE.match(byline_part(text)) or ends_like_byline(text)
        has_fitting_length = len(text) <= _PARAMETERS.max_byline_length or not is_short
        if is_byline and has_fitting_length and may_be_names(text, is_marked):
            yield named


def _has_label(sample: TrainingSample, node: int) -> bool:
    """Whether the text directly before a node ends with a label for its name: "Date: 3 May, author: <b>Ann</b>"."""
    label = _LABEL_BEFORE.search(text_before(sample, node)[-_MAX_LABEL_LENGTH:])
    return label is not None and label[1].casefold() in _LABELS


def _may_be_byline_words(line: Sequence[str], is_short: bool) -> bool:
    """Whether words may be a byline; longer lines must begin with a label, or end with the verb after a name."""
    if line[0] in _LABELS or line[-1] in _LAST_WORDS:
        return True
    return is_short and not (_FIRST_WORDS.isdisjoint(line) and _LAST_WORDS.isdisjoint(line))


def _has_person_icons(sample: TrainingSample) -> bool:
    """Whether a page has icons of persons; drawings are not part of its outline."""
    is_drawn = any(map(_is_person_icon, sample.outline.page.tree.iter("svg")))
    classes = {attributes.get("class") for attributes in sample.outline.attributes if attributes}
    return is_drawn or any(map(_names_person_icon, classes))


def _is_beside_icon(element: _Element) -> bool:
    """Whether an element begins with the icon of a person, is one that holds a name, or follows one."""
    if element.tag == "i" and _is_person_icon(element):
        return True
    if len(element) and not (element.text or "").strip() and _is_textless_icon(element[0]):
        return True
    before = element.getprevious()
    return before is not None and not (before.tail or "").strip() and _is_textless_icon(before)


def _is_textless_icon(element: _Element) -> bool:
    return _is_person_icon(element) and not node_text(element)


def _is_person_icon(element: _Element) -> bool:
    return element.tag in _ICON_TAGS and _names_person_icon(element.get("class"))


@lru_cache(maxsize=2048)
def _names_person_icon(classes: str | None) -> bool:
    return classes is not None and _PERSON_ICON.search(classes[:_MAX_CLASS_LENGTH]) is not None


def _name_node(sample: TrainingSample, node: int) -> int:
    """The part of an author's node that has the name, if others follow: "Ann Lee", then "Captain"."""
    out = sample.outline
    first, end = (bisect_left(out.texts, word) for word in (out.start[node], out.end[node]))
    inside = [holder for holder in out.holders[first:end] if node <= holder <= out.last[node]]
    parts = [part for part in dict.fromkeys(inside) if not _is_byline_phrase(sample.text(part))]
    return parts[0] if len(parts) > 1 and parts[0] != node else node


def _is_byline_phrase(text: str) -> bool:
    return not words(text) or text.strip(" :：").casefold() in BYLINE_PHRASES
