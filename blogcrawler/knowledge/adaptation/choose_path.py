"""Chooses the expression for the places of a field on several pages: close to the known ones, and never wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from lxml.etree import _Element

from ...dom import ElementMap
from ..language.expression import Expression, Operator, Step, Test
from ..model.model import Application
from .candidate_paths import paths_to
from .frame import Places
from .relax import name_words
from .work_budget import WorkBudget

__all__ = ["MIN_PAGES", "PathVocabulary", "choose", "paths_of"]

#: Places per page, and expressions per place, to consider.
_MAX_PLACES, _MAX_PATHS = 12, 120
#: Pages whose places give candidates; all pages test them.
_MAX_TEACHING_PAGES = 3
#: The share of pages on which a new action must find a place.
_MIN_PAGE_SHARE = 0.7
#: Number of pages on which a new action must find a place.
MIN_PAGES = 2
#: An action that finds more elements on a page is too general.
_MAX_FOUND, _MAX_TAGS = 2, 30
#: Distance of the names that sibling types use, and of each step more.
_SIBLING_DISTANCE, _STEP_DISTANCE = 0.25, 0.1
#: One page in five may have another template than the others, or wrong places.
_PAGES_PER_ODD_PAGE = 5


class PathVocabulary:
    """The names that known types use for a field: those of the own type are the closest, then those of its siblings."""

    def __init__(self, kind: str, level: str, own: Sequence[Expression], siblings: Iterable[Application]) -> None:
        self._known: dict[Test, float] = {}
        self._tags: set[str] = set()
        others = (
            action.path
            for application in siblings
            for one in application.levels
            if one.name == level
            for action in one.fields(kind)
        )
        for paths, distance in ((own, 0.0), (others, _SIBLING_DISTANCE)):
            for path in paths:
                last = path.elements.steps[-1]
                self._tags.add(last.node)
                for test in last.predicates:
                    if isinstance(test, Test) and test.string.split():
                        word = Test(test.value, Operator.WORD, test.string.split()[0])
                        self._known.setdefault(word, distance)
        self._words = [(name_words(test.string), distance) for test, distance in self._known.items()]
        self._nearest = lru_cache(2048)(self._find_nearest)

    def _find_nearest(self, test: Test) -> float:
        known = self._known.get(test)
        if known is not None:
            return known
        mine = name_words(test.string)
        alike = (
            len(mine & theirs) / len(mine | theirs) - distance for theirs, distance in self._words if mine & theirs
        )
        return 1.0 - max(0.0, 0.7 * max(alike, default=0.0))

    def names(self, element: _Element) -> bool:
        """Whether an element has a name that known types use for the field, perhaps with more words."""
        for name in ("class", "id", "itemprop"):
            for word in (element.get(name) or "").split()[:8]:
                mine = name_words(word)
                if any(len(theirs) > 1 and theirs <= mine for theirs, _ in self._words):
                    return True
        return False

    def distance(self, path: Expression) -> float:
        """The distance of an expression from the known ones: names and tag of its last element, and its length."""
        steps = path.elements.steps
        tests = [test for test in steps[-1].predicates if isinstance(test, Test)]
        named = min((self._nearest(test) for test in tests), default=1.2)
        return named + _STEP_DISTANCE * (len(steps) - 1) + (0.0 if steps[-1].node in self._tags else _STEP_DISTANCE)


def paths_of(places: Sequence[Places], vocabulary: PathVocabulary) -> Iterator[Expression]:
    """Expressions for the places on the first pages: the best places and the closest expressions first."""
    ranked: dict[Expression, tuple[float, float]] = {}
    for page in places[:_MAX_TEACHING_PAGES]:
        for (element, take), cost in islice(sorted(page.items(), key=lambda one: one[1]), _MAX_PLACES):
            ends = (Step(f"@{take}"),) if take else ()
            for path in islice(paths_to(element, ends), _MAX_PATHS):
                if path not in ranked or cost < ranked[path][0]:
                    ranked[path] = round(cost, 1), vocabulary.distance(path)
    yield from sorted(ranked, key=lambda path: ranked[path])


def choose(
    paths: Iterable[Expression],
    places: Sequence[Places],
    pages: Sequence[ElementMap],
    budget: WorkBudget,
    *,
    several: bool = False,
    compared: int = 1,
    fits: Callable[[list[str]], bool] = lambda values: True,
) -> Expression | None:
    """The first expression that finds a place on most pages, and hardly ever anything else.

    With ``several``, all elements that it finds must be places, not only the first. ``fits`` judges the values of all
    pages together. Of the first ``compared`` good expressions, the one whose places have the lowest cost is taken.
    """
    good: list[tuple[float, int, Expression]] = []
    for path in paths:
        if len(good) >= compared or not budget.spend():
            break
        values = _values(path, places, pages, several)
        if values is None or len(values) < max(MIN_PAGES, _MIN_PAGE_SHARE * len(pages)):
            continue
        if fits([value for value, _ in values]):
            cost = sum(cost for _, cost in values) / len(values)
            good.append((round(cost, 3), len(good), path))
    return min(good)[2] if good else None


def _values(
    path: Expression, places: Sequence[Places], pages: Sequence[ElementMap], several: bool
) -> list[tuple[str, float]] | None:
    """The values found on the pages, with their costs; None if more than one page in five has something else."""
    last = path.steps[-1]
    take = "" if last.is_element else last.node.removeprefix("@")
    values: list[tuple[str, float]] = []
    odd_pages_left = len(pages) // _PAGES_PER_ODD_PAGE
    for page, mapped in zip(places, pages, strict=True):
        found = path.find_elements(mapped.page.tree)
        if not found:
            continue
        many = len(found) > (_MAX_TAGS if several else _MAX_FOUND)
        if many or any((element, take) not in page for element in (found if several else found[:1])):
            odd_pages_left -= 1
            if odd_pages_left < 0:
                return None
            continue
        value = " ".join(element.get(take) or "" if take else mapped.text(element) for element in found)
        values.append((value, page[found[0], take]))
    return values
