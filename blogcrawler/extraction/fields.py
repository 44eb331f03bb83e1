"""Learning the short fields: title, authors, date and tags.

Nodes of the page and what the page says to machines are candidates of one kind: whatever agrees with
the feed on the training pages is trusted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .dates import read_date
from .metadata import JSON_LD, META
from .noise import is_comments
from .reading import node_text, read
from .rules import FieldRule
from .samples import Sample
from .selectors import Selector, selector_cost
from .similarity import bigrams, dice, squash, words

__all__ = ["learn_authors", "learn_published", "learn_tags", "learn_title"]

#: What is said to machines only is trusted a little less than what readers see.
_META_COST = 0.03
#: How much a rule loses for each step up the tree between its node and the article.
_STEP_COST = 0.002


@dataclass(slots=True)
class _Score:
    total: float = 0.0
    cost: float = 0.0
    affixes: Counter[tuple[str, str]] | None = None
    forms: Counter[str] | None = None


def _ranked(
    scores: dict[tuple[Selector, str], _Score], pages: int, least: float, keep: int = 3
) -> list[FieldRule]:
    """The rules whose mean score is high enough, best first."""

    def worth(item: tuple[tuple[Selector, str], _Score]) -> float:
        return item[1].total / pages - item[1].cost / pages

    rules = []
    for (selector, take), score in sorted(scores.items(), key=worth, reverse=True):
        confidence = score.total / pages
        if confidence < least or len(rules) == keep:
            break
        prefix, suffix = score.affixes.most_common(1)[0][0] if score.affixes else ("", "")
        form = score.forms.most_common(1)[0][0] if score.forms else ""
        rules.append(FieldRule(selector, round(confidence, 4), take, prefix, suffix, form))
    return rules


def _small_nodes(sample: Sample, most: int) -> Iterator[int]:
    """Nodes with few words that are not part of the discussion."""
    out = sample.out
    in_comments: set[int] = set()
    for index, element in enumerate(out.nodes):
        if out.parent[index] in in_comments or (
            index and is_comments(element) and out.size(index) < 0.5 * len(out.words)
        ):
            in_comments.add(index)
        elif 0 < out.size(index) <= most:
            yield index


def _steps(sample: Sample, article: int | None) -> Callable[[int], int]:
    """How many steps one climbs from the article until a node is below: closeness in the tree."""
    if article is None:
        return lambda node: 0
    out = sample.out
    above = [article, *out.ancestors(article)]

    def steps(node: int) -> int:
        for count, holder in enumerate(above):
            if holder <= node <= out.last[holder]:
                return count
        return len(above)

    return steps


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
        most = max(len(words(t)) for t in targets) + longer
        steps = _steps(sample, article)
        page: dict[tuple[Selector, str], tuple[float, float, tuple[str, str] | None]] = {}
        for node in _small_nodes(sample, most):
            names = [n for n in sample.names[node] if sample.first[n] == node]
            if not names:
                continue
            text = node_text(sample.out.nodes[node])
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
            if affix is not None:
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


def learn_published(
    found: Sequence[Sample], articles: Sequence[int | None], language: str
) -> list[FieldRule]:
    """Rules for the date, with the order in which the blog writes numeric dates."""
    scores: defaultdict[tuple[Selector, str], _Score] = defaultdict(_Score)
    pages = 0
    for sample, article in zip(found, articles, strict=True):
        target = sample.entry.published or sample.entry.updated
        if target is None:
            continue
        pages += 1
        steps = _steps(sample, article)
        page: dict[tuple[Selector, str], tuple[str, float, bool]] = {}

        def note(key: tuple[Selector, str], text: str, cost: float, page=page, target=target) -> None:  # type: ignore[no-untyped-def]
            for form, moment in read_date(text, language, target):
                if form != "ago" and moment.same_day(target) and key not in page:
                    when = moment.when()
                    exact = when is not None and when.tzinfo is not None
                    page[key] = (form, cost - 0.05 * exact, exact)

        for node in _small_nodes(sample, 24):
            element = sample.out.nodes[node]
            names = [n for n in sample.names[node] if sample.first[n] == node]
            if not names:
                continue
            cost = _STEP_COST * steps(node)
            for take in ("datetime", "title", "content"):
                value = element.get(take)
                if value and any(c.isdigit() for c in value):
                    for name in names:
                        note((name, take), value, cost + selector_cost(name))
            text = node_text(element)
            if len(text) < 200 and any(c.isdigit() for c in text):
                for name in names:
                    note((name, "text"), text, cost + selector_cost(name) + 1e-4 * len(text))
        for selector, take in META["published"]:
            for value in read(sample.out.page, selector, take, 1):
                note((selector, take), value, _META_COST)
        note((URL, "text"), _url_text(sample.out.page.url), _META_COST)
        for key, (form, cost, _) in page.items():
            score = scores[key]
            score.total += 1
            score.cost += cost
            score.forms = score.forms or Counter()
            score.forms[form] += 1
    return _ranked(scores, pages, 0.5, keep=4) if pages else []


#: The selector that reads the page's address instead of its tree.
URL = "url"


def _url_text(url: str) -> str:
    from .dates import url_date

    moment = url_date(url)
    return moment.iso() if moment else ""


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
        for node in _small_nodes(sample, 6):
            if sample.out.nodes[node].tag not in ("a", "li", "span"):
                continue
            text = node_text(sample.out.nodes[node]).casefold().strip(" ,#;")
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
            scores[key].cost += (
                _META_COST if key[0].startswith(JSON_LD) or key[1] != "text" else selector_cost(key[0])
            )
    return _ranked(scores, pages, 0.5, keep=2) if pages else []
