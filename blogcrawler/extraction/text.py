"""The plain text of a clean HTML fragment: a line a block, code and tables readable."""

from __future__ import annotations

import re
from html import unescape

from .outline import BLOCK_TAGS

__all__ = ["html_to_text"]

# The fragment comes from a serialiser: tags are well-formed and attributes stand in double quotes.
_REST = r'(?:[^>"]|"[^"]*")*>'
_PRE = re.compile(rf"(<pre\b{_REST}.*?</pre>)", re.DOTALL)
_CELL = re.compile(rf"</t[dh]>\s*<t[dh]\b{_REST}")
_BLOCK = re.compile(rf"</?(?:{'|'.join(sorted(BLOCK_TAGS))})(?:\s{_REST}|/?>)")
_BREAK = re.compile(rf"<(?:br|/div|/p|/li|/tr)\b{_REST}")
_TAG = re.compile(rf"<[a-zA-Z/]{_REST}")
_CJK = "\u2e80-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}]")
# Where code or a link in Latin letters meets CJK characters, a space parts them.
_EDGE = re.compile(f"(?<=[{_CJK}])\ufdd0+(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])\ufdd0+(?=[{_CJK}])")


def html_to_text(html: str) -> str:
    """The text of a fragment.

    >>> html_to_text("<p>One <b>line</b>.</p><pre>a\\n  b</pre><table><tr><td>1</td><td>2</td></tr></table>")
    'One line.\\na\\n  b\\n1 | 2'
    """
    parts = _PRE.split(html) if "<pre" in html else [html]
    texts = [_verbatim(part) if part.startswith("<pre") else _running(part) for part in parts]
    return "\n".join(text for text in texts if text)


def _verbatim(html: str) -> str:
    text = unescape(_TAG.sub("", _BREAK.sub("\n", html))).expandtabs(4).replace("\r", "")
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")).rstrip()


def _running(html: str) -> str:
    text = " ".join(html.split())
    if "</t" in text:
        text = _CELL.sub(" | ", text)
    text = _BLOCK.sub("\n", text)
    if _HAS_CJK.search(text):
        text = _EDGE.sub(" ", _TAG.sub("\ufdd0", text)).replace("\ufdd0", "")
    else:
        text = _TAG.sub("", text)
    lines = (" ".join(line.split()) for line in unescape(text).split("\n"))
    return "\n".join(line for line in lines if line.strip("| "))
