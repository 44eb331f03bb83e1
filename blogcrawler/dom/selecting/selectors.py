"""Selectors that find a node again on other pages: by id, by class, by path, in that order of trust.

Ids may contain the number of the post (``post-1234``), so the part before the number is a name, too. Each
selector is an XPath expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from lxml import etree
from lxml.etree import _Element

from ..page_outline import MACHINE_DATES, MEANINGFUL_TAGS, Outline
from .element_paths import is_xpath_name
from .select import find

__all__ = [
    "SELECTOR_COST",
    "Selector",
    "Selectors",
    "candidate_selectors",
    "own_names",
    "path_inside",
    "selector_cost",
    "shorten_selector",
]

#: A selector is an XPath expression.
Selector = str

_PLAIN_NAME = re.compile(r"^[\w:.\-]+$")
_NUMBERED_NAME = re.compile(r"^([A-Za-z][A-Za-z_:\-]*?[A-Za-z][_:\-]?)\d")
_HAS_CLASS = re.compile(
    r'\[contains\(concat\(\\?" \\?",normalize-space\(@(class|rel)\),\\?" \\?"\),\\?" ([^" ]+) \\?"\)\]'
)
_HAS_ID = re.compile(r'\*?\[@id="([^"\s]+)"\]')
_PROPERTIES = ("itemprop", "role", "rel")
_PROPERTY_NAMES, _NO_PROPERTIES = frozenset(_PROPERTIES), (None, None, None)

#: The cost of each kind of selector, to choose among equals: the less trusted, the higher.
SELECTOR_COST = {
    "id": 0.0,
    "property": 0.001,
    "class": 0.002,
    "tag": 0.004,
    "child": 0.006,
    "link": 0.008,
    "path": 0.02,
}


def has_class(token: str) -> str:
    return f'contains(concat(" ",normalize-space(@class)," ")," {token} ")'


@lru_cache(maxsize=2048)
def _own_selectors(
    tag: str, identity: str | None, classes: str | None, properties: tuple[str | None, ...]
) -> tuple[str, ...]:
    """The selectors by a node's own attributes and tag, without its place in the tree."""
    names: list[Selector] = []
    if identity and _PLAIN_NAME.match(identity):
        names.append(f'//*[@id="{identity}"]')
        numbered = _NUMBERED_NAME.match(identity)
        if numbered:
            names.append(f'//{tag}[starts-with(@id,"{numbered[1]}")]')
    for name, value in zip(_PROPERTIES, properties, strict=True):
        if value and _PLAIN_NAME.match(value):
            names.append(f'//{tag}[@{name}="{value}"]')
    names += [f"//{tag}[{has_class(token)}]" for token in (classes or "").split() if _PLAIN_NAME.match(token)]
    if tag in MEANINGFUL_TAGS:
        names.append(f"//{tag}")
    return tuple(names)


def own_names(element: _Element) -> tuple[Selector, ...]:
    """The selectors of an element by its id, properties, classes and meaning, not by its place."""
    get = element.get
    return _own_selectors(element.tag, get("id"), get("class"), (get("itemprop"), get("role"), get("rel")))


def candidate_selectors(
    element: _Element, is_trusted: Callable[[Selector], bool], within: _Element | None = None
) -> Iterator[Selector]:
    """The selectors of an element by its own names, and by its parent's names and its tag.

    Only names that are trusted are used, and the parent only if it is not the element that is searched (``within``).
    The expressions of the knowledge base are made elsewhere (``knowledge.paths_to``): they match single words of
    attributes and have names for several ancestors, so that an index can look them up.
    """
    if not is_xpath_name(str(element.tag)):
        return
    yield from filter(is_trusted, own_names(element))
    parent = element.getparent()
    if parent is not None and parent is not within and is_xpath_name(str(parent.tag)):
        yield from (f"{name}/{element.tag}" for name in own_names(parent) if is_trusted(name))


def path_inside(element: _Element, ancestor: _Element, max_steps: int) -> Selector | None:
    """The path from an ancestor down to an element, by tags and positions; ``None`` if it has too many steps."""
    steps: list[str] = []
    for one in [element, *element.iterancestors()]:
        if one is ancestor:
            return "./" + "/".join(reversed(steps))
        if not is_xpath_name(str(one.tag)) or len(steps) >= max_steps:
            return None
        steps.append(f"{one.tag}[{1 + sum(1 for _ in one.itersiblings(one.tag, preceding=True))}]")
    return None


@lru_cache(maxsize=2048)
def selector_cost(selector: Selector) -> float:
    """The cost of a selector by its form alone; the less trusted, the higher."""
    if selector.startswith("/html"):
        kind = "path"
    elif "@href" in selector:
        kind = "link"
    elif "]/" in selector:
        kind = "child"
    elif "@id" in selector:
        kind = "id"
    elif "@class" in selector:
        kind = "class"
    elif "@" in selector:
        kind = "property"
    else:
        kind = "tag"
    return SELECTOR_COST[kind] + len(selector) * 1e-6


#: Stands for a hidden element in ``Selectors.first``.
_HIDDEN = -1


