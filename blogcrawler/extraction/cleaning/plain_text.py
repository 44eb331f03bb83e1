"""The plain text of a clean HTML fragment: one line per block; code and tables stay readable."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from itertools import pairwise, zip_longest

from ...dom import BLOCK_TAGS, squash
from .footnotes import without_footnote_marks

__all__ = ["html_to_text"]

# The fragment comes from a serialiser: tags are well-formed and attributes are quoted.
_TAG = re.compile(r"""<(/?[a-zA-Z][^\s<>"'/]*+)(?:>|[^<>"']*+(?:(?:"[^"]*+"|'[^']*+')[^<>"']*+)*+>)""")
# Marks for what tags mean. Control characters never occur in a tree, and keep ASCII texts ASCII, which is faster.
_BREAK, _CELL, _NEWLINE, _SPACE, _IMAGE_MARK = "\1", "\2", "\3", "\4", "\5"
#: Elements whose text is only a fallback for browsers that do not support them.
_FALLBACK_TAGS = frozenset({"iframe", "video", "audio", "svg", "canvas", "object"})
_LINE_ENDS = frozenset({"br", "/div", "/li", "/p", "/tr"})
#: Blocks that do not start a line at the beginning or end of a table cell.
_BLOCKS_IN_CELLS = frozenset({"p", "div"})
_CELLS = frozenset({"td", "th"})
_CELL_EDGES = frozenset(
    edge for cell in _CELLS for block in _BLOCKS_IN_CELLS for edge in ((cell, block), (f"/{block}", f"/{cell}"))
)
#: Elements whose text needs special treatment.
_SPECIAL = frozenset({"annotation", "rt", "pre", *_FALLBACK_TAGS, *_CELLS})
#: Soft hyphens and zero-width characters.
_INVISIBLE = "\u00ad\u200b\ufeff"
#: Hints of pictures that show a formula; their description is the formula.
_FORMULA_HINTS = ("latex", "tex.cgi", "mwe-math")
_IMAGE = re.compile(r"<img\s[^>]*>")
_FORMULA_IMAGE = re.compile(
    r'(?:class="[^"]*\b(?:latex|tex|ql-img|mwe-math-fallback)|src="[^"]*(?:latex\.php|codecogs|mimetex|mathtex|/latex/))',
    re.IGNORECASE,
)
_ALT = re.compile(r'\salt="([^"]*)"')
_CJK = "\u2e80-\ufaff"
_IDEOGRAPH = re.compile(f"[{_CJK}]")
# Chinese and Japanese lines go on without a space; Korean has spaces between words. Browsers do the same: CSS Text 3,
# section 4.1.3, "Segment Break Transformation Rules".
_UNSPACED = "\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff9f"
_LINE_END_IN_CJK = re.compile(f"([{_UNSPACED}])[ \t]*+\n[ \t\n]*+(?=[{_UNSPACED}])")  # fast: begins with a letter
#: Links without a space between them are shown side by side: the words of one do not continue the other's.
_ADJACENT_LINKS = re.compile(rf"</a><a (?<=[^\W{_CJK}_]</a><a )(?=[^<>]*+>[^\W{_CJK}_])")  # fast: begins with a letter
#: Images before a letter or digit. Each run of images is matched once.
_IMAGES_BEFORE_WORD = re.compile(rf"{_IMAGE_MARK}(?<!{_IMAGE_MARK}{_IMAGE_MARK}){_IMAGE_MARK}*+(?=\w)")
#: A Chinese or Japanese text has an ideograph among this many characters at its beginning.
_SCRIPT_SAMPLE = 2000
#: Punctuation that may come at the end of a word.
_WORD_ENDS = frozenset(".,;:!?)”_")


#: Elements within a line that articles use most. Tags that are not among the marks leave none, too, but take longer.
_INLINE_TAGS = frozenset(
    "a abbr b cite code del em font i ins kbd mark math path q s samp small span strike strong sub sup svg time tt u "
    "var".split()
)


#: Pages may have tags of any name, which would fill the memory.
_MAX_MARKS = 1000


class _Marks(dict[str, str]):
    """The mark that each tag leaves in the text."""

    def __init__(self) -> None:
        super().__init__({"img": _IMAGE_MARK, "td": "", "th": "", "/td": _CELL, "/th": _CELL, "(": "(", ")": ")"})
        for name in _INLINE_TAGS:
            self[name] = self[f"/{name}"] = ""
        for name in BLOCK_TAGS - {"td", "th"}:
            self[name] = self[f"/{name}"] = _BREAK

    def __missing__(self, tag: str) -> str:
        if len(self) < _MAX_MARKS:
            self[tag] = ""
        return ""


_MARKS = _Marks()


def html_to_text(html: str) -> str:
    """The text of a fragment.

    >>> html_to_text("<p>One <b>line</b>.</p><pre>a\\n  b</pre><table><tr><td>1</td><td>2</td></tr></table>")
    'One line.\\na\\n  b\\n1 | 2'
    """
    html = without_footnote_marks(html)
    is_ascii = html.isascii()
    if "</a><a " in html:
        html = _ADJACENT_LINKS.sub("</a> <a ", html)
    parts = _TAG.split(html)
    tags = parts[1::2]
    names = set(tags)
    if "img" in names and any(map(html.__contains__, _FORMULA_HINTS)):
        parts = _TAG.split(_IMAGE.sub(_with_formula, html))
    if not names.isdisjoint(_SPECIAL):
        parts[::2], tags = _treat_special_elements(parts[::2], tags, names)
    parts[1::2] = map(_MARKS.__getitem__, tags)
    joined = "".join(parts)
    if _IMAGE_MARK in joined:
        joined = _IMAGES_BEFORE_WORD.sub(_image_space, joined).replace(_IMAGE_MARK, "")
    if not is_ascii and "\n" in joined and _has_ideographs(joined[:_SCRIPT_SAMPLE]):
        joined = _LINE_END_IN_CJK.sub(r"\1", joined)
    if "&" in joined:
        joined = unescape(joined)
    if not is_ascii:
        for character in _INVISIBLE:
            if character in joined:
                joined = joined.replace(character, "")
    return "\n".join(_lines(joined))


def _has_ideographs(text: str) -> bool:
    """Whether a text has ideographs. Most have only letters that Latin-1 has, too, which is quick to see."""
    return len(text.encode("latin-1", "ignore")) < len(text) and _IDEOGRAPH.search(text) is not None


def _treat_special_elements(texts: list[str], tags: list[str], names: set[str]) -> tuple[list[str], list[str]]:
    """Texts and tags after special treatment of formulas, ruby, tables, preformatted text and fallbacks."""
    if not names.isdisjoint(_FALLBACK_TAGS):
        _hide_fallbacks(texts, tags)
    if "annotation" in names:
        _keep_formula_source(texts, tags)
    if "rt" in names and "rp" not in names:
        tags = [{"rt": "(", "/rt": ")"}.get(tag, tag) for tag in tags]
    if not names.isdisjoint(_CELLS) and not names.isdisjoint(_BLOCKS_IN_CELLS):
        _join_cell_edges(texts, tags)
    if "pre" in names:
        _keep_preformatted(texts, tags)
    return texts, tags


def _hide_fallbacks(texts: list[str], tags: list[str]) -> None:
    """Remove the text that browsers show only if they do not support an element."""
    end = 0
    for start, tag in enumerate(tags):
        if start >= end and tag in _FALLBACK_TAGS:
            end = _closing_tag(tags, start)
            tags[start:end] = [""] * (end - start)
            texts[start + 1 : end + 1] = [""] * (min(end + 1, len(texts)) - start - 1)


def _image_space(images: re.Match[str]) -> str:
    """A space for images between words, but not inside a word or in a script without spaces."""
    text = images.string
    last, first = text[max(images.start() - 1, 0)], text[images.end()]
    ends_word = last.isalnum() or last in _WORD_ENDS
    if not ends_word or (last.islower() and first.islower()) or _IDEOGRAPH.match(last) or _IDEOGRAPH.match(first):
        return ""
    return " "


def _with_formula(image: re.Match[str]) -> str:
    """An image, followed by the formula that it shows."""
    alt = _ALT.search(image[0]) if _FORMULA_IMAGE.search(image[0]) else None
    return image[0] + alt[1] if alt else image[0]


def _keep_formula_source(texts: list[str], tags: list[str]) -> None:
    """Keep only the source of formulas that have one."""
    end = 0
    for start, tag in enumerate(tags):
        if start < end or tag != "math":
            continue
        end = _closing_tag(tags, start)
        try:
            source = tags.index("annotation", start, end)
        except ValueError:
            continue
        shown = "".join(texts[source + 1 : _closing_tag(tags, source) + 1]).strip()
        texts[start + 1 : end + 1] = [f"\\({shown}\\)", *[""] * (min(end + 1, len(texts)) - start - 2)]
        tags[start:end] = [""] * (end - start)


def _join_cell_edges(texts: list[str], tags: list[str]) -> None:
    """Do not start a line for blocks at the beginning or the end of a cell."""
    for at in [place for place, pair in enumerate(pairwise(tags), 1) if pair in _CELL_EDGES]:
        if not texts[at].strip():
            tags[at if tags[at - 1] in _CELLS else at - 1] = ""


def _keep_preformatted(texts: list[str], tags: list[str]) -> None:
    """Join each ``<pre>`` into one text with marks for its white space."""
    end = 0
    for _ in range(tags.count("pre")):
        try:
            start = tags.index("pre", end)
        except ValueError:  # the others were inside of a <pre>
            return
        end = _closing_tag(tags, start)
        inside = texts[start + 1 : end + 1]
        if not _LINE_ENDS.isdisjoint(tags[start + 1 : end]):
            breaks = [_NEWLINE if inner in _LINE_ENDS else "" for inner in tags[start + 1 : end]]
            inside = [text + mark for text, mark in zip_longest(inside, breaks, fillvalue="")]
        texts[start + 1 : end + 1] = [_verbatim("".join(inside)), *[""] * (len(inside) - 1)]
        tags[start + 1 : end] = [""] * (end - start - 1)


def _closing_tag(tags: list[str], start: int) -> int:
    """The index of the tag that closes an element; the number of tags if none does."""
    try:
        return tags.index(f"/{tags[start]}", start)
    except ValueError:
        return len(tags)


def _verbatim(text: str) -> str:
    text = text.replace("\r", "").replace("\n", _NEWLINE).replace("\t", _SPACE * 4).replace(" ", _SPACE)
    return text.replace("\xa0", _SPACE).replace("&nbsp;", _SPACE)


def _lines(joined: str) -> Iterable[str]:
    """The lines of a text. Most need no cleaning, which is quick to see, often for all of them at once."""
    joined = joined.replace("\n", " ")
    lines = list(filter(None, map(str.strip, joined.split(_BREAK))))
    # Of all white space, only the space is printable: a printable line has no other.
    together = "".join(lines)
    if together.isprintable():
        return [line if "  " not in line else squash(line) for line in lines] if "  " in together else lines
    return filter(None, [line if line.isprintable() and "  " not in line else _clean_line(line) for line in lines])


def _clean_line(line: str) -> str:
    """A line without marks and with single spaces."""
    line = " ".join(line.split())
    if _CELL in line:
        cells = [cell.strip() for cell in line.split(_CELL)]
        line = " | ".join(cells).strip(" |") if any(cells) else ""
    if _NEWLINE in line or _SPACE in line:
        rows = line.replace(_SPACE, " ").split(_NEWLINE)
        return "\n".join([row.rstrip() for row in rows]).strip("\n").rstrip()
    return line
