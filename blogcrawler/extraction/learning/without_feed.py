"""Learning where the date and the author stand when no feed says what they are.

What is the same on every page is the template's, and what stands far from the article is another post's. So the date is
what reads like one, in the same place on nearly all pages, and another one on most of them, as near to the article as
there is; the author is what calls itself one, or who something is said to be posted by.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from itertools import chain, islice

from lxml.etree import _Element

from ...dates import Moment, read_date
from ...dom import Selector, is_in_repeated_rows, links_to_comment, node_text, read, selector_cost, words
from ...items import Provenance
from ..fields.author_names import BYLINE_PHRASES, MAX_NAMES, byline_part, may_be_names, split_names
from ..fields.visible_date import is_edit_date, is_not_publication_date, may_be_date
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample
from .byline_evidence import is_marked_as_author

__all__ = ["guess_authors", "guess_published", "shown_day"]

#: A rule must find something on such a share of the pages.
_SHARE = 0.8
#: Of a rule that names so many people, such a share is enough.
_PEOPLE, _HALF = 2, 0.5
#: On fewer pages nothing can be told apart from the template.
_FEWEST = 3
#: Such a share of the dates must be different ones, and so many: posts of one day are rare, the sidebar's date is the
#: same on all pages.
_DIFFERENT, _DAYS = 0.5, 3
#: So many pages tell whether a place is one of a row; who is named beside more text than this is the author of that.
_ROWS, _TALK = 8, 100
_WORDY, _BYLINE, _LONG, _NAME = 25, 12, 80, 4
#: A link of more words is no way to another post.
_TEASER = 60
#: More places on one page are not looked at.
_MOST = 300
_STEP_COST = 0.01
#: What is guessed is trusted less than what agrees with a feed.
_TRUST = 0.6
_LEAD = re.compile(
    rf"^\W*(?:(?:{'|'.join(map(re.escape, BYLINE_PHRASES))})(?!\w)\s*[:：]?|aut(?:h?or|eur)\w{{0,2}}\s*[:：])\s*\S",
    re.IGNORECASE,
)
#: Labels that begin longer lines, too, and the first words of all.
_LABELS = frozenset({"author", "autor", "auteur", "autore", "автор", "作", "著"})
_FIRST = frozenset(words(lead)[0] for lead in BYLINE_PHRASES) | _LABELS
#: Pictures of people that stand before names.
_ICON = re.compile(r"(?:^|[-_\s])(?:users?|account|author|person)(?:$|[-_\s])", re.IGNORECASE)
_Key = tuple[Selector, str]


@dataclass(slots=True)
class _Place:
    """What stands in a place, a value for each page where something does."""

    values: list[tuple[int, list[tuple[str, Moment]]]] = field(default_factory=list)
    cost: float = 0.0


def guess_published(found: Sequence[TrainingSample], articles: Sequence[int | None], language: str) -> list[FieldRule]:
    """The rule for the date, if there is one."""
    places: defaultdict[_Key, _Place] = defaultdict(_Place)
    for number, (sample, article) in enumerate(zip(found, articles, strict=True)):
        steps = steps_from_article(sample, article)
        for node, take, text in islice(_dated(sample), _MOST):
            options = read_date(text, language)
            if not options:
                continue
            for name in sample.selectors.finding(node):
                place = places[name, take]
                place.values.append((number, options))
                place.cost += _STEP_COST * steps(node) + selector_cost(name) + 1e-4 * len(text)
    rules = []
    for (selector, take), place in places.items():
        form = _form(place)
        days = {dict(options)[form].day for _, options in place.values if form in dict(options)}
        pages = len({number for number, _ in place.values})
        if pages >= max(_FEWEST, _SHARE * len(found)) and len(days) >= max(_DAYS, _DIFFERENT * pages):
            daily = all(moment.hour is None for _, options in place.values for _, moment in options)
            rule = FieldRule(
                selector, round(_TRUST * pages / len(found), 4), take, form=form, daily=daily, by=Provenance.FALLBACK
            )
            rules.append((place.cost / len(place.values), rule))
    ranked = (rule for _, rule in sorted(rules, key=lambda one: one[0]))
    return list(islice((rule for rule in ranked if not _is_of_others(rule, found, articles, may_be_date)), 1))


def _is_of_others(
    rule: FieldRule,
    found: Sequence[TrainingSample],
    articles: Sequence[int | None],
    like: Callable[[str], bool],
    more: int = 1,
) -> bool:
    """Whether what a rule finds is on some page one of several of its kind: a comment's, or another post's."""
    for sample, article in islice(zip(found, articles, strict=True), _ROWS):
        node = sample.selectors.node(rule.selector)
        if node is not None:
            element = sample.outline.nodes[node]
            above = () if article is None else (article, *sample.outline.ancestors(article))
            holders = {sample.outline.nodes[one] for one in above}
            if links_to_comment(element) or is_in_repeated_rows(element, like, holders, more):
                return True
    return False


def shown_day(sample: TrainingSample, rule: FieldRule, language: str) -> date | None:
    """The day that a rule finds on a page."""
    for value in read(sample.outline.page, rule.selector, rule.take, 1):
        readings = dict(read_date(value, language))
        moment = readings.get(rule.form) or next(iter(readings.values()), None)
        return moment.day if moment else None
    return None


def _dated(sample: TrainingSample) -> Iterator[tuple[int, str, str]]:
    """The short texts of a page that may be dates, and what attributes say of them."""
    for node in small_nodes(sample, _WORDY):
        # The title of a link speaks of where it leads.
        stated = [
            (node, take, value)
            for take in (("datetime",) if sample.outline.tags[node] == "a" else ("datetime", "title"))
            if (value := sample.outline.attributes[node].get(take)) and may_be_date(value)
        ]
        text = sample.text(node)
        shown = may_be_date(text) and not is_not_publication_date(text)
        if not (stated or shown) or is_edit_date(sample.outline.nodes[node]) or _teases(sample, node):
            continue
        yield from stated
        if shown:
            yield node, "text", text


def _teases(sample: TrainingSample, node: int) -> bool:
    """Whether a node stands in a link, with more in it than the node: its title, or the first words of another post."""
    out = sample.outline
    for above in out.ancestors(node):
        if out.size(above) > _TEASER:
            return False
        if out.tags[above] == "a" and out.size(above) > out.size(node):
            return True
    return False


def _form(place: _Place) -> str:
    """The order of numbers in which most of the dates can be read; of several, the first."""
    forms = Counter(form for _, options in place.values for form, _ in options)
    return forms.most_common(1)[0][0]


def guess_authors(found: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """The rule for the authors' names, if there is one."""
    pages: defaultdict[Selector, set[int]] = defaultdict(set)
    people: defaultdict[Selector, set[str]] = defaultdict(set)
    costs: defaultdict[Selector, float] = defaultdict(float)
    for number, (sample, article) in enumerate(zip(found, articles, strict=True)):
        steps = steps_from_article(sample, article)
        for node in islice(_authors(sample), _MOST):
            for name in sample.selectors.finding(node):
                pages[name].add(number)
                people[name].update(split_names(sample.text(node)))
                costs[name] += _STEP_COST * steps(node) + selector_cost(name) + 1e-4 * len(sample.text(node))
    # What names several people tells more: some pages of a feed are no posts.
    least = {name: max(_FEWEST, (_SHARE if len(people[name]) < _PEOPLE else _HALF) * len(found)) for name in pages}
    ranked = sorted((costs[name] / len(on), name) for name, on in pages.items() if len(on) >= least[name])
    rules = (
        FieldRule(name, round(_TRUST * len(pages[name]) / len(found), 4), by=Provenance.FALLBACK) for _, name in ranked
    )
    own = (rule for rule in rules if not _is_of_others(rule, found, articles, _may_be_byline, _TALK))
    return [replace(rule, several=_has_several(rule, found)) for rule in islice(own, 1)]


