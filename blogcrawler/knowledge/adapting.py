"""Adaptation to templates that the knowledge base does not know (Section 6 of the AAH paper).

What is learned is added to what is known, never put in its place, and says where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from ..extraction.page import Page
from .aligning import aligned
from .expression import Expression, Operator, Test
from .index import Index
from .learned import DETECT, Learned
from .model import Application, Extraction, Level
from .plausible import Judged, extent, is_plausible
from .relaxing import Parts, page_parts, relaxed

__all__ = ["adapt_level", "adapt_new", "adapt_recrawl"]

_MOST_TRIED, _AT_ONCE, _COMPARED = 3000, 200, 4
#: What most pages lack for good reasons; whatever looks like it would be taken for it.
_OPTIONAL = frozenset({"updated", "count", "parent", "link", "id"})
#: On so many pages, at least, a new action must have stood the test.
FEWEST_PAGES = 2


def failing(level: Level, pages: Sequence[Judged]) -> list[str]:
    """The semantic types of a level that no action finds on most of these pages."""
    types = dict.fromkeys(action.type for action in level.extract if action.type not in _OPTIONAL)
    return [kind for kind in types if sum(_finds(level, kind, judged) for judged in pages) < 0.5 * len(pages)]


def _finds(level: Level, kind: str, judged: Judged) -> bool:
    return any(action.path.find(judged.page.tree) for action in level.fields(kind))


def adapt_new(
    application: Application, level: Level, pages: Iterable[Page], origin: str, siblings: Iterable[Application] = ()
) -> list[Learned]:
    """Algorithm 2: actions for what fails on a new site, relaxed from those that are known.

    ``pages`` are several pages of the level: a relaxed action is tried on all of them.
    """
    judged = [Judged(page) for page in pages]
    if len(judged) < FEWEST_PAGES:
        return []
    preferred = _sibling_parts(siblings, level.name)
    fixed = [detection.patterns[0] for detection in level.detect]
    found = []
    for kind in failing(level, judged):
        repaired = _relax(kind, level, judged, fixed, preferred)
        if repaired is not None:
            action, path = repaired
            found.append(Learned(application.name, level.name, kind, path, origin, str(action.path)))
    return found


def _relax(
    kind: str, level: Level, pages: Sequence[Judged], fixed: Sequence[Expression], preferred: Parts
) -> tuple[Extraction, Expression] | None:
    parts = page_parts(pages[0].page.tree)
    here = set(parts.tests)
    preferred = Parts(tuple(test for test in preferred.tests if test in here), preferred.tags)
    tries = [(action, relaxed(action.path, parts, fixed, preferred)) for action in level.fields(kind)]
    share = max(1, _MOST_TRIED // max(1, len(tries)))
    for action, candidates in tries:
        likely = (one for one in _there(islice(candidates, share), pages[0].page) if is_plausible(kind, one, pages))
        # An article stands in containers that hold little else: the smallest is meant.
        found = list(islice(likely, _COMPARED if kind == "content" else 1))
        if found:
            return action, min(found, key=lambda path: extent(path, pages[0].page))
    return None


def _there(candidates: Iterable[Expression], page: Page) -> Iterator[Expression]:
    """Those of many expressions that find something on a page, in their order; most find nothing."""
    candidates = iter(candidates)
    while some := list(islice(candidates, _AT_ONCE)):
        there = set(Index(enumerate(some)).matches([page.tree]))
        yield from (candidate for number, candidate in enumerate(some) if number in there)


def adapt_level(
    application: Application, level: Level, pages: Sequence[Page], others: Sequence[Page], origin: str
) -> Learned | None:
    """A detection pattern for a level whose own find none of ``pages``: relaxed, and false on all ``others``."""
    patterns = [detection.patterns[0] for detection in level.detect if len(detection.patterns) == 1]
    if len(pages) < FEWEST_PAGES or any(pattern.find(page.tree) for pattern in patterns for page in pages):
        return None
    parts = page_parts(pages[0].tree)
    for pattern in patterns:
        if pattern.steps[0].node in ("url", "parameter", "header", "cookie"):
            continue
        for candidate in _there(islice(relaxed(pattern, parts), _MOST_TRIED), pages[0]):
            if all(candidate.find(page.tree) for page in pages) and not any(
                candidate.find(page.tree) for page in others
            ):
                return Learned(application.name, level.name, DETECT, candidate, origin, str(pattern))
    return None


def _sibling_parts(siblings: Iterable[Application], level: str) -> Parts:
    tests: dict[Test, None] = {}
    tags: dict[str, None] = {}
    for sibling in siblings:
        for known in sibling.levels:
            if known.name != level:
                continue
            for action in known.extract:
                for step in action.path.elements.steps:
                    tags.setdefault(step.node)
                    for test in step.predicates:
                        if isinstance(test, Test) and test.operator is not Operator.CONTAINS and test.string.split():
                            tests.setdefault(Test(test.value, Operator.WORD, test.string.split()[0]))
    return Parts(tuple(tests), tuple(tag for tag in tags if tag != "*"))


def adapt_recrawl(
    application: Application,
    level: Level,
    pages: Sequence[tuple[Page, Mapping[str, str]]],
    origin: str,
) -> list[Learned]:
    """Algorithm 1: actions for what was stored of these pages, still stands on them, and is found no more.

    ``pages`` come with the values that an earlier crawl had of them (``title``, ``author``, ``content``…). A value that
    has vanished from its page says nothing about the structure.
    """
    found = []
    for kind in dict.fromkeys(name for _, stored in pages for name in stored):
        there = [(page, stored[kind]) for page, stored in pages if stored.get(kind)]
        path = aligned(kind, [action.path for action in level.fields(kind)], there)
        if path is not None:
            instead = str(level.fields(kind)[0].path) if level.fields(kind) else ""
            found.append(Learned(application.name, level.name, kind, path, origin, instead))
    return found
