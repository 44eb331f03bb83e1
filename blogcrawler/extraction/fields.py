"""Learning the short fields: title, authors and tags.

Nodes of the page and what the page says to machines are candidates of one kind: whatever agrees with
the feed on the training pages is trusted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache

from .affixes import Affixes, find_affix, settle_affixes
from .closeness import small_nodes, steps_from
from .metadata import JSON_LD, META
from .reading import read
from .rules import FieldRule
from .samples import Sample
from .selectors import Selector, selector_cost
from .similarity import similarity, squash, words

__all__ = ["learn_authors", "learn_tags", "learn_title"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: A node is not asked that has a smaller share of the words.
_LEAST_WORDS = 0.3
#: A text that is so many times as long as another is not compared with it.
_UNLIKE = 3.5
#: How much a rule loses for each step up the tree between its node and the article.
_STEP_COST = 0.002
_NOTHING = Affixes()


#: A folder that may be that of tags, behind the host.
_FOLDER = re.compile(r"(?<!/)/([a-z][a-z_-]{1,20})(?=/)", re.IGNORECASE)


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
    """Rules for the authors' names."""
    return _learn_text(found, articles, lambda s: s.entry.authors, META["authors"], 16, 0.6, affixes=True)


def _tag_nodes(sample: Sample, said: Set[str] | None = None) -> list[int]:
    return [node for node in small_nodes(sample, 6, said) if sample.out.tags[node] in ("a", "li", "span")]


def _tag_text(sample: Sample, node: int) -> str:
    return sample.text(node).casefold().strip(" ,#;")


def _tag_names(sample: Sample, node: int) -> list[Selector]:
    """The selectors of a node; a link has one by each folder of its address, as many themes name nothing else."""
    names = sample.selectors.of(node)
    address = sample.out.nodes[node].get("href") if sample.out.tags[node] == "a" else None
    if address:
        names += [f'//a[contains(@href,"/{folder}/")]' for folder in _FOLDER.findall(address)]
    return names


def learn_tags(found: Sequence[Sample]) -> list[FieldRule]:
    """Rules for the tags: they find several nodes, whose texts together are the feed's tags."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    pages = 0
    for sample in found:
        wanted = {t.casefold() for t in sample.entry.tags}
        if not wanted:
            continue
        pages += 1
        said = {word for tag in wanted for word in words(tag)}
        hits = {
            name
            for node in _tag_nodes(sample, said)
            if _tag_text(sample, node) in wanted
            for name in _tag_names(sample, node)
        }
        nodes: defaultdict[Selector, set[str]] = defaultdict(set)
        for node in _tag_nodes(sample) if hits else ():
            for name in hits.intersection(_tag_names(sample, node)):
                nodes[name].add(_tag_text(sample, node))
        values = {(name, "text"): nodes[name] for name in hits}
        for selector, take in META["tags"]:
            texts = {t.casefold() for v in read(sample.out.page, selector, take) for t in v.split(",")}
            values[selector, take] = {t.strip() for t in texts}
        for key, texts in values.items():
            both = len(texts & wanted)
            scores[key].total += 2 * both / (len(texts) + len(wanted)) if both else 0.0
            scores[key].cost += _META_COST if key[0].startswith(JSON_LD) or key[1] != "text" else selector_cost(key[0])
    return _ranked(scores, pages, 0.5, keep=2) if pages else []
