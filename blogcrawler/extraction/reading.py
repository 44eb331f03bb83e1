"""Reading short fields off a page by rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

from .metadata import JSON_LD, json_ld
from .page import Page
from .rules import FieldRule
from .similarity import squash

__all__ = ["find", "node_text", "read", "strip_affixes"]


@lru_cache(maxsize=4096)
def _compiled(selector: str) -> etree.XPath:
    return etree.XPath(selector)


def find(node: HtmlElement, selector: str) -> list[HtmlElement]:
    """The elements that a selector finds."""
    return cast("list[HtmlElement]", _compiled(selector)(node))


def node_text(element: HtmlElement) -> str:
    """The text of an element on one line."""
    text = element.text
    if not len(element):
        return squash(text or "")
    return squash("".join(cast("Sequence[str]", element.xpath(".//text()[not(parent::script or parent::style)]"))))


def read(page: Page, selector: str, take: str = "text", limit: int = 50) -> list[str]:
    """The values that a selector finds on a page, empty ones left out."""
    if selector.startswith(JSON_LD):
        return json_ld(page, selector.removeprefix(JSON_LD))
    if take == "text":
        values = [node_text(element) for element in find(page.tree, selector)[:limit]]
    else:
        values = [squash(element.get(take) or "") for element in find(page.tree, selector)[:limit]]
    return [value for value in values if value]


def strip_affixes(value: str, rule: FieldRule) -> str:
    """The value without what stands before and after it on every page."""
    if len(value) > len(rule.prefix) + len(rule.suffix):
        return value.removeprefix(rule.prefix).removesuffix(rule.suffix).strip()
    return value
