"""Texts in a parsed page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import Element, HtmlElement, fragments_fromstring

__all__ = ["elements", "html_nodes", "normal", "own_texts", "packed", "packed_text", "remove"]

_SPACE = re.compile(r"\s+")
_NO_WORD = re.compile(r"\W+")
_UNSEEN = frozenset({"script", "style", "noscript", "template", "head"})


def normal(text: str | None) -> str:
    """A text with single spaces."""
    return _SPACE.sub(" ", text or "").strip()


def packed(text: str | None) -> str:
    """The letters and digits of a text: records and pages differ in the spaces around links and in invisible marks."""
    return _NO_WORD.sub("", text or "")


def packed_text(element: HtmlElement) -> str:
    """The letters and digits of all text of an element."""
    return packed(str(element.text_content()))


def elements(root: HtmlElement) -> Iterator[HtmlElement]:
    """The elements that are shown."""
    pending = [root]
    while pending:
        element = pending.pop()
        if not isinstance(element.tag, str) or element.tag in _UNSEEN:
            continue
        yield element
        pending.extend(reversed(element))


def own_texts(root: HtmlElement, without: set[HtmlElement]) -> Iterator[tuple[HtmlElement, str, str]]:
    """Every text that is shown: the element, ``text`` or ``tail``, and the text itself; not those below ``without``."""
    pending = [root]
    while pending:
        element = pending.pop()
        if isinstance(element.tag, str) and element.tag not in _UNSEEN and element not in without:
            if element.text and element.text.strip():
                yield element, "text", element.text
            pending.extend(reversed(element))
        if element is not root and element.tail and element.tail.strip():
            yield element, "tail", element.tail


def remove(element: HtmlElement) -> None:
    """Remove an element but not the text after it."""
    element.drop_tree()


def html_nodes(html: str, text: str) -> list[HtmlElement]:
    """The elements of an article; paragraphs of its text if it has no HTML."""
    found: list[HtmlElement] = []
    for node in fragments_fromstring(html) if html.strip() else text.splitlines():
        if isinstance(node, str):
            if node.strip():
                paragraph = Element("p")
                paragraph.text = node.strip()
                found.append(paragraph)
        else:
            found.append(node)
    return found
