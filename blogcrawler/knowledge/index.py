"""The index: thousands of expressions matched in one walk of the document, as YFilter does.

Expressions are merged into one automaton: common prefixes, down to the single predicate, are shared. A predicate is not
tried for each expression; what stands on the page is looked up. So the time of a walk does not grow with the number of
expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from lxml.etree import _Element

from .expression import ANY, TEXT, Expression, Operator, Position, Step, Test
from .strings import StringTable

__all__ = ["Index"]

Key = TypeVar("Key", bound=Hashable)
_LONGEST_TEXT = 2000
_Find = Callable[[str], "Sequence[_State[Key]]"]


class _State(Generic[Key]):
    """A place in the automaton: what is known to hold of an element, and what may be asked next.

    ``accepts`` are the expressions that end here, ``tests`` the next predicates by the value that they look at,
    ``children`` and ``descendants`` the next steps by their node test.
    """

    __slots__ = ("accepts", "children", "descendants", "leads_on", "tests")

    def __init__(self) -> None:
        self.accepts: list[tuple[Key, Expression | None]] = []
        self.tests: dict[str, StringTable[_State[Key]]] = {}
        self.children: dict[str, _State[Key]] = {}
        self.descendants: dict[str, _State[Key]] = {}
        self.leads_on = False  # whether there is more than tests of attributes

    def step(self, step: Step, deep: bool) -> _State[Key]:
        steps = self.descendants if deep else self.children
        state = steps.setdefault(step.node, _State())
        self.leads_on = True
        tests = [predicate for predicate in step.predicates if isinstance(predicate, Test)]
        # Positions are asked of the whole expression, once all else holds; parts of values, once equal ones are.
        for predicate in sorted(tests, key=lambda test: test.operator is Operator.CONTAINS):
            # In XPath, = holds if any of the children fits; contains() looks at the first.
            first = predicate.value[0] != "@" and predicate.operator is not Operator.EQUALS
            table = state.tests.setdefault(predicate.value + "[1]" * first, StringTable())
            state.leads_on = state.leads_on or not predicate.value.startswith("@")
            state = table.add(predicate.operator, predicate.string, _State)
        return state


class Index(Generic[Key]):
    """Finds which of many expressions match a document; each is known by a key."""

    def __init__(self, expressions: Iterable[tuple[Key, Expression]] = ()) -> None:
        self._start: _State[Key] = _State()
        self._tags: tuple[str, ...] = ()
        self._first: dict[str, list[tuple[str, _Find[Key]]] | None] | None = None
        for key, expression in expressions:
            self.add(key, expression)

    def add(self, key: Key, expression: Expression) -> None:
        """Add an expression."""
        state = self._start
        for number, step in enumerate(expression.steps):
            state = state.step(step, step.deep or number == 0)
        positions = any(isinstance(one, Position) for step in expression.steps for one in step.predicates)
        state.accepts.append((key, expression if positions else None))
        state.leads_on = True
        self._first = None
        first = self._start.descendants
        self._tags = () if not all(_is_tag(node) for node in first) else tuple(first)

    def matches(self, roots: Iterable[_Element]) -> Iterator[Key]:
        """The keys of the expressions that match, as the walk comes upon them, each once; stop when you know enough."""
        found: set[Key] = set()
        for root in roots:
            walk: _Walk[Key] = _Walk(root)
            for key in self._walk(root, walk):
                if key not in found:
                    found.add(key)
                    yield key

    def _walk(self, root: _Element, walk: _Walk[Key]) -> Iterator[Key]:
        start = self._start.descendants
        if not start:
            return
        if not self._tags:
            yield from self._walk_all(root, walk)
            return
        if self._first is None:
            self._first = {
                tag: None if state.leads_on else [(name[1:], table.find) for name, table in state.tests.items()]
                for tag, state in start.items()
            }
        first = self._first
        for element in root.iter(*self._tags):
            tests = first[element.tag]
            if tests is None:
                yield from walk.enter(start[element.tag], element)
                continue
            # What nearly all elements of a page are: attributes looked up in vain.
            for name, find in tests:
                value = element.get(name)
                if value is not None:
                    for following in find(value):
                        yield from walk.enter(following, element)

    def _walk_all(self, root: _Element, walk: _Walk[Key]) -> Iterator[Key]:
        start = self._start.descendants
        for element in root.iter("*"):
            for node in (element.tag, ANY):
                state = start.get(node)
                if state is not None:
                    yield from walk.enter(state, element)
            for node, state in start.items():
                if not _is_tag(node) and node != ANY:
                    yield from walk.leaf(node, state, element)


class _Walk(Generic[Key]):
    """One walk over one tree; remembers where it has been, so that nested matches cost no more than flat ones."""

    def __init__(self, root: _Element) -> None:
        self._root = root
        self._entered: set[tuple[int, _Element]] = set()
        self._reached: set[tuple[int, _Element]] = set()

    def enter(self, state: _State[Key], element: _Element) -> Iterator[Key]:
        """The keys that are accepted from a state on, with this element."""
        for key, expression in state.accepts:
            if expression is None or expression.find(self._root):
                yield key
        for name, table in state.tests.items():
            for value in _values(element, name):
                for following in table.find(value):
                    yield from self.enter(following, element)
        if state.children or state.descendants:
            if (id(state), element) in self._entered:
                return
            self._entered.add((id(state), element))
        for node, following in state.children.items():
            if not _is_tag(node) and node != ANY:
                yield from self.leaf(node, following, element)
                continue
            for child in element.iterchildren(node):
                yield from self.enter(following, child)
        for node, following in state.descendants.items():
            for inner in element.iter("*") if not _is_tag(node) and node != ANY else element.iterdescendants(node):
                if (id(following), inner) in self._reached:
                    continue
                self._reached.add((id(following), inner))
                if _is_tag(node) or node == ANY:
                    yield from self.enter(following, inner)
                else:
                    yield from self.leaf(node, following, inner)

    def leaf(self, node: str, state: _State[Key], element: _Element) -> Iterator[Key]:
        """The keys of expressions that end in an attribute or text that the element has."""
        if node == TEXT:
            has = bool(element.text) or any(child.tail for child in element)
        elif node == "@*":
            has = bool(element.attrib)
        else:
            has = element.get(node[1:]) is not None
        if has:
            for key, expression in state.accepts:
                if expression is None or expression.find(self._root):
                    yield key


def _is_tag(node: str) -> bool:
    return node[0] not in "@*" and node != TEXT


def _values(element: _Element, name: str) -> list[str]:
    """The values that a predicate looks at: of an attribute, of the children with a tag, of the first of these."""
    if name[0] == "@":
        value = element.get(name[1:])
        return [] if value is None else [value]
    children = element.iterchildren(name.removesuffix("[1]"))
    return [
        "".join(map(str, child.itertext()))[:_LONGEST_TEXT]
        for child in (islice(children, 1) if name[-1] == "]" else children)
    ]
