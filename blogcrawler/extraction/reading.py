"""Reading short fields off a page by rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .metadata import JSON_LD, json_ld
from .page import Page
from .rules import FieldRule
from .similarity import squash

__all__ = ["find", "node_text", "read", "strip_affixes"]


# The exact test of a class name is slow, so that a rough one goes before it; ids are in an index.
_CLASS_TEST = re.compile(r'\[(contains\(concat\(" ",normalize-space\(@class\)," "\)," ([^" ]+) "\))\]')
_BY_ID = re.compile(r'^//\*\[@id="([^"]+)"\]$')


@lru_cache(maxsize=1024)
def _compiled(selector: str, first: bool) -> etree.XPath:
    selector = _CLASS_TEST.sub(r'[contains(@class,"\2")][\1]', selector)
    return etree.XPath(f"({selector})[1]" if first else selector)


_WITH_ID = etree.XPath("id($name)")
_MICRODATA = etree.XPath("boolean(//@itemprop)")
_SHOWN = etree.XPath(".//text()[not(parent::script or parent::style)]")


def find(node: _Element, selector: str, *, first: bool = False) -> list[_Element]:
    """The elements that a selector finds, or the first of them only."""
    by_id = _BY_ID.match(selector)
    if by_id:
        found = cast("list[_Element]", _WITH_ID(node, name=by_id[1]))
        if found and found[0].get("id") == by_id[1]:  # libxml2 also takes <a name> for an id
            return found
    return cast("list[_Element]", _compiled(selector, first)(node))


def node_text(element: _Element) -> str:
    """The text of an element on one line."""
    if not len(element):
        return squash(element.text or "")
    if next(element.iter("script", "style"), None) is None:
        return squash("".join(cast("Iterable[str]", element.itertext())))
    return squash("".join(cast("Iterable[str]", _SHOWN(element))))


def read(page: Page, selector: str, take: str = "text", limit: int = 50) -> list[str]:
    """The values that a selector finds on a page, empty ones left out."""
    if selector.startswith(JSON_LD):
        return json_ld(page, selector.removeprefix(JSON_LD))
    if selector.startswith("//*[@itemprop"):  # slow to look for, and absent from most pages
        if page.microdata is None:
            page.microdata = bool(_MICRODATA(page.tree))
        if not page.microdata:
            return []
    elements = find(page.tree, selector, first=limit == 1)[:limit]
    if take == "text":
        values = [node_text(element) for element in elements]
    else:
        values = [squash(element.get(take) or "") for element in elements]
    return [value for value in values if value]


def strip_affixes(value: str, rule: FieldRule) -> str:
    """The value without what stands before and after it on every page."""
    if len(value) > len(rule.prefix) + len(rule.suffix):
        return value.removeprefix(rule.prefix).removesuffix(rule.suffix).strip()
    return value