def _may_be_byline(text: str) -> bool:
    return 0 < len(text) <= _LONG


def _has_several(rule: FieldRule, found: Sequence[TrainingSample]) -> bool:
    """Whether some posts have several authors: most have one, and all that a rule finds are names."""
    values = [read(sample.outline.page, rule.selector, rule.take, 2 * MAX_NAMES) for sample in found]
    counts = [len(names) for names in values]
    return (
        1 < max(counts) <= MAX_NAMES
        and 2 * counts.count(1) >= len(counts)
        and all(map(may_be_names, chain.from_iterable(values)))
    )


def _authors(sample: TrainingSample) -> Iterator[int]:
    """The nodes of a page that name somebody and call that the author."""
    with_icons = _has_icons(sample)
    out = sample.outline
    for node in small_nodes(sample, _WORDY):
        is_short = out.size(node) <= _BYLINE
        is_called = is_short and is_marked_as_author(sample, node)
        if with_icons and not is_called and out.size(node) <= _NAME:
            is_called = _has_icon(out.nodes[node])
        if not is_called and not _may_lead(out.words, out.start[node], out.end[node] if is_short else 0):
            continue
        named = _name_in(sample, node) if is_called else node
        text = sample.text(named)
        led = is_called or _LEAD.match(byline_part(text))
        if led and (len(text) <= _LONG or not is_short) and may_be_names(text, is_called):
            yield named


def _may_lead(said: Sequence[str], start: int, end: int) -> bool:
    """Whether words may say who has written; longer lines begin with a label."""
    return not _FIRST.isdisjoint(said[start:end]) if end else said[start] in _LABELS


def _has_icons(sample: TrainingSample) -> bool:
    """Whether there are pictures of persons on a page; drawings have no place in its outline."""
    drawn = any(map(_is_icon, sample.outline.page.tree.iter("svg")))
    return drawn or any(map(_names_icon, {stated.get("class") for stated in sample.outline.attributes if stated}))


def _has_icon(element: _Element) -> bool:
    """Whether an element begins with the picture of a person, is one with a name in it, or stands behind one."""
    if element.tag == "i" and _is_icon(element):
        return True
    if len(element) and _is_icon(element[0]) and not (element.text or "").strip() and not node_text(element[0]):
        return True
    before = element.getprevious()
    return before is not None and _is_icon(before) and not (before.tail or "").strip() and not node_text(before)


def _is_icon(element: _Element) -> bool:
    return element.tag in ("i", "svg", "span") and _names_icon(element.get("class"))


@lru_cache(maxsize=2048)
def _names_icon(classes: str | None) -> bool:
    return classes is not None and _ICON.search(classes[:200]) is not None


def _name_in(sample: TrainingSample, node: int) -> int:
    """Of what is called the author, the part that has the name, if others follow: "Ann Lee", then "Captain"."""
    out = sample.outline
    first, end = (bisect_left(out.texts, word) for word in (out.start[node], out.end[node]))
    inside = [holder for holder in out.holders[first:end] if node <= holder <= out.last[node]]
    parts = [one for one in dict.fromkeys(inside) if not _is_lead(sample.text(one))]
    return parts[0] if len(parts) > 1 and parts[0] != node else node


def _is_lead(text: str) -> bool:
    return not words(text) or text.strip(" :：").casefold() in BYLINE_PHRASES
