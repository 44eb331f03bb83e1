"""Code as highlighters write it: line numbers and its language beside it, lines that are no text of a ``<pre>``."""

from __future__ import annotations

import re

from lxml.etree import _Element

from ...dom import text_content

__all__ = [
    "is_code_box",
    "is_code_comment",
    "is_language_label",
    "is_line_numbers",
    "may_be_code",
    "names_language",
    "names_line_numbers",
]

#: Class names of line numbers: Rouge, Pygments, Chroma (Hugo), Hexo, Crayon, highlight.js, Prism, VitePress, WP-Syntax,
#: react-syntax-highlighter, GitHub's gists.
_GUTTERS = frozenset(
    "gutter gl rouge-gutter linenos lineno linenodiv lnt ln lntd lnlinks crayon-nums hljs-ln-numbers hljs-ln-n "
    "hljs-line-numbers line-numbers-rows line-numbers-wrapper line-number line-num linenumber linenumbers line_numbers "
    "react-syntax-highlighter-line-number blob-num code-gutter codegutter".split()
)
#: Class names of what says above code in which language it is, and the longest that is said there.
_LANGUAGES = frozenset(
    "lang language code-lang code-language lang-label lang-name language-name code-block-lang".split()
)
_LONGEST_NAME = 20
_NUMBERS = re.compile(r"[\s\d.:|\xa0]*")
_LONGEST = 40_000
#: How comments begin, in one language or another.
_SIGNS = re.compile(r"""\s*(?://|/?\*|\*/|#(?!\s*\d)|--|;|%|<!--|\(\*|\{-|\"{3}|'{3}|REM\b)""")
#: Boxes whose lines are elements: Crayon, and SyntaxHighlighter inside its cell.
_CONTAINER = "container"
_CODE_BOXES = frozenset({"crayon-pre", _CONTAINER})


def names_line_numbers(classes: str) -> bool:
    """Whether class names are those of line numbers."""
    return not _GUTTERS.isdisjoint(classes.lower().split())


def names_language(tag: str, classes: str) -> bool:
    """Whether an element may name the language of code, by its own names."""
    return tag in ("span", "div", "p") and not _LANGUAGES.isdisjoint(classes.lower().split())


def is_language_label(element: _Element) -> bool:
    """Whether what is named as the name of a language stands beside code, and is a name."""
    above = element.getparent()
    is_name = len(element) == 0 and len((element.text or "").strip()) <= _LONGEST_NAME
    return is_name and above is not None and above.find("pre") is not None


def is_line_numbers(element: _Element) -> bool:
    """Whether there are only numbers in what is named as line numbers: some call the code itself so."""
    size = 0
    for text in element.itertext():
        size += len(text)
        if size > _LONGEST or not _NUMBERS.fullmatch(str(text)):
            return False
    return True


def is_code_comment(element: _Element) -> bool:
    """Whether what is named as a comment is one in code: it is part of a line, and begins with the signs of one."""
    return element.tag in ("span", "i", "em", "code") and _SIGNS.match(text_content(element)) is not None


def may_be_code(tag: str, classes: str) -> bool:
    """Whether an element that is no ``<pre>`` may hold the lines of code, by its names."""
    return tag == "div" and not _CODE_BOXES.isdisjoint(classes.split())


def is_code_box(element: _Element) -> bool:
    """Whether an element that is named like that does hold them: boxes of other kinds are called containers, too."""
    above = element.getparent()
    return _CONTAINER not in (element.get("class") or "").split() or (
        above is not None and above.tag == "td" and above.get("class") == "code"
    )
