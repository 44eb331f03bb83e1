"""Learning the mark at which the article ends by its text, for templates without helpful names.

"Posted by Ann on …", "Comments" and "Filed under …" are lines of the template: they begin with the same words on most
pages, and nothing of the article comes after them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ....dom import Selector, is_xpath_name, words
from ...training.sample import TrainingSample
from .interior_page import InteriorPage

__all__ = ["TextMarkParameters", "find_text_mark"]


@dataclass(frozen=True, slots=True)
class TextMarkParameters:
    """Which lines are marks."""

    #: A line that differs after its first words must be on this share of the pages; any other on at least this many.
    min_share: float = 0.8
    min_pages: int = 3
    #: The least number of words with which all lines begin, if they differ.
    min_words: int = 2
    #: Longer texts are not lines of the template; no more of a line is compared.
    max_words: int = 60
    max_length: int = 80
    #: No more than this share of the article's words may come after the mark.
    max_loss: float = 0.01
    #: A mark must remove this many words per page that nothing else removes.
    min_gain: float = 2.0


_PARAMETERS = TextMarkParameters()
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _TextMark:
    """A tag, and the beginning of an element's text (or all of it) without digits."""

    tag: str
    text: str
    whole: bool

    @property
    def selector(self) -> Selector:
        shown = 'normalize-space(translate(.,"0123456789",""))'
        return (
            f'.//{self.tag}[{shown}="{self.text}"]'
            if self.whole
            else (f'.//{self.tag}[starts-with({shown},"{self.text}")]')
        )

    def first_node(self, sample: TrainingSample, above: int) -> int | None:
        """The first node below another one that the selector finds."""
        out = sample.outline
        first = words(self.text)[:1]
        for node in range(above + 1, out.last[above] + 1):
            start = out.start[node]
            if (
                out.tags[node] == self.tag
                and first[0] in out.words[start : min(start + 2, out.end[node])]
                and (_plain(sample, node) == self.text if self.whole else _plain(sample, node).startswith(self.text))
            ):
                return node
        return None


def find_text_mark(pages: Sequence[InteriorPage], residue: Sequence[Sequence[int]]) -> Selector:
    """The mark that removes most of what is left around the articles; empty if there is none.

    ``residue`` are, for each page, the words inside the article's node that neither belong to the article nor are
    removed by anything else.
    """
    least = _PARAMETERS.min_gain * len(pages)
    if sum(map(len, residue)) < least:
        return ""
    lines: defaultdict[tuple[str, tuple[str, ...]], dict[int, str]] = defaultdict(dict)
    for number, page in enumerate(pages):
        for key, text in _lines(page):
            lines[key].setdefault(number, text)
    best, most = "", least
    for (tag, _), on_pages in lines.items():
        mark = _mark(tag, list(on_pages.values()), len(pages))
        gain = _gain(mark, pages, residue) if mark else 0
        if mark and gain > most:
            best, most = mark.selector, gain
    return best


def _lines(page: InteriorPage) -> Iterator[tuple[tuple[str, tuple[str, ...]], str]]:
    """The lines after the article's last word in its node, with their tags and first words."""
    sample, labels, node, _ = page
    out = sample.outline
    last = labels.good.rfind(1, out.start[node], out.end[node])
    for block in out.blocks:
        if (
            last < block.start < out.end[node]
            and out.start[block.node] == block.start
            and out.size(block.node) <= _PARAMETERS.max_words
            and block.node > node
        ):
            text = _plain(sample, block.node)
            yield (out.tags[block.node], tuple(text.split()[: _PARAMETERS.min_words])), text


def _plain(sample: TrainingSample, node: int) -> str:
    """The beginning of a node's text without digits, as the selector compares it."""
    return " ".join(_DIGITS.sub("", sample.text(node)).split())[: _PARAMETERS.max_length]


def _mark(tag: str, texts: Sequence[str], pages: int) -> _TextMark | None:
    """What lines have in common; nothing if that is too little."""
    if not is_xpath_name(tag) or len(texts) < _PARAMETERS.min_pages:
        return None
    first, last = min(texts), max(texts)  # what these two share, all texts share
    same = takewhile(lambda letters: letters[0] == letters[1], zip(first, last, strict=False))
    shared = "".join(letter for letter, _ in same).partition('"')[0]
    if all(one == shared for one in texts) and len(shared) < _PARAMETERS.max_length:
        return _TextMark(tag, shared, whole=True) if words(shared) else None
    begin = shared.rpartition(" ")[0]
    is_common = len(texts) >= _PARAMETERS.min_share * pages and len(begin.split()) >= _PARAMETERS.min_words
    return _TextMark(tag, begin, whole=False) if is_common and words(begin) else None


def _gain(mark: _TextMark, pages: Sequence[InteriorPage], residue: Sequence[Sequence[int]]) -> int:
    """The number of words that a mark removes and nothing else does; 0 if it removes words of an article."""
    gain = 0
    for (sample, labels, node, _), left in zip(pages, residue, strict=True):
        out, index = sample.outline, mark.first_node(sample, node)
        if index is None:
            continue
        if labels.within(out.start[index], out.end[node]) > _PARAMETERS.max_loss * labels.total:
            return 0
        gain += sum(word >= out.start[index] for word in left)
    return gain
