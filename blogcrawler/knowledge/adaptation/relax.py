"""Relaxes expressions (Algorithm 2 of the AAH paper): what an expression may look like on another template.

A relaxation drops a predicate, or replaces a tag or a predicate by one that is on the page. Best cases change each step
at most once, worst cases more often; fewer changes come first. A prefix that is a detection pattern stays as it is, and
parts that sibling types use come before others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from lxml.etree import _Element

from ..language.expression import ANY, Expression, Operator, Step, Test

__all__ = ["PathParts", "name_words", "page_parts", "relaxed"]

_MAX_RELAXATIONS = 4000
_MAX_VALUES, _MAX_TAGS = 60, 25
_MAX_ELEMENTS = 20_000
#: Tags that templates use in place of one another; those that the page has are tried.
_INTERCHANGEABLE_TAGS = (
    "div",
    "span",
    "article",
    "section",
    "main",
    "header",
    "p",
    "h1",
    "h2",
    "h3",
    "li",
    "ul",
    "ol",
    "time",
    "a",
)
#: Attributes that say what an element is; others (``style``, ``data-…``) do not.
_NAMING = ("class", "id", "itemprop", "rel", "property", "role", "name")


@dataclass(frozen=True, slots=True)
class PathParts:
    """The parts of relaxed expressions: tests and tags, the most promising first."""

    tests: tuple[Test, ...]
    tags: tuple[str, ...]

    def first(self, others: PathParts) -> PathParts:
        """These parts before the others."""
        return PathParts(tuple(dict.fromkeys(self.tests + others.tests)), tuple(dict.fromkeys(self.tags + others.tags)))


def page_parts(tree: _Element, limit: int = _MAX_VALUES) -> PathParts:
    """The tags, attributes and values of a page; rare values first, since they identify one thing."""
    tests: Counter[Test] = Counter()
    tags: Counter[str] = Counter()
    for element in islice(tree.iter("*"), _MAX_ELEMENTS):
        tags[element.tag] += 1
        for name in _NAMING:
            value = element.get(name)
            if value and '"' not in value:
                for word in value.split()[:8]:
                    if len(word) <= 60 and not any(letter.isdigit() for letter in word):
                        tests[Test(f"@{name}", Operator.WORD, word)] += 1
    return PathParts(
        tuple(sorted(tests, key=lambda test: (tests[test], test.string))[: 20 * limit]),
        tuple(tag for tag in _INTERCHANGEABLE_TAGS if tag in tags),
    )


def relaxed(
    expression: Expression, parts: PathParts, fixed: Iterable[Expression] = (), preferred: PathParts | None = None
) -> Iterator[Expression]:
    """Relaxations of an expression, the simplest first, at most a few thousand.

    ``parts`` are those of the page, ``preferred`` those of sibling types; a prefix in ``fixed`` does not change.
    """
    keep = max((len(prefix.steps) for prefix in fixed if expression.starts_with(prefix)), default=0)
    if keep >= len(expression.elements.steps):
        keep = 0
    head, tail = expression.steps[:keep], expression.steps[keep:]
    used = preferred.first(parts) if preferred else parts
    seen = {expression}
    yielded = 0
    for max_changes in (1, 2):
        choices = [list(_variants(step, used, max_changes)) if step.is_element else [(0, step)] for step in tail]
        for steps in _by_changes(choices):
            candidate = Expression((*head, *steps))
            if candidate in seen or _is_vague(candidate):
                continue
            seen.add(candidate)
            yield candidate
            yielded += 1
            if yielded >= _MAX_RELAXATIONS * max_changes:
                break


def _variants(step: Step, parts: PathParts, max_changes: int) -> Iterator[tuple[int, Step]]:
    """The step and its variants, each with the number of changes."""
    yield 0, step
    once = list(_changed(step, parts))
    yield from ((1, changed) for changed in once)
    if max_changes > 1:
        for changed in once:
            if changed.predicates and changed.node == step.node:
                for tag in parts.tags[:_MAX_TAGS]:
                    if tag != step.node:
                        yield 2, replace(changed, node=tag)


def _changed(step: Step, parts: PathParts) -> Iterator[Step]:
    tests = [(number, test) for number, test in enumerate(step.predicates) if isinstance(test, Test)]
    for number, test in tests:
        alike = sorted(parts.tests, key=lambda other: -_similarity(test, other))[:_MAX_VALUES]
        for other in alike:
            if other != test:
                yield replace(step, predicates=_put(step.predicates, number, other))
    for number in range(len(step.predicates)):
        yield replace(step, predicates=step.predicates[:number] + step.predicates[number + 1 :])
    for tag in parts.tags[:_MAX_TAGS]:
        if tag != step.node:
            yield replace(step, node=tag)


def _put(predicates: Sequence[object], number: int, test: Test) -> tuple[Test, ...]:
    changed = list(predicates)
    changed[number] = test
    return tuple(changed)  # type: ignore[arg-type]


def _similarity(test: Test, other: Test) -> float:
    """How likely a template has ``other`` where another has ``test``: by the words of the name and the attribute."""
    mine, theirs = name_words(test.string), name_words(other.string)
    shared = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    return shared + 0.1 * (test.value == other.value)


def name_words(name: str) -> set[str]:
    """The words of a name such as ``post-title``."""
    return set(name.lower().replace("_", "-").replace("-", " ").split())


def _by_changes(choices: list[list[tuple[int, Step]]]) -> Iterator[tuple[Step, ...]]:
    """Combinations of one choice per step, those with the fewest changes first."""
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
    """Whether an expression is too general: a bare tag that is everywhere."""
    last = expression.elements.steps[-1]
    if last.predicates or last.node in ("time", "h1", "article", "main"):
        return last.node == ANY and not last.predicates
    return len(expression.elements.steps) < 2 or not any(step.predicates for step in expression.steps)
