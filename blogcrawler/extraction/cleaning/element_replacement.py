"""Elements that cannot stay in an article as they are: what goes, and what is shown in its place."""

from __future__ import annotations

from lxml.etree import _Element

from ...dom import FRAME_TAG, drop, text_content
from .attributes import attribute_names, clean_attributes
from .embeds import EMBED_TAGS, is_widget, plain_replacement
from .lazy_loading import load_from_noscript
from .tracking_pixels_and_smileys import has_no_source, is_tracking_pixel, smiley_text

__all__ = ["REPLACED_TAGS", "replace_element", "with_wrapping_link"]

_DROPPED_TAGS = frozenset(
    "script style noscript template form input button select option textarea label object applet embed frame frameset "
    "link meta base title head nav dialog canvas datalist portal fencedframe param".split()
) | {FRAME_TAG}
_LINES = frozenset({"p", "li", "blockquote"})
_VERBATIM_TAGS = frozenset({"xmp", "listing", "plaintext"})
#: What may have to be shown by another element, or not at all.
REPLACED_TAGS = _DROPPED_TAGS | EMBED_TAGS | _VERBATIM_TAGS | {"img", "iframe", "svg"}
#: What is drawn in an ``svg``: icons that only ``use`` a drawing elsewhere on the page show nothing without it.
_DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "foreignobject")


def replace_element(element: _Element, tag: str, base: str) -> str:
    """The tag under which an element stays; empty if it goes, with what is shown in its place put before it."""
    if tag in _VERBATIM_TAGS:  # browsers read all that follows as their text
        element.tag = "pre"
        return "pre"
    if tag == "img":
        if is_tracking_pixel(element) or (not element.get("src") and has_no_source(element)):
            return ""
        if shown := smiley_text(element):
            element.tail = shown + (element.tail or "")
            return ""
        return tag
    if tag == "iframe":
        return "" if is_widget(element) else tag
    if tag == "label" and _is_said(element):
        element.tag = "span"
        return "span"
    if tag == "svg":
        return tag if next(element.iter(*_DRAWN), None) is not None else ""
    made = load_from_noscript(element) if tag == "noscript" else None
    if made is None:
        made = plain_replacement(element)
    if made is element:
        return element.tag
    if made is not None:
        if made.getparent() is not element.getparent():
            element.addprevious(made)
        clean_attributes(made, made.tag, attribute_names(made), base)
        if made.tag not in ("a", "span") and not made.get("src") and not made.get("srcset"):
            drop(made)
    return ""


def _is_said(label: _Element) -> bool:
    """Whether a label is part of a line of text, in which there is nothing to fill in."""
    line = label.getparent()
    if line is None or line.tag not in _LINES or not text_content(label).strip():
        return False
    controls = line.iter("input", "select", "textarea", "button")
    return all(control.get("disabled") is not None for control in controls)  # as the boxes of a list of tasks are


def with_wrapping_link(element: _Element) -> list[_Element]:
    """An element, with the link around it that holds nothing else."""
    above = element.getparent()
    if (
        above is None
        or above.tag != "a"
        or len(above) > 1
        or (above.text or "").strip()
        or (element.tail or "").strip()
    ):
        return [element]
    return [element, above]
