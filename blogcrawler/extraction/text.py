"""The plain text of a clean HTML fragment: a line a block, code and tables readable."""

from __future__ import annotations

import re
from html import unescape

from .outline import BLOCK_TAGS

__all__ = ["html_to_text"]

# The fragment comes from a serialiser: tags are well-formed and attributes stand in quotes.
_TAG = re.compile(r"""<(/?[a-zA-Z][^\s<>"'/]*)[^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>""")
# Marks of non-characters, which no text may hold.
_BREAK, _CELL, _EDGE, _NEWLINE, _SPACE = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3", "\ufdd4"
_MARKS: dict[str, str] = {}
for _name in BLOCK_TAGS:
    _MARKS[_name] = _MARKS[f"/{_name}"] = _BREAK
for _name in ("td", "th"):
    _MARKS[_name], _MARKS[f"/{_name}"] = "", _CELL
#: Elements whose text only shows where they cannot be shown.
_UNSHOWN = frozenset({"iframe", "video", "audio", "svg", "canvas", "object"})
_LINES = frozenset({"br", "/div", "/li", "/p", "/tr"})
_CJK = "\u2e80-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}]")
# Where code or a link in Latin letters meets CJK characters, a space parts them.
_MEETING = re.compile(f"(?<=[{_CJK}]){_EDGE}+(?=[A-Za-z0-9])|(?<=[A-Za-z0-9]){_EDGE}+(?=[{_CJK}])")


def html_to_text(html: str) -> str:
    """The text of a fragment.

    >>> html_to_text("<p>One <b>line</b>.</p><pre>a\\n  b</pre><table><tr><td>1</td><td>2</td></tr></table>")
    'One line.\\na\\n  b\\n1 | 2'
    """
    parts = _TAG.split(html)
    edge = _EDGE if not html.isascii() and _HAS_CJK.search(html, 0, 4000) else ""
    out = [parts[0]]
    verbatim = False
    hidden = ""
    for tag, text in zip(parts[1::2], parts[2::2], strict=True):
        if hidden:
            hidden = "" if tag == hidden else hidden
            if hidden:
                continue
        elif tag in _UNSHOWN:
            hidden = f"/{tag}"
            continue
        if tag == "pre" or tag == "/pre":
            verbatim = tag == "pre"
            out.append(_BREAK)
        elif verbatim:
            out.append(_NEWLINE if tag in _LINES else "")
        else:
            out.append(_MARKS.get(tag, edge))
        out.append(_verbatim(text) if verbatim and text else text)
    joined = "".join(out)
    if edge:
        joined = _MEETING.sub(" ", joined).replace(_EDGE, "")
    if "&" in joined:
        joined = unescape(joined)
    lines = (_line(line) for line in joined.split(_BREAK))
    return "\n".join(line for line in lines if line)


def _verbatim(text: str) -> str:
    return text.replace("\r", "").replace("\n", _NEWLINE).replace("\t", _SPACE * 4).replace(" ", _SPACE)


def _line(line: str) -> str:
    if not line or line.isspace():
        return ""
    line = " ".join(line.split())
    if _CELL in line:
        cells = [cell.strip() for cell in line.split(_CELL)]
        line = " | ".join(cells).strip(" |") if any(cells) else ""
    if _NEWLINE in line or _SPACE in line:
        rows = line.replace(_SPACE, " ").split(_NEWLINE)
        return "\n".join(row.rstrip() for row in rows).strip("\n").rstrip()
    return line
