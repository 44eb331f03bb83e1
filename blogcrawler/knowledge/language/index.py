"""The index: thousands of expressions matched in one walk of the document, as YFilter does.

Expressions are merged into one automaton: common prefixes, down to the single predicate, are shared. A predicate is not
tried for each expression; what stands on the page is looked up. So the time of a walk does not grow with the number of
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
_LONGEST_TEXT = 2000
#: What stands nowhere else in a page.
_AT_THE_TOP = frozenset({"html", "head", "body"})


class _State(Generic[Key]):
    """A place in the automaton: what is known to hold of an element, and what may be asked next.

    ``accepts`` are the expressions that end here, ``attributes`` and ``texts`` the next predicates by the value that
    they look at, ``children`` and ``descendants`` the next steps by their tag, ``leaves`` and ``deep_leaves`` the last
    steps of expressions that take attributes or text.
    """

    __slots__ = (
        "accepts",
        "asks_more",
        "attributes",
        "children",
        "deep_leaves",
        "descendants",
        "leads_on",
        "leaves",
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
        self.leads_on = False  # whether there are further steps
        self.asks_more = False  # whether there is anything but attributes

    def step(self, step: Step, deep: bool) -> _State[Key]:
        """The state after a step."""
        if step.is_element:
            steps = self.descendants if deep else self.children
        else:
            steps = self.deep_leaves if deep else self.leaves
        self.leads_on = self.asks_more = True
        state = steps.setdefault(step.node, _State())
        tests = [predicate for predicate in step.predicates if isinstance(predicate, Test)]
        # Positions are asked of the whole expression, once all else holds; parts of values, once equal ones are.
        for test in sorted(tests, key=lambda test: test.operator is Operator.CONTAINS):
            if test.value[0] == "@":
                table = state.attributes.setdefault(test.value[1:], StringTable())
            else:  # in XPath, = holds if any of the children fits; contains() looks at the first
                first = "[1]" * (test.operator is not Operator.EQUALS)
                table = state.texts.setdefault(test.value + first, StringTable())
                state.asks_more = True
            state = table.add(test.operator, test.string, _State)
        return state


class Index(Generic[Key]):
    """Finds which of many expressions match a document; each is known by a key."""

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
        state.asks_more = True
        tag = expression.steps[0].node
        if tag in self._start.descendants:
            first = self._start.descendants[tag]
            self._looks[tag] = first, [(name, table.look) for name, table in first.attributes.items()]

    def matches(self, roots: Iterable[_Element]) -> Iterator[Key]:
        """The keys of the expressions that match, as the walk comes upon them, each once; stop when you know enough."""
        everywhere = ANY in self._start.descendants or bool(self._start.deep_leaves)
        known: set[Key] = set()
        for root in roots:
            for found in self._walk_all(root) if everywhere else self._walk_some(root):
                for key in found:
                    if key not in known:
                        known.add(key)
                        yield key

    def _walk_some(self, root: _Element) -> Iterator[list[Key]]:
        """What is accepted at each element whose tag expressions begin with."""
        start, walk = self._start.descendants, _Walk[Key](root)
        if root.tag == "response" or start.keys() <= _AT_THE_TOP:
            elements: Iterable[_Element] = [element for element in (root, *root) if element.tag in start]
        else:
            elements = root.iter(*start)
        found: list[Key] = []
        for element in elements:
            state, looks = self._looks[element.tag]
            # Nearly always, this is all that happens: attributes are looked up in vain.
            for name, look in looks:
                value = element.get(name)
                if value is not None:
                    for following in look(value) or ():
                        walk.enter(following, element, found)
            if state.asks_more:
                walk.go_on(state, element, found)
            if found:
                yield found
                found = []

    def _walk_all(self, root: _Element) -> Iterator[list[Key]]:
        """What is accepted at each element."""
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
    """One walk over one tree; remembers where it has been, so that nested matches cost no more than flat ones."""

    __slots__ = ("_left", "_reached", "_root")

    def __init__(self, root: _Element) -> None:
        self._root = root
        self._left: set[tuple[_State[Key], _Element]] = set()
        self._reached: set[tuple[_State[Key], _Element]] = set()

    def enter(self, state: _State[Key], element: _Element, found: list[Key]) -> None:
        """Add the keys that are accepted from a state on, with this element."""
        for name, table in state.attributes.items():
            value = element.get(name)
            if value is not None:
                for following in table.look(value) or ():
                    self.enter(following, element, found)
        if state.asks_more:
            self.go_on(state, element, found)

    def go_on(self, state: _State[Key], element: _Element, found: list[Key]) -> None:
        """Add the keys that are accepted from a state on, but for those that depend on further attributes."""
        if state.accepts:
            self._accept(state, found)
        for name, table in state.texts.items():
            for text in _texts(element, name):
                for following in table.look(text) or ():
                    self.enter(following, element, found)
        if not state.leads_on or (state, element) in self._left:
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
    """The texts that a predicate looks at: of the children with a tag, or of the first of these."""
    children = element.iterchildren(name.removesuffix("[1]"))
    return [text_content(child)[:_LONGEST_TEXT] for child in (islice(children, 1) if name[-1] == "]" else children)]
