"""Relaxed expressions (Algorithm 2 of the AAH paper): what an expression might have become on another template.

A relaxation drops a predicate, or replaces a tag, or the attribute and value of a predicate, by what is on the page.
Best cases change each step at most once, worst cases more often; fewer changes come first. A prefix that is a detection
pattern stays as it is, and parts that sibling types use come before others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from lxml.etree import _Element

from ..language.expression import ANY, Expression, Operator, Step, Test

__all__ = ["PathParts", "name_words", "page_parts", "relaxed"]

_MOST = 4000
_MOST_VALUES, _MOST_TAGS = 60, 25
#: Tags that templates take for one another; of others, only what the page has is tried.
_KINDRED = ("div", "span", "article", "section", "main", "header", "p", "h1", "h2", "h3", "li", "ul", "ol", "time", "a")
#: Attributes that name what an element is; others (``style``, ``data-…``) are chance.
_NAMING = ("class", "id", "itemprop", "rel", "property", "role", "name")


@dataclass(frozen=True, slots=True)
class PathParts:
    """What relaxed expressions are made of: tests and tags, the most promising first."""

    tests: tuple[Test, ...]
    tags: tuple[str, ...]

    def first(self, others: PathParts) -> PathParts:
        """These parts before the others."""
        return PathParts(tuple(dict.fromkeys(self.tests + others.tests)), tuple(dict.fromkeys(self.tags + others.tags)))


def page_parts(tree: _Element, limit: int = _MOST_VALUES) -> PathParts:
    """The tags, attributes and values of a page; rare values first, since they name one thing."""
    tests: Counter[Test] = Counter()
    tags: Counter[str] = Counter()
    for element in islice(tree.iter("*"), 20_000):
        tags[element.tag] += 1
        for name in _NAMING:
            value = element.get(name)
            if value and '"' not in value:
                for word in value.split()[:8]:
                    if len(word) <= 60 and not any(letter.isdigit() for letter in word):
                        tests[Test(f"@{name}", Operator.WORD, word)] += 1
    return PathParts(
        tuple(sorted(tests, key=lambda test: (tests[test], test.string))[: 20 * limit]),
        tuple(tag for tag in _KINDRED if tag in tags),
    )


def relaxed(
    expression: Expression, parts: PathParts, fixed: Iterable[Expression] = (), preferred: PathParts | None = None
) -> Iterator[Expression]:
    """Relaxations of an expression, simplest first, at most a few thousand.

    ``parts`` are what the page has, ``preferred`` what sibling types use; a prefix in ``fixed`` is not touched.
    """
    keep = max((len(prefix.steps) for prefix in fixed if expression.starts_with(prefix)), default=0)
    if keep >= len(expression.elements.steps):
        keep = 0
    head, tail = expression.steps[:keep], expression.steps[keep:]
    used = preferred.first(parts) if preferred else parts
    seen = {expression}
    given = 0
    for most in (1, 2):
        choices = [list(_variants(step, used, most)) if step.is_element else [(0, step)] for step in tail]
        for steps in _by_changes(choices):
            candidate = Expression((*head, *steps))
            if candidate in seen or _is_vague(candidate):
                continue
            seen.add(candidate)
            yield candidate
            given += 1
            if given >= _MOST * most:
                break


def _variants(step: Step, parts: PathParts, most: int) -> Iterator[tuple[int, Step]]:
    """The step and what it might have become, with the number of changes."""
    yield 0, step
    once = list(_changed(step, parts))
    yield from ((1, changed) for changed in once)
    if most > 1:
        for changed in once:
            if changed.predicates and changed.node == step.node:
                for tag in parts.tags[:_MOST_TAGS]:
                    if tag != step.node:
                        yield 2, replace(changed, node=tag)


def _changed(step: Step, parts: PathParts) -> Iterator[Step]:
    tests = [(number, test) for number, test in enumerate(step.predicates) if isinstance(test, Test)]
    for number, test in tests:
        alike = sorted(parts.tests, key=lambda other: -_likeness(test, other))[:_MOST_VALUES]
        for other in alike:
            if other != test:
                yield replace(step, predicates=_put(step.predicates, number, other))
    for number in range(len(step.predicates)):
        yield replace(step, predicates=step.predicates[:number] + step.predicates[number + 1 :])
    for tag in parts.tags[:_MOST_TAGS]:
        if tag != step.node:
            yield replace(step, node=tag)


def _put(predicates: Sequence[object], number: int, test: Test) -> tuple[Test, ...]:
    changed = list(predicates)
    changed[number] = test
    return tuple(changed)  # type: ignore[arg-type]


def _likeness(test: Test, other: Test) -> float:
    """How probably a template writes ``other`` where another writes ``test``: words of the name, same attribute."""
    mine, theirs = name_words(test.string), name_words(other.string)
    shared = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    return shared + 0.1 * (test.value == other.value)


def name_words(name: str) -> set[str]:
    """The words that a name is made of."""
    return set(name.lower().replace("_", "-").replace("-", " ").split())


def _by_changes(choices: list[list[tuple[int, Step]]]) -> Iterator[tuple[Step, ...]]:
    """Combinations of one choice a step, those with the fewest changes first."""
    for total in range(1, 3 * len(choices) + 1):
        for counts in product(*(sorted({count for count, _ in one}) for one in choices)):
            if sum(counts) != total:
                continue
            pools = [
                [step for count, step in one if count == wanted] for one, wanted in zip(choices, counts, strict=True)
            ]
            yield from product(*pools)
        if total >= 2:
            return


def _is_vague(expression: Expression) -> bool:
    """Whether an expression says hardly anything: a bare tag that stands everywhere."""
    last = expression.elements.steps[-1]
    if last.predicates or last.node in ("time", "h1", "article", "main"):
        return last.node == ANY and not last.predicates
    return len(expression.elements.steps) < 2 or not any(step.predicates for step in expression.steps)
