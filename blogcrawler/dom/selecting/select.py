"""Find elements by selector, and read values from them.

Most selectors have one of a few simple forms. They are recognised once, and found faster than by XPath.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ..element_text import OWN, PIECES, node_pieces, node_text, own_text
from ..metadata import JSON_LD, json_ld, meta_contents, with_property, with_rel
from ..page import Page
from ..script_data import SCRIPT, script_dates
from ..tokens import squash
from .xpath import linear_xpath

__all__ = ["find", "read", "read_element", "read_elements"]


# The exact test of a class name is slow, so a rough one goes before it. libxml2 has an index of ids.
_EXACT_CLASS_TEST = re.compile(r'\[(contains\(concat\(" ",normalize-space\(@class\)," "\)," ([^" ]+) "\))\]')
_BY_ID = re.compile(r'^//\*\[@id="([^"]+)"\]$')
_BY_TAG = re.compile(
    r"^(?P<below>\.?)//(?P<tag>\w+)(?:"
    r'\[contains\(concat\(" ",normalize-space\(@class\)," "\)," (?P<token>[^" ]+) "\)\]'
    r'|\[@(?P<name>\w+)(?:="(?P<value>[^"]*)")?\]'
    r'|\[contains\(@(?P<holder>\w+),"(?P<part>[^"]+)"\)\]'
    r'|\[not\((?P<unless>@\w+="[^"]*"(?: or @\w+="[^"]*")*)\)\]'
    r'|\[starts-with\(@id,"(?P<start>[^"]*)"\)\])?$'
)
#: What is below an element, as a child or deeper.
_BELOW = re.compile(r"^(?P<above>\.?//[^|]*\])(?P<step>//?)(?P<tag>\w+)$")
_TAG = re.compile(r"^\.?//(\w+)(?=[\[/]|$)")
_HEAD_META = re.compile(r'^/html/head/meta\[(@\w+="[^"]*"(?: or @\w+="[^"]*")*)\]$')
_BY_PROPERTIES = re.compile(r'^(?://\*\[@itemprop="[^"]+"\])+$')
_PROPERTY = re.compile(r'@itemprop="([^"]+)"')
_BY_REL = re.compile(
    r'^//a\[(?:@rel="(?P<only>[^"]+)"|contains\(concat\(" ",normalize-space\(@rel\)," "\)," (?P<among>[^" ]+) "\))\]$'
)
_BY_PATH = re.compile(r"^/html/(\w+(?:/\w+)*)$")
_ATTRIBUTE_TEST = re.compile(r'@(\w+)="([^"]*)"')


_Elements = Iterator[_Element]


# In the loops over elements, Python's tests of an attribute are faster than those of XPath.
def _with_token(elements: _Elements, token: str) -> _Elements:
    """The elements with this class."""
    for element in elements:
        stated = element.get("class")
        if stated is not None and token in stated and (stated == token or token in stated.split()):
            yield element


def _with_value(elements: _Elements, name: str, value: str | None) -> _Elements:
    """The elements whose attribute has this value; any, if it is ``None``."""
    for element in elements:
        stated = element.get(name)
        if stated is not None and (value is None or stated == value):
            yield element


def _with_part(elements: _Elements, name: str, part: str) -> _Elements:
    """The elements whose attribute contains a text."""
    for element in elements:
        stated = element.get(name)
        if stated is not None and part in stated:
            yield element


def _with_start(elements: _Elements, name: str, start: str) -> _Elements:
    """The elements whose attribute begins with a text."""
    for element in elements:
        stated = element.get(name)
        if stated is not None and stated.startswith(start):
            yield element


def _without_values(elements: _Elements, unless: Sequence[tuple[str, str]]) -> _Elements:
    """The elements that have none of these attributes with their values."""
    for element in elements:
        if not any(element.get(name) == value for name, value in unless):
            yield element


_Search = Callable[[_Element], list[_Element]]


@lru_cache(maxsize=1024)
def _search(selector: str, first: bool) -> _Search:
    """The function that finds a selector's elements: made once, called for every page."""
    by_id = _BY_ID.match(selector)
    if by_id:
        return partial(_with_id, by_id[1], _compiled(selector, first))
    if named := _BY_TAG.match(selector):
        return partial(_by_tag, named["tag"], bool(named["below"]), _test(named), first)
    below = _BELOW.match(selector)
    if below and _BY_TAG.match(below["above"]):
        above = _search(below["above"], False)
        return partial(_below, above, below["step"] == "/", below["tag"], first, _compiled(selector, first))
    tag = _TAG.match(selector) if " | " not in selector else None
    compiled = _compiled(selector, first)
    return partial(_if_tag_exists, tag[1], compiled) if tag else compiled