class Selectors:
    """The selectors of a page's nodes.

    ``own`` has the selectors by the attributes and tag of each node with words, and ``first`` the first node that each
    of them finds, -1 if that is hidden. ``blank`` has the nodes without words by their selectors, which find them, too.
    Selectors by place are only made on request.
    """

    def __init__(self, out: Outline) -> None:
        self._out = out
        self.own: list[tuple[Selector, ...]] = [()] * len(out.nodes)
        self.first: dict[Selector, int] = {}
        self.blank: dict[tuple[Selector, ...], list[int]] = {}
        self._paths: dict[int, Selector] = {0: "/html/body"}
        self._found: dict[Selector, int | None] = {}
        self._positions: dict[_Element, int] = {}
        self._name_nodes()

    def _name_nodes(self) -> None:
        out, own, first = self._out, self.own, self.first
        tags, stated, starts, ends = out.tags, out.attributes, out.start, out.end
        known: set[tuple[Selector, ...]] = {()}
        # A selector that finds a hidden element first, such as a search box, does not find what is shown.
        hidden = list(reversed(out.hidden))
        for index in out.informative:
            tag, attributes = tags[index], stated[index]
            while hidden and hidden[-1][0] <= index:
                for element in hidden.pop()[1].iter(etree.Element):
                    for name in own_names(element):
                        first.setdefault(name, _HIDDEN)
            if (attributes or tag in MEANINGFUL_TAGS) and is_xpath_name(tag):
                get = attributes.get
                plain = _PROPERTY_NAMES.isdisjoint(attributes)
                properties = _NO_PROPERTIES if plain else (get("itemprop"), get("role"), get("rel"))
                names = _own_selectors(tag, get("id"), get("class"), properties)
                if names not in known:
                    known.add(names)
                    for name in names:
                        first.setdefault(name, index)
                if ends[index] == starts[index] and MACHINE_DATES.isdisjoint(attributes):
                    self.blank.setdefault(names, []).append(index)
                else:
                    own[index] = names

    def _shown(self, node: int) -> bool:
        out = self._out
        shown = out.end[node] > out.start[node] or not MACHINE_DATES.isdisjoint(out.attributes[node])
        return shown and is_xpath_name(out.tags[node])

    def matching(self, node: int) -> list[Selector]:
        """The selectors that find a node, perhaps among others: by its own names, and by its parent's."""
        names = list(self.own[node])
        above = self._out.parent[node]
        if above >= 0 and self._shown(node):
            names += [f"{name}/{self._out.tags[node]}" for name in self.own[above][:3]]
        return names

    def finding_first(self, node: int) -> list[Selector]:
        """The selectors that find a node before any other, including its path."""
        names = [name for name in self.own[node] if self.first[name] == node]
        if not self._shown(node):
            return names
        above = self._out.parent[node]
        if above >= 0:
            holders = [name for name in self.own[above][:3] if self.first[name] == above]
            names += self._by_place(node, holders)
        path = self._path(node)
        return [*names, path] if path else names

    def node(self, selector: Selector) -> int | None:
        """The first node that a selector finds."""
        node = self.first.get(selector)
        if node == _HIDDEN:
            return None
        if node is None and selector not in self._found:
            found = find(self._out.page.tree, selector, first=True)
            node = (
                next((i for i, element in enumerate(self._out.nodes) if element is found[0]), None) if found else None
            )
            self._found[selector] = node
        return self._found[selector] if node is None else node

    def _by_place(self, node: int, holders: Sequence[Selector]) -> Iterator[Selector]:
        tag, position = self._out.tags[node], self.position(node) if holders else 0
        for name in holders:
            if position == 1:
                yield f"{name}/{tag}"
            yield f"{name}/{tag}[{position}]"

    def position(self, node: int) -> int:
        """The position of a node among its siblings of the same tag, counting hidden ones."""
        element = self._out.nodes[node]
        if element not in self._positions:
            counts: dict[str, int] = {}
            above = element.getparent()
            for sibling in (element,) if above is None else above:  # all at once: there may be thousands
                tag = sibling.tag
                self._positions[sibling] = counts[tag] = counts.get(tag, 0) + 1
        return self._positions[element]

    def _path(self, node: int) -> Selector:
        """The path from the root; empty if XPath cannot name a tag on it."""
        chain: list[int] = []
        while node not in self._paths:
            chain.append(node)
            node = self._out.parent[node]
        for below in reversed(chain):
            above, tag = self._paths[node], self._out.tags[below]
            self._paths[below] = f"{above}/{tag}[{self.position(below)}]" if above and is_xpath_name(tag) else ""
            node = below
        return self._paths[node]


def shorten_selector(text: str) -> str:
    """An XPath expression in the notation of CSS, as far as that is shorter: ``div.entry``."""

    def short(match: re.Match[str]) -> str:
        return f".{match[2]}" if match[1] == "class" else f"[{match[1]}={match[2]}]"

    return re.sub(r"^\.?//", "", _HAS_ID.sub(r"#\1", _HAS_CLASS.sub(short, text)))
