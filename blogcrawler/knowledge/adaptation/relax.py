"""Relaxes expressions (Algorithm 2 of the AAH paper): what an expression may look like on another template.

A relaxation drops a predicate, or replaces a tag or a predicate by one that is on the page. Best cases change each step
at most once and come first, those with fewer changes before others; worst cases change one step twice. A prefix that is
a detection pattern stays as it is, and parts that sibling types use come before others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, islice, zip_longest

from lxml.etree import _Element

from ..language.expression import ANY, Expression, Operator, Step, Test

__all__ = ["PathParts", "name_words", "page_parts", "relaxed"]

_MAX_RELAXATIONS = 4000
#: Combinations that are built for each relaxation; most of the others are too vague.
_TRIES_PER_RELAXATION = 4
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
    expression: Expression,
    parts: PathParts,
    fixed: Iterable[Expression] = (),
    preferred: PathParts | None = None,
    limit: int = _MAX_RELAXATIONS,
) -> Iterator[Expression]:
    """Relaxations of an expression, the simplest first, at most ``limit``.

    ``parts`` are those of the page, ``preferred`` those of sibling types; a prefix in ``fixed`` does not change.
    """
    keep = max((len(prefix.steps) for prefix in fixed if expression.starts_with(prefix)), default=0)
    if keep >= len(expression.elements.steps):
        keep = 0
    head, tail = expression.steps[:keep], expression.steps[keep:]
    used = preferred.first(parts) if preferred else parts
    seen = {expression}
    stages = _stages(tail, used)
    for number, stage in enumerate(stages):
        # Single changes are the most likely ones. The rest of the limit is shared, because there are very many pairs.
        quota = limit if number == 0 else limit // (len(stages) - number)
        for steps in islice(stage, _TRIES_PER_RELAXATION * quota):
            candidate = Expression((*head, *steps))
            if quota <= 0:
                break
            if candidate not in seen and not _is_vague(candidate):
                seen.add(candidate)
                yield candidate
                quota, limit = quota - 1, limit - 1


def _stages(steps: Sequence[Step], parts: PathParts) -> list[Iterator[tuple[Step, ...]]]:
    """The relaxations of some steps: one change, two in different steps, and so on; then two changes of one step."""
    once = {number: _changed(step, parts) for number, step in enumerate(steps) if step.is_element}
    single = {number: list(chain.from_iterable(groups)) for number, groups in once.items()}
    alternating = {number: _alternate(groups) for number, groups in once.items()}
    twice = {number: _retagged(steps[number], changed, parts) for number, changed in single.items()}
    several = [_with_changes(steps, alternating, number) for number in range(2, len(once) + 1)]
    return [_with_one_change(steps, single), *several, _with_one_change(steps, twice)]


def _with_one_change(steps: Sequence[Step], changed: Mapping[int, Iterable[Step]]) -> Iterator[tuple[Step, ...]]:
    """The steps with one of them changed, the last one first."""
    for number in sorted(changed, reverse=True):
        yield from ((*steps[:number], step, *steps[number + 1 :]) for step in changed[number])


def _with_changes(
    steps: Sequence[Step], changed: Mapping[int, Sequence[Step]], number: int
) -> Iterator[tuple[Step, ...]]:
    """The steps with this many of them changed, those with the most promising changes first."""
    chosen = [(which, [len(changed[one]) for one in which]) for which in combinations(changed, number)]
    for total in range(max((sum(sizes) for _, sizes in chosen), default=0)):
        for which, sizes in chosen:
            for ranks in _ranks(total, sizes):
                new = {one: changed[one][rank] for one, rank in zip(which, ranks, strict=True)}
                yield tuple(new.get(position, step) for position, step in enumerate(steps))


def _ranks(total: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """One rank below each size, so that they add up to a total."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for rank in range(min(total, sizes[0] - 1) + 1):
        if total - rank <= sum(sizes[1:]) - len(sizes[1:]):
            yield from ((rank, *others) for others in _ranks(total - rank, sizes[1:]))


def _retagged(step: Step, changed: Iterable[Step], parts: PathParts) -> Iterator[Step]:
    """Changed steps with another tag as well."""
    for one in changed:
        if one.predicates and one.node == step.node:
            yield from (replace(one, node=tag) for tag in parts.tags[:_MAX_TAGS] if tag != step.node)


def _changed(step: Step, parts: PathParts) -> list[list[Step]]:
    """The step with one change, by the kind of change, the most promising first."""
    replaced = []
    for number, test in enumerate(step.predicates):
        if isinstance(test, Test):
            alike = sorted(parts.tests, key=partial(_dissimilarity, test))[:_MAX_VALUES]
            values = (_put(step.predicates, number, other) for other in alike if other != test)
            replaced.append([replace(step, predicates=predicates) for predicates in values])
    dropped = [
        replace(step, predicates=step.predicates[:number] + step.predicates[number + 1 :])
        for number in range(len(step.predicates))
    ]
    retagged = [replace(step, node=tag) for tag in parts.tags[:_MAX_TAGS] if tag != step.node]
    return [*replaced, dropped, retagged]


def _alternate(groups: Iterable[Iterable[Step]]) -> list[Step]:
    """The first of each group, then the second of each, and so on."""
    return [step for some in zip_longest(*groups) for step in some if step is not None]


def _put(predicates: Sequence[object], number: int, test: Test) -> tuple[Test, ...]:
    changed = list(predicates)
    changed[number] = test
    return tuple(changed)  # type: ignore[arg-type]


def _dissimilarity(test: Test, other: Test) -> float:
    """How unlikely a template has ``other`` where another has ``test``: by the words of the name and the attribute."""
    mine, theirs = name_words(test.string), name_words(other.string)
    shared = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    return -shared - 0.1 * (test.value == other.value)


def name_words(name: str) -> set[str]:
    """The words of a name such as ``post-title``."""
    return set(name.lower().replace("_", "-").replace("-", " ").split())


def _is_vague(expression: Expression) -> bool:
    """Whether an expression is too general: a bare tag that is everywhere."""
    last = expression.elements.steps[-1]
    if last.predicates or last.node in ("time", "h1", "article", "main"):
        return last.node == ANY and not last.predicates
    return len(expression.elements.steps) < 2 or not any(step.predicates for step in expression.steps)
