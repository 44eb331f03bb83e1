"""Code as syntax highlighters write it: with line numbers, a label for the language, or without ``<pre>``."""

from __future__ import annotations

import re

from lxml.etree import _Element

from ...dom import text_content
from ...word_lists import word_list

__all__ = [
    "is_code_box",
    "is_code_comment",
    "is_language_label",
    "is_line_numbers",
    "may_be_code",
    "names_language",
    "names_line_numbers",
]

_LINE_NUMBER_CLASSES = frozenset(word_list(__package__, "code_blocks.toml", "line_numbers"))
_LANGUAGE_CLASSES = frozenset(word_list(__package__, "code_blocks.toml", "language_labels"))
_MAX_LANGUAGE_LENGTH = 20
_NUMBERS = re.compile(r"[\s\d.:|\xa0]*")
#: Enough for some thousand line numbers.
_MAX_LINE_NUMBERS = 40_000
#: How a comment begins in one programming language or another.
_COMMENT_START = re.compile(r"""\s*(?://|/?\*|\*/|#(?!\s*\d)|--|;|%|<!--|\(\*|\{-|\"{3}|'{3}|REM\b)""")
#: Boxes that hold one element per line of code: Crayon's, and SyntaxHighlighter's inside its table cell.
_CONTAINER = "container"
_CODE_BOX_CLASSES = frozenset({"crayon-pre", _CONTAINER})


def names_line_numbers(classes: str) -> bool:
    """Whether the classes mark line numbers."""
    return not _LINE_NUMBER_CLASSES.isdisjoint(classes.lower().split())


def names_language(tag: str, classes: str) -> bool:
    """Whether the tag and classes mark a label with the programming language."""
    return tag in ("span", "div", "p") and not _LANGUAGE_CLASSES.isdisjoint(classes.lower().split())


def is_language_label(element: _Element) -> bool:
    """Whether an element that is named like a language label is one: a short text next to code."""
    parent = element.getparent()
    is_short = len(element) == 0 and len((element.text or "").strip()) <= _MAX_LANGUAGE_LENGTH
    return is_short and parent is not None and parent.find("pre") is not None


def is_line_numbers(element: _Element) -> bool:
    """Whether an element that is named like line numbers holds only numbers; some themes name the code itself so."""
    size = 0
    for text in element.itertext():
        size += len(text)
        if size > _MAX_LINE_NUMBERS or not _NUMBERS.fullmatch(str(text)):
            return False
    return True


def is_code_comment(element: _Element) -> bool:
    """Whether an element that is named like a comment is one in code: part of a line that begins like a comment."""
    return element.tag in ("span", "i", "em", "code") and _COMMENT_START.match(text_content(element)) is not None


def may_be_code(tag: str, classes: str) -> bool:
    """Whether the tag and classes mark a box with code that is not a ``<pre>``."""
    return tag == "div" and not _CODE_BOX_CLASSES.isdisjoint(classes.split())


def is_code_box(element: _Element) -> bool:
    """Whether an element that is named like a box with code is one; other boxes are called containers, too."""
    parent = element.getparent()
    return _CONTAINER not in (element.get("class") or "").split() or (
        parent is not None and parent.tag == "td" and parent.get("class") == "code"
    )
