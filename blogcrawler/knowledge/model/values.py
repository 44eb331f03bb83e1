"""From what an action finds to a value: text, a date, clean HTML."""

from __future__ import annotations

from lxml.etree import _Element

from ...dom import Page, node_text, squash
from ...extraction import Article, ArticleRule, Cleaner, absolute_url, page_language

__all__ = ["clean_node", "found_text", "language_of", "link_of"]

_CLEANER = Cleaner(ArticleRule(selector="", confidence=1.0))
_LONGEST = 300


def found_text(found: _Element | str) -> str:
    """What was found as one line of text."""
    text = found if isinstance(found, str) else node_text(found)
    return squash(text[: _LONGEST * 10])[:_LONGEST]


def language_of(page: Page) -> str:
    """The language that a page says it is in; English, if it says nothing."""
    return (page_language(page, "") or "en").split("-")[0]


def link_of(page: Page, found: _Element | str) -> str | None:
    """The absolute address that was found."""
    address = found if isinstance(found, str) else found.get("href")
    return absolute_url(page.base, address) if address else None


def clean_node(page: Page, node: _Element) -> Article:
    """The content of a node; the node is consumed."""
    for quote in list(node.iter("aside")):  # in an article it would be noise, in a forum's post it is a quotation
        quote.tag = "blockquote"
    return _CLEANER.clean(node, page.base)
