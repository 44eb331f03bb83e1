"""Turns what an action finds into a value: text, a link, clean HTML."""

from __future__ import annotations

from lxml.etree import _Element

from ...dom import Page, node_text, squash
from ...extraction import Article, ArticleRule, Cleaner, absolute_url, page_language

__all__ = ["clean_node", "found_text", "language_of", "link_of"]

_CLEANER = Cleaner(ArticleRule(selector="", confidence=1.0))
_MAX_TEXT_LENGTH = 300


def found_text(found: _Element | str) -> str:
    """The text of what was found, on one line."""
    text = found if isinstance(found, str) else node_text(found)
    return squash(text[: _MAX_TEXT_LENGTH * 10])[:_MAX_TEXT_LENGTH]


def language_of(page: Page) -> str:
    """The language that a page states, or English."""
    return (page_language(page, "") or "en").split("-")[0]


def link_of(page: Page, found: _Element | str) -> str | None:
    """The absolute address of a link or of an attribute."""
    address = found if isinstance(found, str) else found.get("href")
    return absolute_url(page.base, address) if address else None


def clean_node(page: Page, node: _Element) -> Article:
    """The cleaned content of a node, which is consumed."""
    for quote in list(node.iter("aside")):  # boilerplate in an article, but a quotation in a forum's post
        quote.tag = "blockquote"
    return _CLEANER.clean(node, page.base)
