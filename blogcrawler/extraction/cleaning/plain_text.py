"""The plain text of a clean HTML fragment: a line a block, code and tables readable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise, zip_longest

from ...dom import BLOCK_TAGS

__all__ = ["html_to_text"]

# The fragment comes from a serialiser: tags are well-formed and attributes stand in quotes.
_TAG = re.compile(r"""<(/?[a-zA-Z][^\s<>"'/]*+)(?:>|[^<>"']*+(?:(?:"[^"]*+"|'[^']*+')[^<>"']*+)*+>)""")
# Marks of control characters, which no tree holds; others would make every text a wide one.
_BREAK, _CELL, _EDGE, _NEWLINE, _SPACE, _SHOWN = "\1", "\2", "\3", "\4", "\5", "\6"
#: What a line may hold beside words and spaces.
_UNEVEN = f"\t\r{_CELL}{_NEWLINE}{_SPACE}"
#: Elements whose text only shows where they cannot be shown.
_UNSHOWN = frozenset({"iframe", "video", "audio", "svg", "canvas", "object"})
_LINES = frozenset({"br", "/div", "/li", "/p", "/tr"})
#: Blocks that are alone in a cell of a table are no lines of their own.
_IN_CELLS = frozenset({"p", "div"})
_CELLS = frozenset({"td", "th"})
_CELL_EDGES = frozenset(
    edge for cell in _CELLS for block in _IN_CELLS for edge in ((cell, block), (f"/{block}", f"/{cell}"))
)
#: Elements whose texts are not simply read on.
_SPECIAL = frozenset({"annotation", "rt", "pre", *_UNSHOWN, *_CELLS})
#: Characters that are only there to say where a word may be broken, or nothing at all.
_INVISIBLE = "\u00ad\u200b\ufeff"
#: Pictures of formulas, whose description is the formula.
_DRAWN = ("latex", "tex.cgi", "mwe-math")
_PICTURE = re.compile(r"<img\s[^>]*>")
_FORMULA = re.compile(
    r'(?:class="[^"]*\b(?:latex|tex|ql-img|mwe-math-fallback)|src="[^"]*(?:latex\.php|codecogs|mimetex|mathtex|/latex/))',
    re.IGNORECASE,
)
_ALT = re.compile(r'\salt="([^"]*)"')
_CJK = "\u2e80-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}]")
# Where code or a link in Latin letters meets CJK characters, a space parts them.
_EDGES = re.compile(f"{_EDGE}{_EDGE}+")
_MEETING = re.compile(
    f"{_EDGE}(?:(?<=[{_CJK}]{_EDGE})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9]{_EDGE})(?=[{_CJK}]))"  # fast: begins with a letter
)
_PICTURES, _IDEOGRAPH = re.compile(f"{_SHOWN}[{_EDGE}{_SHOWN}]*"), re.compile(f"[{_CJK}]")
#: Signs behind which a word may end.
_ENDS = frozenset(".,;:!?)”_")
_INLINE_TAGS = ("a", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "u")


class _Marks(dict[str, str]):
    """What each tag leaves in the text."""

    def __init__(self, inline: str) -> None:
        super().__init__({"": "", "img": _SHOWN, "td": "", "th": "", "/td": _CELL, "/th": _CELL, "(": "(", ")": ")"})
        for name in BLOCK_TAGS - {"td", "th"}:
            self[name] = self[f"/{name}"] = _BREAK
        for name in _INLINE_TAGS:
            self[name] = self[f"/{name}"] = inline
        self._inline = inline

    def __missing__(self, tag: str) -> str:
        return self._inline


_MARKS, _MARKS_WITH_EDGES = _Marks(""), _Marks(_EDGE)


def html_to_text(html: str) -> str:
    """The text of a fragment.

    >>> html_to_text("<p>One <b>line</b>.</p><pre>a\\n  b</pre><table><tr><td>1</td><td>2</td></tr></table>")
    'One line.\\na\\n  b\\n1 | 2'
    """
    if "</a><a " in html:
        html = html.replace("</a><a ", "</a> <a ")
    if "<img" in html and any(map(" ".join(_PICTURE.findall(html)).__contains__, _DRAWN)):
        html = _PICTURE.sub(_formula, html)
    parts = _TAG.split(html)
    tags = parts[1::2]
    names = set(tags)
    if not names.isdisjoint(_SPECIAL):
        parts[::2], tags = _specially(parts[::2], tags, names)
    edges = not html.isascii() and _HAS_CJK.search(html, 0, 2000) is not None
    parts[1::2] = map((_MARKS_WITH_EDGES if edges else _MARKS).__getitem__, tags)
    joined = "".join(parts)
    if _SHOWN in joined:
        joined = _PICTURES.sub(_part, joined).replace(_SHOWN, _EDGE if edges else "")
    if edges:
        joined = _MEETING.sub(" ", _EDGES.sub(_EDGE, joined)).replace(_EDGE, "")
    if "&" in joined:
        joined = unescape(joined)
    if not html.isascii():
        for character in _INVISIBLE:
            if character in joined:
                joined = joined.replace(character, "")
    return "\n".join(_lines(joined))


def _specially(texts: list[str], tags: list[str], names: set[str]) -> tuple[list[str], list[str]]:
    """Texts and tags, with what stands in elements that are not simply read on rewritten."""
    if not names.isdisjoint(_UNSHOWN):
        _hide(texts, tags)
    if "annotation" in names:
        _show_source(texts, tags)
    if "rt" in names and "rp" not in names:
        tags = [{"rt": "(", "/rt": ")"}.get(tag, tag) for tag in tags]
    if not names.isdisjoint(_CELLS) and not names.isdisjoint(_IN_CELLS):
        _fill_cells(texts, tags)
    if "pre" in names:
        _keep_lines(texts, tags)
    return texts, tags


def _hide(texts: list[str], tags: list[str]) -> None:
    """Empty what is not shown."""
    end = 0
    for start, tag in enumerate(tags):
        if start >= end and tag in _UNSHOWN:
            end = _closing(tags, start)
            tags[start:end] = [""] * (end - start)
            texts[start + 1 : end + 1] = [""] * (min(end + 1, len(texts)) - start - 1)


def _part(pictures: re.Match[str]) -> str:
    """A space for pictures between words, but in the midst of one, or of a script that has no spaces."""
    text, before = pictures.string, pictures.start() - 1
    while before > 0 and text[before] == _EDGE:
        before -= 1
    last, first = text[max(before, 0)], text[pictures.end() : pictures.end() + 1]
    meet = (last.isalnum() or last in _ENDS) and (first.isalnum() or first == "_")
    if not meet or (last.islower() and first.islower()) or _IDEOGRAPH.match(last) or _IDEOGRAPH.match(first):
        return pictures[0]
    return " "


def _formula(picture: re.Match[str]) -> str:
    """A picture, with the formula behind it that it shows."""
    described = _ALT.search(picture[0]) if _FORMULA.search(picture[0]) else None
    return picture[0] + described[1] if described else picture[0]


def _show_source(texts: list[str], tags: list[str]) -> None:
    """Of formulas that carry their source, keep that alone."""
    end = 0
    for start, tag in enumerate(tags):
        if start < end or tag != "math":
            continue
        end = _closing(tags, start)
        try:
            source = tags.index("annotation", start, end)
        except ValueError:
            continue
        shown = "".join(texts[source + 1 : _closing(tags, source) + 1]).strip()
        texts[start + 1 : end + 1] = [f"\\({shown}\\)", *[""] * (min(end + 1, len(texts)) - start - 2)]
        tags[start:end] = [""] * (end - start)


def _fill_cells(texts: list[str], tags: list[str]) -> None:
    """Take the lines away that blocks would begin at the beginning and the end of a cell."""
    for at in [place for place, pair in enumerate(pairwise(tags), 1) if pair in _CELL_EDGES]:
        if not texts[at].strip():
            tags[at if tags[at - 1] in _CELLS else at - 1] = ""


def _keep_lines(texts: list[str], tags: list[str]) -> None:
    """Put each ``<pre>`` into one text with marks for its white space."""
    end = 0
    for start, tag in enumerate(tags):
        if start < end or tag != "pre":
            continue
        end = _closing(tags, start)
        inside = texts[start + 1 : end + 1]
        if not _LINES.isdisjoint(tags[start + 1 : end]):
            breaks = [_NEWLINE if inner in _LINES else "" for inner in tags[start + 1 : end]]
            inside = [text + mark for text, mark in zip_longest(inside, breaks, fillvalue="")]
        texts[start + 1 : end + 1] = [_verbatim("".join(inside)), *[""] * (len(inside) - 1)]
        tags[start + 1 : end] = [""] * (end - start - 1)


def _closing(tags: list[str], start: int) -> int:
    """Where the element ends that begins at a tag; behind the last tag if it does not."""
    try:
        return tags.index(f"/{tags[start]}", start)
    except ValueError:
        return len(tags)


def _verbatim(text: str) -> str:
    text = text.replace("\r", "").replace("\n", _NEWLINE).replace("\t", _SPACE * 4).replace(" ", _SPACE)
    return text.replace("\xa0", _SPACE).replace("&nbsp;", _SPACE)


def _lines(joined: str) -> Iterator[str]:
    """The lines of a text; most are words with single spaces between them, which is seen fast."""
    joined = joined.replace("\n", " ")
    even = not any(map(joined.__contains__, _UNEVEN))
    # Of all white space, only the space is printable.
    lines = [
        line if "  " not in line and ((even and line.isascii()) or line.isprintable()) else _line(line)
        for part in joined.split(_BREAK)
        if (line := part.strip())
    ]
    return filter(None, lines)


def _line(line: str) -> str:
    """A line with marks, or with white space of other kinds, as it is read."""
    line = " ".join(line.split())
    if _CELL in line:
        cells = [cell.strip() for cell in line.split(_CELL)]
        line = " | ".join(cells).strip(" |") if any(cells) else ""
    if _NEWLINE in line or _SPACE in line:
        rows = line.replace(_SPACE, " ").split(_NEWLINE)
        return "\n".join([row.rstrip() for row in rows]).strip("\n").rstrip()
    return line
