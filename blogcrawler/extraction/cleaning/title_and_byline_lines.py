"""Removing lines with the title or the date from an article whose bounds no feed has confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from lxml import etree
from lxml.etree import _Element

from ...dates import read_date
from ...dom import BLOCK_TAGS, drop, squash, words

__all__ = ["TitleAndBylineLines"]

#: Most words in a line with the date and the author, and in a line with categories or a link to the comments.
_MAX_BYLINE, _MAX_LABEL = 25, 12
#: Most words in a caption below the byline: "Comments (3)".
_MAX_CAPTION = 3
#: Fewest words of a line that is a sentence if it ends like one.
_MIN_SENTENCE = 9
#: Most lines to remove before the article, and after it.
_MAX_LINES = 6
_SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？")
_MEDIA_TAGS = ("img", "picture", "svg", "iframe", "video", "audio", "object", "embed", "canvas")
_DAY = timedelta(days=1)


@dataclass(slots=True)
class _Line:
    """A line of text."""

    #: Where its texts are: the element, and whether it is the element's tail.
    parts: list[tuple[_Element, bool]] = field(default_factory=list)
    text: str = ""
    #: Number of words in links.
    linked: int = 0

    def add(self, element: _Element, text: str, *, tail: bool, linked: bool) -> None:
        self.parts.append((element, tail))
        self.text += text
        self.linked += len(words(text)) if linked else 0


@dataclass(frozen=True, slots=True)
class TitleAndBylineLines:
    """Finds the lines in which a template repeats the title or the date of a post."""

    title: str | None
    published: str | None
    language: str = "en"

    def drop(self, node: _Element) -> None:
        """Remove lines with the title, or with the date and little else, and what is beyond them."""
        lines = list(_lines(node))
        first = after_title = self._after_title(lines[:_MAX_LINES])
        for number, line in enumerate(lines[after_title : after_title + _MAX_LINES], after_title):
            if self._is_title(line) or self._is_byline(line):
                first = number + 1
            elif not _is_label(line):
                break
        end = len(lines)
        for number in reversed(range(max(first, len(lines) - _MAX_LINES), len(lines))):
            if self._is_byline(lines[number]):
                end = number
            elif not _is_label(lines[number]) and len(words(lines[number].text)) > _MAX_CAPTION:
                break
        if first < end:  # something is left
            for line in [*lines[:first], *lines[end:]]:
                _remove(line, node)

    def _after_title(self, lines: Sequence[_Line]) -> int:
        """The number of the line after the title, if only short lines are above it; else 0."""
        for number, line in enumerate(lines):
            if self._is_title(line):
                return number + 1
            if len(words(line.text)) > _MAX_LABEL or squash(line.text).endswith(_SENTENCE_ENDS):
                break
        return 0

    def _is_title(self, line: _Line) -> bool:
        return bool(self.title) and words(line.text) == words(self.title or "")

    def _is_byline(self, line: _Line) -> bool:
        text = squash(line.text)
        size = len(words(text))
        if not self.published or size > _MAX_BYLINE or (size >= _MIN_SENTENCE and text.endswith(_SENTENCE_ENDS)):
            return False
        day = date.fromisoformat(self.published[:10])
        return any(abs(moment.day - day) <= _DAY for _, moment in read_date(text, self.language))


def _is_label(line: _Line) -> bool:
    """Whether a line may belong to the template: "Filed under:", or mostly links."""
    size = len(words(line.text))
    return size <= _MAX_LABEL and (squash(line.text).endswith((":", "：")) or 0 < size <= 2 * line.linked)


def _lines(node: _Element) -> Iterator[_Line]:
    """The lines of a node, without those that have no words."""
    line, links = _Line(), 0
    for event, element in etree.iterwalk(node, events=("start", "end")):
        if element.tag in BLOCK_TAGS and element is not node:
            if words(line.text):
                yield line
            line = _Line()
        links += (element.tag == "a") * (1 if event == "start" else -1)
        text = element.text if event == "start" else element.tail if element is not node else None
        if text and not text.isspace():
            line.add(element, text, tail=event == "end", linked=links > 0)
        elif text and line.text:
            line.text += " "
    if words(line.text):
        yield line


def _remove(line: _Line, node: _Element) -> None:
    """Remove a line from a node, with the elements that hold nothing else."""
    for element, tail in line.parts:
        if tail:
            element.tail = None
        else:
            element.text = None
    for element, _ in line.parts:
        parent: _Element | None = element
        while parent is not None and parent is not node and parent.getparent() is not None and _is_empty(parent):
            element, parent = parent, parent.getparent()
            drop(element)


def _is_empty(element: _Element) -> bool:
    return not "".join(map(str, element.itertext())).strip() and next(element.iter(*_MEDIA_TAGS), None) is None
