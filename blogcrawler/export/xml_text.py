"""Text for XML documents."""

from __future__ import annotations

import re

from lxml import etree

from ..unicode_repair import clean_text

__all__ = ["add_element", "xml_text"]

#: What XML 1.0 does not allow: https://www.w3.org/TR/xml/#charsets
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """The text without characters that XML does not allow."""
    return _ILLEGAL.sub("", clean_text(text))


def add_element(parent: etree._Element, tag: str, text: str | None = None, **attributes: str) -> etree._Element:
    """Add an element with a text to another; both may be foreign."""
    element = etree.SubElement(parent, tag, {name: xml_text(value) for name, value in attributes.items()})
    if text is not None:
        element.text = xml_text(text)
    return element
