"""Learning the short fields that stand in one place: title and authors.

Nodes of the page and what the page says to machines are candidates of one kind: whatever agrees with
the feed on the training pages is trusted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

from ...dom import HEADINGS, META, OWN, Selector, own_text, read, selector_cost, similarity, squash, words
from ..fields.author_names import ends_with_byline_phrase
from ..fields.authors import read_author_names
from ..fields.site_name import fold_name, site_names
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes, steps_from_article
from ..training.sample import TrainingSample
from .affixes import Affixes, common_affixes, find_affix, is_label
from .byline_evidence import byline_cost

__all__ = ["learn_authors", "learn_title"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: A node is not asked that has a smaller share of the words.
_LEAST_WORDS = 0.3
#: A text that is so many times as long as another is not compared with it.
_UNLIKE = 3.5
#: How much a rule loses for each step up the tree between its node and the article.
_STEP_COST = 0.002
#: The text of a node without that of its parts is taken if it is better.
_OWN_COST = 0.003
_NOTHING = Affixes()
#: How well a text gives a value that has more around it; and that says whose name it is.
_AFFIXED, _LED = 0.95, 0.99
#: What stands between a title and the blog's name; fewer titles may begin alike by chance.
_PARTING, _FEW = re.compile(r"[:|»«\]] +| [-–—|·•»«] +| +\["), 3

_Doubt = Callable[[TrainingSample, int, int, str], float]


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
    found: Sequence[TrainingSample],
    articles: Sequence[int | None],
    wanted: Callable[[TrainingSample], Sequence[str]],
    meta: Iterable[tuple[str, str]],
    longer: int,
    least: float,
    *,
    affixes: bool,
    parts: bool = False,
    doubt: _Doubt | None = None,
) -> list[FieldRule]:
    """Rules for a field whose text the feed gives; ``parts`` says that headings may have parts that are not its.

    ``doubt`` says how much speaks against a node.
    """
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
        steps = steps_from_article(sample, article)
        page: dict[tuple[Selector, str], tuple[float, float, tuple[str, str]]] = {}
        fewest = max(1, round(_LEAST_WORDS * min(map(len, said))))
        for node in small_nodes(sample, most, wanted_words, fewest):
            text = sample.text(node)
            worth, affix = compare(text)
            if worth > 0.4:
                climbed = steps(node)
                far = _STEP_COST * climbed + (doubt(sample, node, climbed, affix[0]) if doubt else 0.0)
                own = own_text(sample.outline.nodes[node]) if parts and sample.outline.tags[node] in HEADINGS else ""
                for name in sample.selectors.finding(node):
                    page[name, "text"] = (worth, far + selector_cost(name), affix)
                    if own:
                        better, beside = compare(own)
                        page[name, OWN] = (better, far + selector_cost(name) + _OWN_COST, beside)
        for selector, take in meta:
            values = read(sample.outline.page, selector, take, 3)
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
            if doubt and score.around.marks == (0, 0) and not is_label(score.around.prefix, score.around.suffix):
                score.total = 0.0
    return _ranked(scores, pages, least)


def _comparer(targets: Sequence[str], *, affixes: bool) -> Callable[[str], tuple[float, tuple[str, str]]]:
    """A function that says how well a text gives one of the targets, and what stands around it."""
    known = [(target, words(target), target.casefold()) for target in targets]

    @cache
    def compare(text: str) -> tuple[float, tuple[str, str]]:
        said = words(text)
        best: tuple[float, tuple[str, str]] = (0.0, ("", ""))
        for target, wanted, lower in known:
            if said == wanted:  # signs may stand around it, as those of links to headings
                return 1.0, find_affix(text, target) or ("", "")
            affix = find_affix(text, target) if affixes else None
            if affix is not None:
                best = max(best, (_LED if ends_with_byline_phrase(affix[0]) else _AFFIXED, affix))
            elif len(target) < _UNLIKE * len(text) and len(text) < _UNLIKE * len(target):
                best = max(best, (0.9 * similarity(text.casefold(), lower), ("", "")))
        return best

    return compare


def _settle(score: _Score, affixes: Counter[tuple[str, str]]) -> None:
    """Say what stands around a value on most pages; if that is always something else, it is hardly a rule."""
    around = common_affixes(affixes)
    if around is None:
        score.total *= 0.5
        around = Affixes(*affixes.most_common(1)[0][0])
    score.around = around


def learn_title(
    found: Sequence[TrainingSample], articles: Sequence[int | None], titles: Sequence[str | None] | None = None
) -> list[FieldRule]:
    """Rules for the title; ``titles`` are those of the pages where the feed has none."""
    said = [sample.entry.title for sample in found] if titles is None else titles
    around = _blog_around([title for title in said if title], found)
    wanted = {id(sample): _with_and_without(title or "", *around) for sample, title in zip(found, said, strict=True)}
    return _learn_text(found, articles, lambda s: wanted[id(s)], META["title"], 6, 0.5, affixes=False, parts=True)


def _blog_around(titles: Sequence[str], found: Sequence[TrainingSample]) -> tuple[str, str]:
    """The blog's name that all titles of a feed begin or end with, with the sign that parts it from them."""
    prefix, suffix = _shared(titles), _shared([title[::-1] for title in titles])[::-1]
    prefixes = [prefix[: sign.end()] for sign in _PARTING.finditer(prefix)]
    suffixes = [suffix[sign.start() :] for sign in _PARTING.finditer(suffix)]
    if len(set(titles)) < _FEW or not (prefixes or suffixes):
        return "", ""
    names = site_names([sample.outline.page for sample in found])
    first = next((one for one in prefixes if fold_name(one) in names), "")
    return first, next((one for one in suffixes if fold_name(one) in names), "")


def _shared(texts: Sequence[str]) -> str:
    """How all texts begin."""
    first, last = min(texts, default=""), max(texts, default="")
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return first[: sum(1 for _ in same)]


def _with_and_without(title: str, prefix: str, suffix: str) -> list[str]:
    short = title.removeprefix(prefix).removesuffix(suffix).strip()
    return [title, short] if short and short != title else [title]


def learn_authors(found: Sequence[TrainingSample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the authors' names; where the feed names several for a post, whether to take all that a rule finds."""
    one = len({sample.entry.authors for sample in found if sample.entry.authors}) == 1
    doubt = byline_cost if one else None
    rules = _learn_text(found, articles, lambda s: s.entry.authors, META["authors"], 16, 0.6, affixes=True, doubt=doubt)
    shared = [sample for sample in found if len(sample.entry.authors) > 1]
    return [_for_several(rule, found) for rule in rules] if shared else rules


def _for_several(rule: FieldRule, found: Sequence[TrainingSample]) -> FieldRule:
    """The rule that takes all that it finds, if that is what the feed says more often."""
    all_of_them = replace(rule, several=True)

    def agrees(one: FieldRule) -> int:
        return sum(set(read_author_names(sample.outline.page, one)) == set(sample.entry.authors) for sample in found)

    return all_of_them if agrees(all_of_them) > agrees(rule) else rule
