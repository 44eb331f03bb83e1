"""The index matches thousands of expressions in one walk of the document, as YFilter does.

Expressions are merged into one automaton that shares common prefixes, down to single predicates. Instead of testing
each predicate, the walk looks up the values that are on the page. So its time does not grow with the number of
expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from typing import Generic, TypeVar

from lxml.etree import _Element

from ...dom import text_content
from .expression import ANY, TEXT, Expression, Operator, Position, Step, Test
from .string_index import StringTable

__all__ = ["Index"]

Key = TypeVar("Key", bound=Hashable)
_Looks = list[tuple[str, Callable[[str], "tuple[_State[Key], ...] | None"]]]
_MAX_TEXT_LENGTH = 2000
#: Tags that occur only at the top of a page.
_TOP_TAGS = frozenset({"html", "head", "body"})


class _State(Generic[Key]):
    """A state of the automaton: what is true of an element, and what to test next.

    ``accepts`` are the expressions that end here, ``attributes`` and ``texts`` the next predicates by the value that
    they test, ``children`` and ``descendants`` the next steps by their tag, ``leaves`` and ``deep_leaves`` the last
    steps of expressions that end in an attribute or text.
    """

    __slots__ = (
        "accepts",
        "attributes",
        "children",
        "deep_leaves",
        "descendants",
        "has_steps",
        "leaves",
        "tests_more",
        "texts",
    )

    def __init__(self) -> None:
        self.accepts: list[tuple[Key, Expression | None]] = []
        self.attributes: dict[str, StringTable[_State[Key]]] = {}
        self.texts: dict[str, StringTable[_State[Key]]] = {}
        self.children: dict[str, _State[Key]] = {}
        self.descendants: dict[str, _State[Key]] = {}
        self.leaves: dict[str, _State[Key]] = {}
        self.deep_leaves: dict[str, _State[Key]] = {}
        self.has_steps = False  # whether there are further steps
        self.tests_more = False  # whether there is anything but attributes

    def step(self, step: Step, deep: bool) -> _State[Key]:
        """The state after a step."""
        if step.is_element:
            steps = self.descendants if deep else self.children
        else:
            steps = self.deep_leaves if deep else self.leaves
        self.has_steps = self.tests_more = True
        state = steps.setdefault(step.node, _State())
        tests = [predicate for predicate in step.predicates if isinstance(predicate, Test)]
        # Positions are tested with the whole expression, after all else; substrings after equal values.
        for test in sorted(tests, key=lambda test: test.operator is Operator.CONTAINS):
            if test.value[0] == "@":
                table = state.attributes.setdefault(test.value[1:], StringTable())
            else:  # in XPath, = is true if any of the children matches; contains() tests the first
                first = "[1]" * (test.operator is not Operator.EQUALS)
                table = state.texts.setdefault(test.value + first, StringTable())
                state.tests_more = True
            state = table.add(test.operator, test.string, _State)
        return state


class Index(Generic[Key]):
    """Finds which of many expressions match a document; each has a key."""

    def __init__(self, expressions: Iterable[tuple[Key, Expression]] = ()) -> None:
        self._start: _State[Key] = _State()
        self._looks: dict[str, tuple[_State[Key], _Looks[Key]]] = {}
        for key, expression in expressions:
            self.add(key, expression)

    def add(self, key: Key, expression: Expression) -> None:
        """Add an expression."""
        state = self._start
        for number, step in enumerate(expression.steps):
            state = state.step(step, step.deep or number == 0)
        positions = any(isinstance(one, Position) for step in expression.steps for one in step.predicates)
        state.accepts.append((key, expression if positions else None))
        state.tests_more = True
        tag = expression.steps[0].node
        if tag in self._start.descendants:
            first = self._start.descendants[tag]
            self._looks[tag] = first, [(name, table.look) for name, table in first.attributes.items()]

    def matches(self, roots: Iterable[_Element]) -> Iterator[Key]:
        """The keys of the matching expressions in the order of the walk, each once; the walk is lazy."""
        everywhere = ANY in self._start.descendants or bool(self._start.deep_leaves)
        known: set[Key] = set()
        for root in roots:
            for found in self._walk_all(root) if everywhere else self._walk_some(root):
                for key in found:
                    if key not in known:
                        known.add(key)
                        yield key

    def _walk_some(self, root: _Element) -> Iterator[list[Key]]:
        """The keys accepted at each element whose tag an expression begins with."""
        start, walk = self._start.descendants, _Walk[Key](root)
        if root.tag == "response" or start.keys() <= _TOP_TAGS:
            elements: Iterable[_Element] = [element for element in (root, *root) if element.tag in start]
        else:
            elements = root.iter(*start)
        found: list[Key] = []
        for element in elements:
            state, looks = self._looks[element.tag]
            # Nearly always, this is all that happens: looking up attributes finds nothing.
            for name, look in looks:
                value = element.get(name)
                if value is not None:
                    for following in look(value) or ():
                        walk.enter(following, element, found)
            if state.tests_more:
                walk.go_on(state, element, found)
            if found:
                yield found
                found = []

    def _walk_all(self, root: _Element) -> Iterator[list[Key]]:
        """The keys accepted at each element."""
        start, walk = self._start, _Walk[Key](root)
        for element in root.iter("*"):
            found: list[Key] = []
            for node in (element.tag, ANY):
                state = start.descendants.get(node)
                if state is not None:
                    walk.enter(state, element, found)
            walk.end(start.deep_leaves, element, found)
            if found:
                yield found


class _Walk(Generic[Key]):
    """One walk over one tree. It remembers where it has been, so that nested matches cost no more than flat ones."""

    __slots__ = ("_left", "_reached", "_root")

    def __init__(self, root: _Element) -> None:
        self._root = root
        self._left: set[tuple[_State[Key], _Element]] = set()
        self._reached: set[tuple[_State[Key], _Element]] = set()

    def enter(self, state: _State[Key], element: _Element, found: list[Key]) -> None:
        """Add the keys that are accepted from a state on, at this element."""
        for name, table in state.attributes.items():
            value = element.get(name)
            if value is not None:
                for following in table.look(value) or ():
                    self.enter(following, element, found)
        if state.tests_more:
            self.go_on(state, element, found)

    def go_on(self, state: _State[Key], element: _Element, found: list[Key]) -> None:
        """Add the keys that are accepted from a state on, except those that depend on further attributes."""
        if state.accepts:
            self._accept(state, found)
        for name, table in state.texts.items():
            for text in _texts(element, name):
                for following in table.look(text) or ():
                    self.enter(following, element, found)
        if not state.has_steps or (state, element) in self._left:
            return
        self._left.add((state, element))
        for tag, following in state.children.items():
            for child in element.iterchildren(tag):
                self.enter(following, child, found)
        if state.leaves:
            self.end(state.leaves, element, found)
        for tag, following in state.descendants.items():
            for inner in element.iterdescendants(tag):
                if (following, inner) not in self._reached:
                    self._reached.add((following, inner))
                    self.enter(following, inner, found)
        if state.deep_leaves:
            for inner in element.iter("*"):
                self.end(state.deep_leaves, inner, found)

    def end(self, leaves: dict[str, _State[Key]], element: _Element, found: list[Key]) -> None:
        """Add the keys of expressions that end in an attribute or text that the element has."""
        for node, state in leaves.items():
            if node == TEXT:
                has = bool(element.text) or any(child.tail for child in element)
            elif node == "@*":
                has = bool(element.attrib)
            else:
                has = element.get(node[1:]) is not None
            if has:
                self._accept(state, found)

    def _accept(self, state: _State[Key], found: list[Key]) -> None:
        for key, expression in state.accepts:
            if expression is None or expression.is_in(self._root):
                found.append(key)


def _texts(element: _Element, name: str) -> list[str]:
    """The texts that a predicate tests: those of the children with a tag, or of the first of them."""
    children = element.iterchildren(name.removesuffix("[1]"))
    return [text_content(child)[:_MAX_TEXT_LENGTH] for child in (islice(children, 1) if name[-1] == "]" else children)]
