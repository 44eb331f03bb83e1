"""The way from a message to its author or date, used to find them for other messages of the same page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import look_of

__all__ = ["Route", "common_route", "follow"]

#: Share of the known messages that must agree about a way.
_MIN_AGREEING = 0.5


@dataclass(frozen=True, slots=True)
class Route:
    """The way from a message to its author or date: ``up`` a number of elements, ``aside`` to a sibling (the number of
    siblings in between that look like it, with a sign for the direction), ``down`` to children by look and number."""

    up: int
    aside: tuple[int, str] | None
    down: tuple[tuple[str, int], ...]


def common_route(pairs: Iterable[tuple[_Element, _Element | None]]) -> Route | None:
    """The way that leads from most contents to their marks; ``None`` if they have none in common."""
    return _most_common([_route(content, mark) for content, mark in pairs if mark is not None])


def _most_common(values: Sequence[Route]) -> Route | None:
    if not values:
        return None
    value, count = Counter(values).most_common(1)[0]
    return value if count >= _MIN_AGREEING * len(values) else None


def _route(content: _Element, mark: _Element) -> Route:
    above = [content, *content.iterancestors()]
    path = [mark]
    while path[-1] not in above:
        parent = path[-1].getparent()
        assert parent is not None  # both are in one tree
        path.append(parent)
    up, path = above.index(path[-1]), path[:-1][::-1]
    if up == 0 or not path:
        return Route(up, None, tuple(map(_number_by_look, path)))
    aside = _offset(above[up - 1], path[0])
    return Route(up - 1, (aside, look_of(path[0])), tuple(map(_number_by_look, path[1:])))


def _number_by_look(element: _Element) -> tuple[str, int]:
    look = look_of(element)
    return look, sum(look_of(one) == look for one in element.itersiblings(preceding=True) if isinstance(one.tag, str))


def _offset(start: _Element, sibling: _Element) -> int:
    look = look_of(sibling)
    for direction, preceding in ((-1, True), (1, False)):
        number = 0
        for one in start.itersiblings("*", preceding=preceding):
            number += look_of(one) == look
            if one is sibling:
                return direction * number
    raise AssertionError("not siblings")


def follow(content: _Element, route: Route | None) -> _Element | None:
    """Where a route leads; ``None`` if there is nothing."""
    at: _Element | None = content if route is not None else None
    if route is None:
        return None
    for _ in range(route.up):
        at = at.getparent() if at is not None else None
    if at is not None and route.aside is not None:
        number, look = route.aside
        alike = (one for one in at.itersiblings("*", preceding=number < 0) if look_of(one) == look)
        at = _nth(alike, abs(number) - 1)
    for look, number in route.down:
        if at is not None:
            at = _nth((one for one in at.iterchildren("*") if look_of(one) == look), number)
    return at


def _nth(elements: Iterable[_Element], number: int) -> _Element | None:
    return next((one for place, one in enumerate(elements) if place == number), None)
