"""The lines around an article that tell its title and its day, where no feed has shown where it begins and ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from lxml import etree
from lxml.etree import _Element

from ...dates import read_date
from ...dom import BLOCK_TAGS, drop, squash, words

__all__ = ["TitleAndBylineLines"]

#: A line with the day and the author has so many words at most, one that names a category or leads to the comments
#: so many; from so many words on a line that ends like a sentence is one.
_BYLINE, _LABEL, _SENTENCE = 25, 12, 9
#: So many lines may stand before the article, and behind it.
_MOST = 6
_ENDS = (".", "!", "?", "…", "。", "！", "？")
_MEDIA = ("img", "picture", "svg", "iframe", "video", "audio", "object", "embed", "canvas")
_DAY = timedelta(days=1)


@dataclass(slots=True)
class _Line:
    """A line of text: the places in the tree that its parts stand in, and how many of its words are links."""

    parts: list[tuple[_Element, bool]] = field(default_factory=list)
    text: str = ""
    linked: int = 0

    def add(self, element: _Element, text: str, *, tail: bool, linked: bool) -> None:
        self.parts.append((element, tail))
        self.text += text
        self.linked += len(words(text)) if linked else 0


@dataclass(frozen=True, slots=True)
class TitleAndBylineLines:
    """What is known of a post that its template may repeat around the article: its title and its day."""

    title: str | None
    published: str | None
    language: str = "en"

    def drop(self, node: _Element) -> None:
        """Take the lines out of a node that say the title, or the day and little else, and what stands above them."""
        lines = list(_lines(node))
        first = titled = self._behind_title(lines[:_MOST])
        for number, line in enumerate(lines[titled : titled + _MOST], titled):
            if self._is_title(line) or self._is_byline(line):
                first = number + 1
            elif not _is_label(line):
                break
        behind = len(lines)
        while behind > first and len(lines) - behind < _MOST and self._is_byline(lines[behind - 1]):
            behind -= 1
        if first < behind:  # something is left
            for line in [*lines[:first], *lines[behind:]]:
                _remove(line, node)

    def _behind_title(self, lines: Sequence[_Line]) -> int:
        """The number of the line behind the title, if nothing but short lines stands above it; else 0."""
        for number, line in enumerate(lines):
            if self._is_title(line):
                return number + 1
            if len(words(line.text)) > _LABEL or squash(line.text).endswith(_ENDS):
                break
        return 0

    def _is_title(self, line: _Line) -> bool:
        return bool(self.title) and words(line.text) == words(self.title or "")

    def _is_byline(self, line: _Line) -> bool:
        text = squash(line.text)
        size = len(words(text))
        if not self.published or size > _BYLINE or (size >= _SENTENCE and text.endswith(_ENDS)):
            return False
        day = date.fromisoformat(self.published[:10])
        return any(abs(moment.day - day) <= _DAY for _, moment in read_date(text, self.language))


def _is_label(line: _Line) -> bool:
    """Whether a line may be the template's: "Filed under:", or mostly links."""
    size = len(words(line.text))
    return size <= _LABEL and (squash(line.text).endswith((":", "：")) or 0 < size <= 2 * line.linked)


def _lines(node: _Element) -> Iterator[_Line]:
    """The lines of a node that have words."""
    line, links = _Line(), 0
    for event, element in etree.iterwalk(node, events=("start", "end")):
        if element.tag in BLOCK_TAGS and element is not node:
            if words(line.text):
                yield line
            line = _Line()
        links += (element.tag == "a") * (1 if event == "start" else -1)
        said = element.text if event == "start" else element.tail if element is not node else None
        if said and not said.isspace():
            line.add(element, said, tail=event == "end", linked=links > 0)
        elif said and line.text:
            line.text += " "
    if words(line.text):
        yield line


def _remove(line: _Line, node: _Element) -> None:
    """Take a line out of a node, with the elements that hold nothing else."""
    for element, tail in line.parts:
        if tail:
            element.tail = None
        else:
            element.text = None
    for element, _ in line.parts:
        above: _Element | None = element
        while above is not None and above is not node and above.getparent() is not None and _is_empty(above):
            element, above = above, above.getparent()
            drop(element)


def _is_empty(element: _Element) -> bool:
    return not "".join(map(str, element.itertext())).strip() and next(element.iter(*_MEDIA), None) is None