def _test(named: re.Match[str]) -> Callable[[_Elements], _Elements] | None:
    """The test for a selector's condition; ``None`` if it has none."""
    if named["token"]:
        return partial(_with_token, token=named["token"])
    if named["name"]:
        return partial(_with_value, name=named["name"], value=named["value"])
    if named["holder"]:
        return partial(_with_part, name=named["holder"], part=named["part"])
    if named["unless"]:
        return partial(_without_values, unless=_ATTRIBUTE_TEST.findall(named["unless"]))
    return partial(_with_start, name="id", start=named["start"]) if named["start"] else None


def _by_tag(
    tag: str, below: bool, test: Callable[[_Elements], _Elements] | None, first: bool, root: _Element
) -> list[_Element]:
    """The elements with a tag that pass a test. Unlike XPath, it stops at the first."""
    elements = root.iterdescendants(tag) if below else root.iter(tag)
    found = elements if test is None else test(elements)
    if not first:
        return list(found)
    one = next(found, None)
    return [] if one is None else [one]


def _below(
    search: _Search, is_child: bool, tag: str, first: bool, otherwise: _Search, root: _Element
) -> list[_Element]:
    """The elements with a tag below the one that a search finds; if it finds several, they may be nested."""
    above = search(root)
    if len(above) > 1:
        return otherwise(root)
    found = chain.from_iterable(one.iterchildren(tag) if is_child else one.iterdescendants(tag) for one in above)
    return list(islice(found, 1) if first else found)


def _compiled(selector: str, first: bool) -> _Search:
    quick = _EXACT_CLASS_TEST.sub(r'[contains(@class,"\2")][\1]', f"({selector})[1]" if first else selector)
    path = etree.XPath(linear_xpath(quick))
    return cast("_Search", path)


def _with_id(identity: str, otherwise: _Search, node: _Element) -> list[_Element]:
    found = cast("list[_Element]", _WITH_ID(node, name=identity))
    # libxml2 also takes <a name> for an id
    return found if found and found[0].get("id") == identity else otherwise(node)


def _if_tag_exists(tag: str, search: _Search, node: _Element) -> list[_Element]:
    """Search only if the tag exists at all. Often it does not, and that is quick to check."""
    return [] if next(node.iter(tag), None) is None else search(node)


_WITH_ID = etree.XPath("id($name)")


def find(node: _Element, selector: str, *, first: bool = False) -> list[_Element]:
    """The elements that a selector finds, or only the first."""
    return _search(selector, first)(node)


def read(page: Page, selector: str, take: str = "text", limit: int = 50) -> list[str]:
    """The values that a selector finds on a page, without empty ones."""
    return _reader(selector, take)(page, limit)


_Reader = Callable[[Page, int], list[str]]


@lru_cache(maxsize=1024)
def _reader(selector: str, take: str) -> _Reader:
    """The function that reads a selector's values: made once, called for every page."""
    if selector.startswith(JSON_LD):
        name = selector.removeprefix(JSON_LD)
        return lambda page, limit: json_ld(page, name)
    if selector.startswith(SCRIPT):
        key = selector.removeprefix(SCRIPT)
        return lambda page, limit: [date] if (date := script_dates(page).get(key)) else []
    metas = _HEAD_META.match(selector) if take == "content" else None
    if metas is not None:
        stated = _ATTRIBUTE_TEST.findall(metas[1])
        return lambda page, limit: meta_contents(page, stated)[:limit]
    found, value = _finder(selector), _READERS.get(take) or partial(_attribute, take)
    return lambda page, limit: [text for element in found(page, limit == 1)[:limit] if (text := value(element))]


def _attribute(name: str, element: _Element) -> str:
    return squash(element.get(name) or "")


def read_element(element: _Element, take: str) -> str:
    """The value of an element, as :func:`read` returns it."""
    reader = _READERS.get(take)
    return reader(element) if reader else _attribute(take, element)


#: Ways to read an element that are not attributes.
_READERS: dict[str, Callable[[_Element], str]] = {"text": node_text, PIECES: node_pieces, OWN: own_text}


def read_elements(page: Page, selector: str, limit: int = 50) -> list[_Element]:
    """The elements that a selector finds on a page."""
    return _finder(selector)(page, limit == 1)[:limit]


@lru_cache(maxsize=1024)
def _finder(selector: str) -> Callable[[Page, bool], list[_Element]]:
    """The function that finds a selector's elements on a page, using the page's caches of properties and relations."""
    if _BY_PROPERTIES.match(selector):
        properties = _PROPERTY.findall(selector)
        return lambda page, first: with_property(page, properties)
    if rel := _BY_REL.match(selector):
        return lambda page, first: with_rel(page, rel["only"] or rel["among"], among=rel["among"] is not None)
    if path := _BY_PATH.match(selector):
        return lambda page, first: page.tree.findall(path[1])
    return lambda page, first: find(page.tree, selector, first=first)
