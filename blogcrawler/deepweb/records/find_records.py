"""Finds the records on result pages by FOREST, with the query terms as signifiers.

After M. Oita, "Deriving Semantic Objects from the Structured Web" (2012), sections 2 and 3.2: the structural pattern
with the highest relevance (informativeness J × U of the query terms, times occurrences, times level) is in the records;
the records are the elements below what all its occurrences have in common. Every pattern is verified: on the page for a
nonsense word it must find nothing, or other things.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lxml.etree import _Element

from ...dom import Outline, Page, node_text, outline, words
from ...extraction import informativeness
from .structure import StructuralPath, elements_at, path_of

__all__ = ["RecordRule", "ResultSample", "learn_record_rule"]

#: Number of patterns by relevance that are turned into candidates.
_MAX_PATTERNS = 30
#: Records that have a query term, at least; the rest matches in fields that are not shown.
_MIN_RECORDS, _MAX_ELEMENTS = 2, 5000
#: Elements inside of others explain an answer as well as these do with this share of their score.
_NEARLY = 0.6


@dataclass(frozen=True, slots=True)
class ResultSample:
    """A result page and the terms that were searched for."""

    page: Page
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordRule:
    """Where the records are on a result page. ``known`` are texts that are shown even if nothing is found."""

    path: StructuralPath
    known: frozenset[str] = frozenset()

    def find(self, page: Page) -> list[_Element]:
        """The elements of the records, in the order of the page."""
        found = []
        for element in elements_at(page.tree, self.path):
            if _is_header(element):
                continue
            text = node_text(element)
            if text and text not in self.known:
                found.append(element)
                if len(found) >= _MAX_ELEMENTS:
                    break
        return found


def _is_header(element: _Element) -> bool:
    return element.tag == "tr" and element.find("td") is None


def learn_record_rule(samples: Sequence[ResultSample], empty: Page | None) -> RecordRule | None:
    """The rule that explains the query terms on result pages best; ``None`` if none is convincing.

    ``empty`` is the answer to a nonsense word.
    """
    shown_anyway = _block_texts(outline(empty)) if empty is not None else frozenset()
    flat = [_Flat(sample, shown_anyway) for sample in samples]
    scored: list[tuple[float, RecordRule]] = []
    for path in _candidate_paths(flat) or _repeated_paths(flat):
        known = frozenset(node_text(one) for one in elements_at(empty.tree, path)) if empty is not None else frozenset()
        rule = RecordRule(path, known)
        if (score := _score(rule, flat)) > 0:
            scored.append((score, rule))
    if not scored:
        return None
    highest, best = max(scored, key=lambda item: item[0])
    lists = [item for item in scored if item[0] >= _NEARLY * highest and _is_list_of(best, item[1], flat)]
    return max(lists, key=lambda item: item[0], default=(highest, best))[1]


class _Flat:
    """A sample flattened: for each node, its words and how many of them are query terms outside forms."""

    def __init__(self, sample: ResultSample, shown_anyway: frozenset[str]) -> None:
        self.sample = sample
        self.outline = out = outline(sample.page)
        terms = {word for term in sample.terms for word in words(term)}
        in_form = [False] * len(out.words)
        for node, start, end, tag in zip(out.nodes, out.start, out.end, out.tags, strict=True):
            if tag in ("form", "nav", "title") or (tag in ("header", "footer") and not _is_of_a_part(node)):
                in_form[start:end] = [True] * (end - start)
        for block in out.blocks:
            if " ".join(out.words[block.start : block.end]) in shown_anyway:
                in_form[block.start : block.end] = [True] * (block.end - block.start)
        hits = [word in terms and not outside for word, outside in zip(out.words, in_form, strict=True)]
        prefix = [0, *accumulate(hits)]
        self.hits = [prefix[end] - prefix[start] for start, end in zip(out.start, out.end, strict=True)]
        self.all_hits = prefix[-1]
        self.terms = terms


def _is_of_a_part(node: _Element) -> bool:
    """Whether a header or footer is that of an article in the page: those have titles in them."""
    return next(node.iterancestors("article", "section", "li"), None) is not None


def _block_texts(out: Outline) -> frozenset[str]:
    return frozenset(" ".join(out.words[block.start : block.end]) for block in out.blocks)


def _candidate_paths(flat: Iterable[_Flat]) -> list[StructuralPath]:
    """Paths of records by FOREST, the most relevant pattern first."""
    relevance: dict[StructuralPath, float] = defaultdict(float)
    occurrences: Counter[StructuralPath] = Counter()
    nodes: dict[StructuralPath, list[list[_Element]]] = defaultdict(list)
    for one in flat:
        out = one.outline
        rest = len(out.words) - one.all_hits
        here: dict[StructuralPath, list[_Element]] = defaultdict(list)
        for number, hits in enumerate(one.hits):
            if not hits:
                continue
            size = out.end[number] - out.start[number]
            value = informativeness(hits, size - hits, one.all_hits, rest)
            if value > 0:
                path = path_of(out.nodes[number])
                relevance[path] += value
                occurrences[path] += 1
                here[path].append(out.nodes[number])
        for path, found in here.items():
            nodes[path].append(found)
    ranked = sorted(relevance, key=lambda path: -relevance[path] * occurrences[path] * len(path))
    candidates: dict[StructuralPath, None] = {}
    for pattern in ranked[:_MAX_PATTERNS]:
        votes = Counter(path for found in nodes[pattern] for path in _record_paths(found))
        candidates.update(dict.fromkeys(path for path, _ in votes.most_common(3)))
    return list(candidates)


def _record_paths(found: list[_Element]) -> list[StructuralPath]:
    """The paths of the elements directly below what all occurrences have in common, and of those inside them."""
    if len(found) < _MIN_RECORDS:
        return []
    lines = [[*reversed(list(node.iterancestors())), node] for node in found[:200]]
    depth = 0
    while all(len(line) > depth + 1 and line[depth] is lines[0][depth] for line in lines):
        depth += 1
    if all(line[depth] is lines[0][depth] for line in lines):
        depth += 1
    paths = []
    for level in (depth, depth + 1, depth + 2):
        at = [line[level] for line in lines if len(line) > level]
        if len({id(node) for node in at}) >= _MIN_RECORDS:
            paths.append(path_of(at[0]))
    return paths


def _repeated_paths(flat: Sequence[_Flat]) -> list[StructuralPath]:
    """Paths of repeated elements, for results that do not show the query terms."""
    counts: Counter[StructuralPath] = Counter()
    for one in flat:
        here: Counter[StructuralPath] = Counter()
        for node in one.outline.nodes[:_MAX_ELEMENTS]:
            if node.tag in ("li", "tr", "div", "article", "section", "dd", "p"):
                here[path_of(node)] += 1
        counts.update({path for path, number in here.items() if number >= 3})
    return [path for path, pages in counts.most_common(_MAX_PATTERNS) if pages >= min(2, len(flat))]


def _is_list_of(outer: RecordRule, inner: RecordRule, flat: Sequence[_Flat]) -> bool:
    """Whether one rule finds lists, and another the records in them: more in one than in another, unlike fields."""
    if len(inner.path) <= len(outer.path) or inner.path[: len(outer.path)] != outer.path:
        return False
    counts: Counter[_Element] = Counter()
    for one in flat:
        lists = set(outer.find(one.sample.page))
        counts.update(
            above for found in inner.find(one.sample.page) for above in found.iterancestors() if above in lists
        )
    return len(set(counts.values())) > 1 and max(counts.values()) > _MIN_RECORDS


def _score(rule: RecordRule, flat: Sequence[_Flat]) -> float:
    """How well records explain the answers: which share of the terms is in them, how many of them have one, and how
    much of what is shown only for this query they hold. Records must differ from query to query."""
    total, pages_with_records, seen = 0.0, 0, Counter[str]()
    for one in flat:
        elements = rule.find(one.sample.page)
        if not elements:
            continue
        parents = {element.getparent() for element in elements}
        numbers = {node: number for number, node in enumerate(one.outline.nodes)}
        inside = [numbers[element] for element in elements if element in numbers]
        if not inside:
            continue
        pages_with_records += 1
        seen.update({node_text(element) for element in elements})
        hits = sum(one.hits[number] for number in inside)
        share = hits / one.all_hits if one.all_hits else 0.5
        having = sum(one.hits[number] > 0 for number in inside) / len(inside) if one.all_hits else 0.5
        size = sum(one.outline.size(number) for number in inside)
        held = size / max(1, len(one.outline.words))
        repeated = 1.0 if len(elements) > 1 else 0.3
        same_parent = 1.0 if len(parents) == 1 else 0.8
        linked = 1.1 if any(next(element.iter("a"), None) is not None for element in elements) else 1.0
        total += share * (0.2 + having) * (0.2 + held) * repeated * same_parent * linked
    if not pages_with_records:
        return 0.0
    if len(flat) > 1 and seen and min(seen.values()) == pages_with_records > 1:
        return 0.0  # the same on all pages: a list beside the results
    return total / len(flat)
