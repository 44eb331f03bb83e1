"""The ways in which a node can be named so that it is found again on other pages.

By ``id``, by ``class``, by path, in that order of trust. Ids and classes carry noise from post to post
(``post-1234``): what stands before the number is a name of its own. Each name is an XPath expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element

from .outline import Outline

__all__ = ["SELECTOR_COST", "Selector", "node_selectors", "selector_cost"]

#: A selector is an XPath expression.
Selector = str

_PLAIN = re.compile(r"^[\w:.\-]+$")
_NUMBERED = re.compile(r"^([A-Za-z][A-Za-z_:\-]*?[A-Za-z][_:\-]?)\d")
_SEMANTIC = frozenset({"article", "main", "h1", "h2", "h3", "time", "header", "address"})
_PROPERTIES = ("itemprop", "role", "rel")

#: How much a kind of selector is trusted less than the one before it, for choosing among equals.
SELECTOR_COST = {"id": 0.0, "property": 0.001, "class": 0.002, "tag": 0.004, "child": 0.006, "path": 0.02}


def has_class(token: str) -> str:
    return f'contains(concat(" ",normalize-space(@class)," ")," {token} ")'


def own_names(element: _Element) -> Iterator[Selector]:
    """The names that a node has by itself, without its place in the tree."""
    tag = element.tag
    attributes = element.attrib
    identity = attributes.get("id")
    if identity and _PLAIN.match(identity):
        yield f'//*[@id="{identity}"]'
        numbered = _NUMBERED.match(identity)
        if numbered:
            yield f'//{tag}[starts-with(@id,"{numbered[1]}")]'
    for name in _PROPERTIES:
        value = attributes.get(name)
        if value and _PLAIN.match(value):
            yield f'//{tag}[@{name}="{value}"]'
    classes = attributes.get("class")
    if classes:
        for token in classes.split():
            if _PLAIN.match(token):
                yield f"//{tag}[{has_class(token)}]"
    if tag in _SEMANTIC:
        yield f"//{tag}"


def selector_cost(selector: Selector) -> float:
    """How little a selector is trusted by its form alone."""
    if selector.startswith("/html"):
        kind = "path"
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


def node_selectors(out: Outline) -> tuple[list[list[Selector]], list[list[Selector]]]:
    """For each node of a page all selectors that name it, own names before places; and the own ones alone."""
    names: list[list[Selector]] = []
    owns: list[list[Selector]] = []
    paths: list[str] = []
    seen: list[dict[str, int]] = []
    for index, element in enumerate(out.nodes):
        above = out.parent[index]
        tag = element.tag
        shown = out.end[index] > out.start[index] or "datetime" in element.attrib
        shown = shown and tag.isalnum()  # XPath cannot name <x:y>
        own = list(own_names(element)) if shown and (element.attrib or tag in _SEMANTIC) else []
        owns.append(list(own))
        if above >= 0:
            counts = seen[above]
            counts[tag] = position = counts.get(tag, 0) + 1
            path = f"{paths[above]}/{tag}[{position}]" if tag.isalnum() and paths[above] else ""
            for name in owns[above][:3] if shown else ():
                own.append(f"{name}/{tag}")
                own.append(f"{name}/{tag}[{position}]")
        else:
            path = "/html/body"
        if shown and path:
            own.append(path)
        names.append(own)
        paths.append(path)
        seen.append({})
    return names, owns
