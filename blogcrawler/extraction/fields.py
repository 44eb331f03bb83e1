"""Learning the short fields: title, authors and tags.

Nodes of the page and what the page says to machines are candidates of one kind: whatever agrees with
the feed on the training pages is trusted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .closeness import small_nodes, steps_from
from .metadata import JSON_LD, META
from .reading import read
from .rules import FieldRule
from .samples import Sample
from .selectors import Selector, selector_cost
from .similarity import bigrams, dice, squash, words

__all__ = ["learn_authors", "learn_tags", "learn_title"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: How much a rule loses for each step up the tree between its node and the article.
_STEP_COST = 0.002


@dataclass(slots=True)
class _Score:
    total: float = 0.0
    cost: float = 0.0
    affixes: Counter[tuple[str, str]] | None = None


def _ranked(scores: dict[tuple[Selector, str], _Score], pages: int, least: float, keep: int = 3) -> list[FieldRule]:
    """The rules whose mean score is high enough, best first."""

    def worth(item: tuple[tuple[Selector, str], _Score]) -> float:
        return item[1].total / pages - item[1].cost / pages

    rules: list[FieldRule] = []
    for (selector, take), score in sorted(scores.items(), key=worth, reverse=True):
        confidence = score.total / pages
        if confidence < least or len(rules) == keep:
            break
        prefix, suffix = score.affixes.most_common(1)[0][0] if score.affixes else ("", "")
        rules.append(FieldRule(selector, round(confidence, 4), take, prefix, suffix))
    return rules


def _affix(value: str, wanted: str) -> tuple[str, str] | None:
    """What stands before and after the wanted text in a value; ``None`` if it is not in it."""
    at = value.casefold().find(wanted.casefold())
    return (value[:at], value[at + len(wanted) :]) if at >= 0 and len(value) < len(wanted) + 120 else None


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
        fields = [bigrams(t.casefold()) for t in targets]
        wanted_words = {word for target in targets for word in words(target)}
        most = max(len(words(t)) for t in targets) + longer
        steps = steps_from(sample, article)
        page: dict[tuple[Selector, str], tuple[float, float, tuple[str, str]]] = {}
        for node in small_nodes(sample, most):
            if wanted_words.isdisjoint(sample.out.words[sample.out.start[node] : sample.out.end[node]]):
                continue
            names = [n for n in sample.names[node] if sample.first[n] == node]
            if not names:
                continue
            text = sample.text(node)
            worth, affix = _compare(text, targets, fields, affixes=affixes)
            if worth > 0.4:
                far = _STEP_COST * steps(node)
                for name in names:
                    page[name, "text"] = (worth, far + selector_cost(name), affix)
        for selector, take in meta:
            values = read(sample.out.page, selector, take)
            if values:
                worth, affix = max(_compare(v, targets, fields, affixes=True) for v in values[:3])
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
        _settle_affixes(score, pages)
    return _ranked(scores, pages, least)


def _compare(
    text: str, targets: Sequence[str], fields: Sequence[int], *, affixes: bool
) -> tuple[float, tuple[str, str]]:
    """How well a text gives one of the targets, and what stands around it."""
    best: tuple[float, tuple[str, str]] = (0.0, ("", ""))
    for target, field in zip(targets, fields, strict=True):
        if words(text) == words(target):
            return 1.0, ("", "")
        affix = _affix(text, target) if affixes else None
        worth = 0.95 if affix is not None else 0.9 * dice(bigrams(text.casefold()), field)
        best = max(best, (worth, affix or ("", "")))
    return best


def _settle_affixes(score: _Score, pages: int) -> None:
    """Keep what stands around a value only where it is the same on most pages; else it is no rule."""
    if score.affixes is None:
        return
    (affix, count), *_ = score.affixes.most_common(1)
    total = sum(score.affixes.values())
    if affix != ("", "") and count < 0.6 * total:
        score.total *= 0.5


def learn_title(found: Sequence[Sample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the title."""
    return _learn_text(found, articles, lambda s: [s.entry.title or ""], META["title"], 6, 0.5, affixes=False)


def learn_authors(found: Sequence[Sample], articles: Sequence[int | None]) -> list[FieldRule]:
    """Rules for the authors' names."""
    return _learn_text(found, articles, lambda s: s.entry.authors, META["authors"], 8, 0.6, affixes=True)


def learn_tags(found: Sequence[Sample]) -> list[FieldRule]:
    """Rules for the tags: they find several nodes, whose texts together are the feed's tags."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    pages = 0
    for sample in found:
        wanted = {t.casefold() for t in sample.entry.tags}
        if not wanted:
            continue
        pages += 1
        nodes: defaultdict[Selector, set[str]] = defaultdict(set)
        hits: set[Selector] = set()
        for node in small_nodes(sample, 6):
            if sample.out.nodes[node].tag not in ("a", "li", "span"):
                continue
            text = sample.text(node).casefold().strip(" ,#;")
            for name in sample.names[node]:
                if not name.startswith("/html"):
                    nodes[name].add(text)
                    if text in wanted:
                        hits.add(name)
        values = {(name, "text"): nodes[name] for name in hits}
        for selector, take in META["tags"]:
            texts = {t.casefold() for v in read(sample.out.page, selector, take) for t in v.split(",")}
            values[selector, take] = {t.strip() for t in texts}
        for key, texts in values.items():
            both = len(texts & wanted)
            scores[key].total += 2 * both / (len(texts) + len(wanted)) if both else 0.0
            scores[key].cost += _META_COST if key[0].startswith(JSON_LD) or key[1] != "text" else selector_cost(key[0])
    return _ranked(scores, pages, 0.5, keep=2) if pages else []
