"""The expression for places on several pages: the one that is nearest to what is known, and wrong on none of them."""

from __future__ import annotations

import time
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

__all__ = ["PathVocabulary", "Patience", "choose", "paths_of"]

_MOST_PLACES, _MOST_PATHS, _TAUGHT_BY = 12, 120, 3
#: The share of the pages on which an action must find a place.
_MOST_PAGES = 0.7
#: On so many pages, at least, a new action must have stood the test.
FEWEST_PAGES = 2
#: More things are found by an action that tells nothing.
_MOST_FOUND, _MOST_TAGS = 2, 30
_SIBLING, _STEP = 0.25, 0.1
#: One page of so many may be made otherwise than the rest, or be judged wrongly.
_ODD = 5


class Patience:
    """How much may still be tried: a page that nobody has seen before must not hold up a crawl."""

    def __init__(self, tries: int = 3000, seconds: float = 10.0) -> None:
        self._tries = tries
        self._end = time.thread_time() + seconds

    def is_left(self) -> bool:
        """Whether one more thing may be tried; it counts as tried."""
        self._tries -= 1
        return self._tries >= 0 and time.thread_time() < self._end


class PathVocabulary:
    """How known types call a field: those of the own type are nearest, then those of its siblings."""

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
        for paths, distance in ((own, 0.0), (others, _SIBLING)):
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
        """Whether an element is called what known types call the field, perhaps with more words."""
        for name in ("class", "id", "itemprop"):
            for word in (element.get(name) or "").split()[:8]:
                mine = name_words(word)
                if any(len(theirs) > 1 and theirs <= mine for theirs, _ in self._words):
                    return True
        return False

    def distance(self, path: Expression) -> float:
        """How far an expression is from what is known: the names of its last element, its tag, its length."""
        steps = path.elements.steps
        tests = [test for test in steps[-1].predicates if isinstance(test, Test)]
        named = min((self._nearest(test) for test in tests), default=1.2)
        return named + _STEP * (len(steps) - 1) + (0.0 if steps[-1].node in self._tags else _STEP)


def paths_of(places: Sequence[Places], vocabulary: PathVocabulary) -> Iterator[Expression]:
    """Expressions for the places of the first pages, the best places and the nearest expressions first."""
    ranked: dict[Expression, tuple[float, float]] = {}
    for page in places[:_TAUGHT_BY]:
        for (element, take), cost in islice(sorted(page.items(), key=lambda one: one[1]), _MOST_PLACES):
            ends = (Step(f"@{take}"),) if take else ()
            for path in islice(paths_to(element, ends), _MOST_PATHS):
                if path not in ranked or cost < ranked[path][0]:
                    ranked[path] = round(cost, 1), vocabulary.distance(path)
    yield from sorted(ranked, key=lambda path: ranked[path])


def choose(
    paths: Iterable[Expression],
    places: Sequence[Places],
    pages: Sequence[ElementMap],
    patience: Patience,
    *,
    several: bool = False,
    compared: int = 1,
    fits: Callable[[list[str]], bool] = lambda values: True,
) -> Expression | None:
    """The first expression that finds a place on most pages, and nothing else on any.

    ``several`` says that all that is found must be places, not the first only; ``fits`` looks at the values of all
    pages together. Of so many that are ``compared``, the one is taken of whose places least is to be said against.
    """
    good: list[tuple[float, int, Expression]] = []
    for path in paths:
        if len(good) >= compared or not patience.is_left():
            break
        values = _values(path, places, pages, several)
        if values is None or len(values) < max(FEWEST_PAGES, _MOST_PAGES * len(pages)):
            continue
        if fits([value for value, _ in values]):
            cost = sum(cost for _, cost in values) / len(values)
            good.append((round(cost, 3), len(good), path))
    return min(good)[2] if good else None


def _values(
    path: Expression, places: Sequence[Places], pages: Sequence[ElementMap], several: bool
) -> list[tuple[str, float]] | None:
    """What is found on the pages; nothing, if it is wrong on more than one of five: a page may be an odd one."""
    last = path.steps[-1]
    take = "" if last.is_element else last.node.removeprefix("@")
    values: list[tuple[str, float]] = []
    odd = len(pages) // _ODD
    for page, seen in zip(places, pages, strict=True):
        found = path.find_elements(seen.page.tree)
        if not found:
            continue
        many = len(found) > (_MOST_TAGS if several else _MOST_FOUND)
        if many or any((element, take) not in page for element in (found if several else found[:1])):
            odd -= 1
            if odd < 0:
                return None
            continue
        said = " ".join(element.get(take) or "" if take else seen.text(element) for element in found)
        values.append((said, page[found[0], take]))
    return values
