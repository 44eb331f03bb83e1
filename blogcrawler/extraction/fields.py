"""Learning the short fields that stand in one place: title and authors.

Nodes of the page and what the page says to machines are candidates of one kind: whatever agrees with
the feed on the training pages is trusted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from .affixes import Affixes, find_affix, settle_affixes
from .bylines import read_names
from .closeness import small_nodes, steps_from
from .metadata import META
from .reading import read
from .rules import FieldRule
from .samples import Sample
from .selectors import Selector, selector_cost
from .similarity import similarity, squash, words

__all__ = ["learn_authors", "learn_title"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: A node is not asked that has a smaller share of the words.
_LEAST_WORDS = 0.3
#: A text that is so many times as long as another is not compared with it.
_UNLIKE = 3.5
#: How much a rule loses for each step up the tree between its node and the article.
_STEP_COST = 0.002
_NOTHING = Affixes()


@dataclass(slots=True)
class _Score:
    total: float = 0.0
    cost: float = 0.0
    affixes: Counter[tuple[str, str]] | None = None
    around: Affixes = _NOTHING


def _ranked(scores: dict[tuple[Selector, str], _Score], pages: int, least: float, keep: int = 3) -> list[FieldRule]:
    """The rules whose mean score is high enough, best first."""

    def worth(item: tuple[tuple[Selector, str], _Score]) -> float:
        return item[1].total / pages - item[1].cost / pages

    rules: list[FieldRule] = []
    for (selector, take), score in sorted(scores.items(), key=worth, reverse=True):
        confidence = score.total / pages
        if confidence < least or len(rules) == keep:
            break
        around = score.around
        rules.append(FieldRule(selector, round(confidence, 4), take, around.prefix, around.suffix, marks=around.marks))
    return rules


def _learn_text(
    found: Sequence[Sample],
    articles: Sequence[int | None],
    wanted: Callable[[Sample], Sequence[str]],
    meta: Iterable[tuple[str, str]],
    longer: int,
    least: float,
    *,
    affixes: bool,
) -> list[FieldRule]:
    """Rules for a field whose text the feed gives."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    meta = tuple(meta)
    pages = 0
    for sample, article in zip(found, articles, strict=True):
        targets = [squash(t) for t in wanted(sample) if t.strip()]
        if not targets:
            continue
        pages += 1
        compare = _comparer(targets, affixes=affixes)
        compare_meta = compare if affixes else _comparer(targets, affixes=True)
        said = [words(target) for target in targets]
        wanted_words = {word for target in said for word in target}
        most = max(map(len, said)) + longer
        steps = steps_from(sample, article)
        page: dict[tuple[Selector, str], tuple[float, float, tuple[str, str]]] = {}
        fewest = max(1, round(_LEAST_WORDS * min(map(len, said))))
        for node in small_nodes(sample, most, wanted_words, fewest):
            text = sample.text(node)
            worth, affix = compare(text)
            if worth > 0.4:
                far = _STEP_COST * steps(node)
                for name in sample.selectors.finding(node):
                    page[name, "text"] = (worth, far + selector_cost(name), affix)
        for selector, take in meta:
            values = read(sample.out.page, selector, take, 3)
            if values:
                worth, affix = max(compare_meta(v) for v in values)
                page[selector, take] = (worth, _META_COST, affix)
        for key, (worth, cost, affix) in page.items():
            score = scores[key]
            score.total += worth
            score.cost += cost
            score.affixes = score.affixes or Counter()
            score.affixes[affix] += 1
    if not pages:
        return []
    for score in scores.values():
        if score.affixes is not None and score.total >= least * pages:
            _settle(score, score.affixes)
    return _ranked(scores, pages, least)


def _comparer(targets: Sequence[str], *, affixes: bool) -> Callable[[str], tuple[float, tuple[str, str]]]:
    """A function that says how well a text gives one of the targets, and what stands around it."""
    known = [(target, words(target), target.casefold()) for target in targets]

    @cache
    def compare(text: str) -> tuple[float, tuple[str, str]]:
        said = words(text)
        best: tuple[float, tuple[str, str]] = (0.0, ("", ""))
        for target, wanted, folded in known:
            if said == wanted:  # signs may stand around it, as those of links to headings
                return 1.0, find_affix(text, target) or ("", "")
            affix = find_affix(text, target) if affixes else None
            if affix is not None:
                best = max(best, (0.95, affix))
            elif len(target) < _UNLIKE * len(text) and len(text) < _UNLIKE * len(target):
                best = max(best, (0.9 * similarity(text.casefold(), folded), ("", "")))
        return best

    return compare


def _settle(score: _Score, affixes: Counter[tuple[str, str]]) -> None:
    """Say what stands around a value on most pages; if that is always something else, it is hardly a rule."""
    around = settle_affixes(affixes)
    if around is None:
        score.total *= 0.5
        around = Affixes(*affixes.most_common(1)[0][0])
    score.around = around


def learn_title(found: Sequence[Sample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the title."""
    return _learn_text(found, articles, lambda s: [s.entry.title or ""], META["title"], 6, 0.5, affixes=False)


def learn_authors(found: Sequence[Sample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the authors' names; where the feed names several for a post, whether to take all that a rule finds."""
    rules = _learn_text(found, articles, lambda s: s.entry.authors, META["authors"], 16, 0.6, affixes=True)
    shared = [sample for sample in found if len(sample.entry.authors) > 1]
    return [_for_several(rule, found) for rule in rules] if shared else rules


def _for_several(rule: FieldRule, found: Sequence[Sample]) -> FieldRule:
    """The rule that takes all that it finds, if that is what the feed says more often."""
    all_of_them = replace(rule, several=True)

    def agrees(one: FieldRule) -> int:
        return sum(set(read_names(sample.out.page, one)) == set(sample.entry.authors) for sample in found)

    return all_of_them if agrees(all_of_them) > agrees(rule) else rule
