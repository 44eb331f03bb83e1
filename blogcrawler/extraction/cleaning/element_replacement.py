"""Elements that cannot stay in an article as they are: which are dropped, and what replaces the others."""

from __future__ import annotations

from lxml.etree import _Element

from ...dom import FRAME_TAG, drop, text_content
from .attributes import clean_attributes
from .media_elements import (
    EMBED_TAGS,
    has_no_source,
    is_icon,
    is_tracking_pixel,
    is_widget,
    load_from_noscript,
    plain_replacement,
    smiley_text,
)

__all__ = ["REPLACED_TAGS", "replace_element", "with_wrapping_link"]

_DROPPED_TAGS = frozenset(
    "script style noscript template form input button select option textarea label object applet embed frame frameset "
    "link meta base title head nav dialog canvas datalist portal fencedframe param".split()
) | {FRAME_TAG}
_LINE_TAGS = frozenset({"p", "li", "blockquote"})
_VERBATIM_TAGS = frozenset({"xmp", "listing", "plaintext"})
#: Elements to give to ``replace_element``.
REPLACED_TAGS = _DROPPED_TAGS | EMBED_TAGS | _VERBATIM_TAGS | {"img", "iframe", "svg"}


def replace_element(element: _Element, tag: str, base: str) -> str:
    """The tag under which an element stays; empty if it must be dropped, after its replacement was put before it."""
    if tag in _VERBATIM_TAGS:  # in browsers, everything after them would be their text
        element.tag = "pre"
        return "pre"
    if tag == "img":
        if is_tracking_pixel(element) or (not element.get("src") and has_no_source(element)):
            return ""
        if text := smiley_text(element):
            element.tail = text + (element.tail or "")
            return ""
        return tag
    if tag == "iframe":
        return "" if is_widget(element) else tag
    if tag == "label" and _is_text(element):
        element.tag = "span"
        return "span"
    if tag == "svg":
        return "" if is_icon(element) else tag
    replacement = load_from_noscript(element) if tag == "noscript" else None
    if replacement is None:
        replacement = plain_replacement(element)
    if replacement is element:
        return element.tag
    if replacement is not None:
        if replacement.getparent() is not element.getparent():
            element.addprevious(replacement)
        clean_attributes(replacement, replacement.tag, base)
        if replacement.tag not in ("a", "span") and not replacement.get("src") and not replacement.get("srcset"):
            drop(replacement)
    return ""


def _is_text(label: _Element) -> bool:
    """Whether a label is part of a line of text with nothing to fill in."""
    line = label.getparent()
    if line is None or line.tag not in _LINE_TAGS or not text_content(label).strip():
        return False
    controls = line.iter("input", "select", "textarea", "button")
    return all(control.get("disabled") is not None for control in controls)  # as in task lists


def with_wrapping_link(element: _Element) -> list[_Element]:
    """The element, and the link around it if it holds nothing else."""
    parent = element.getparent()
    if (
        parent is None
        or parent.tag != "a"
        or len(parent) > 1
        or (parent.text or "").strip()
        or (element.tail or "").strip()
    ):
        return [element]
    return [element, parent]
