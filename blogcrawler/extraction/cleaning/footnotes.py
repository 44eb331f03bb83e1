"""The marks of footnotes: numbers that link to a note, and arrows that link back. They are markup, not text."""

from __future__ import annotations

import re
from html import unescape

from ...word_lists import word_pattern

__all__ = ["without_footnote_marks"]

# The fragment comes from a serialiser: attributes are quoted. No quantifier runs past the next link: linear time.
_LINK = re.compile(r"""<a\s(?P<attributes>[^<>#]*+#[^<>]*+)>(?P<content>(?:[^<]|<(?!/?a[\s>])){0,120}+)</a>""")
#: A link to a place on a page; nearly all articles have none.
_TO_PLACE = re.compile(r"""<a\s[^<>#]*+#""")
_SUPERSCRIPT = re.compile(r"<sup(?:\s[^<>]*+)?>(?P<content>(?:[^<]|<(?!/?sup[\s>])){0,1000}+)</sup>")
_FRAGMENT = re.compile(r"""\bhref="[^"#]*+#([^"]++)""")
_TAG = re.compile(r"<[^<>]*+>")
#: A number, letter or symbol that refers to a note, with or without brackets.
_LABEL = re.compile(r"[\[(（]?\s*(?:\d{1,3}[a-z]?|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3}|#)\s*[\])）]?", re.IGNORECASE)
_LABELS = re.compile(rf"{_LABEL.pattern}(?:[\s,;]+{_LABEL.pattern})*", re.IGNORECASE)
#: A label outside of a superscript has digits, and brackets unless the link's names say that it belongs to a note.
_NUMBER = re.compile(r"\[\s*\d{1,3}\s*\]|\(\s*\d{1,3}\s*\)|\d{1,3}|[*†‡]{1,3}")
_ARROWS = re.compile(r"[\[(]?\s*[\^↩↪↑↥⇑⇧⤴⮐⏎↵⬆▲⬑\ufe0e\ufe0f]+\s*\d{0,2}[a-z]?\s*[\])]?", re.IGNORECASE)
_RETURN = word_pattern(__package__, "footnotes.toml", "return_links")
#: Names of notes and of places that refer to them, in fragments, classes and roles.
_NOTE_NAME = re.compile(r"(?:foot|end|side)notes?|(?<![a-z])_?(?:fn|ftn|edn|notes?|nb|cite|ref|sdfootnote)(?![a-z]|$)"
                        r"|(?:fn|ftn|edn|note|cite|foot)[-_:]?ref|noteref|backlink", re.IGNORECASE)  # fmt: skip


def without_footnote_marks(html: str) -> str:
    """A fragment without the links to footnotes and back from them.

    >>> without_footnote_marks('Noted<sup><a href="#fn1">1</a></sup>. <a href="#r1">↩</a>')
    'Noted. '
    """
    if "#" not in html or not _TO_PLACE.search(html):
        return html
    if "<sup" in html:
        html = _SUPERSCRIPT.sub(_unless_reference, html)
    return _LINK.sub(_unless_mark, html)


def _unless_reference(superscript: re.Match[str]) -> str:
    """A superscript, or nothing if it only holds links to notes."""
    content = superscript["content"]
    if "<a " not in content or not _FRAGMENT.search(content):
        return superscript[0]
    return "" if _LABELS.fullmatch(_shown(content)) else superscript[0]


def _unless_mark(link: re.Match[str]) -> str:
    """A link, or nothing if it is a mark of a footnote."""
    attributes, content = link["attributes"], link["content"]
    fragment = _FRAGMENT.search(attributes)
    if fragment is None:
        return link[0]
    shown = _shown(content)
    if _ARROWS.fullmatch(shown) or ("<sup" in content and _LABEL.fullmatch(shown)):
        return ""
    is_label = _NUMBER.fullmatch(shown) or _RETURN.match(shown.strip("[]() .↩↑^\ufe0e"))
    return "" if is_label and _NOTE_NAME.search(f"{fragment[1]} {_names(attributes)}") else link[0]


def _names(attributes: str) -> str:
    return " ".join(re.findall(r'\b(?:class|role|rel|rev|id|name)="([^"]*+)"', attributes))


def _shown(content: str) -> str:
    return unescape(_TAG.sub("", content)).strip()
