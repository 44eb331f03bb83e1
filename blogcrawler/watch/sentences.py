"""Cuts texts into sentences, by the punctuation and the abbreviations of their language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..word_lists import word_pattern

__all__ = ["first_sentence", "sentence_spans"]

_MAX_SENTENCE = 400
"""Longer sentences are cut at a space: the text has no punctuation."""
_LOOK_BACK = 12

_CLOSING = "\"'”’»)\\]」』）】"
_ASIAN = "。！？｡"
_WESTERN = ".!?…։؟।॥።၊။"
_END = re.compile(rf"[{_ASIAN}]+[{_CLOSING}]*|[{_WESTERN}]+[{_CLOSING}]*(?=\s|$)|\n+")
_GREEK_END = re.compile(rf"[{_WESTERN};\u037e]+[{_CLOSING}]*(?=\s|$)|\n+")
_THAI_END = re.compile(rf"[{_WESTERN}]+(?=\s|$)|\n+|(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])")
_INITIAL = re.compile(r"(?:^|[\s(.])\w\.$")
_NUMBER = re.compile(r"(?:^|\s)\d{1,3}\.$")
#: Languages that write a full stop after ordinal numbers.
_ORDINAL_STOPS = frozenset("de da no nb nn fi cs sk sl hr sr hu et lv is tr pl eu".split())


def sentence_spans(text: str, language: str | None = None) -> list[tuple[int, int]]:
    """Where each sentence of a text begins and ends. A line break always ends one."""
    code = (language or "").lower()[:2]
    end = _GREEK_END if code == "el" else _THAI_END if code == "th" else _END
    abbreviation = _abbreviation(code)
    spans: list[tuple[int, int]] = []
    start = 0
    for found in end.finditer(text):
        at = found.end()
        if found[0].startswith("."):
            before = text[max(start, found.start() - _LOOK_BACK) : found.start() + 1]
            following = text[at : at + 2].strip()
            if abbreviation is not None and abbreviation.search(before):
                continue
            if following and (following.islower() or _INITIAL.search(before)):
                continue
            if code in _ORDINAL_STOPS and _NUMBER.search(before):
                continue
        spans += _trimmed(text, start, at)
        start = at
    return spans + list(_trimmed(text, start, len(text)))


def first_sentence(text: str, language: str | None = None) -> str:
    """The first sentence of a text."""
    beginning = text[: 4 * _MAX_SENTENCE]
    for start, end in sentence_spans(beginning, language):
        return beginning[start:end]
    return ""


def _abbreviation(code: str) -> re.Pattern[str] | None:
    try:
        return word_pattern("blogcrawler.watch", "abbreviations.toml", code)
    except KeyError:
        return None


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentence without the spaces around it; in pieces if it is very long; nothing if it is empty."""
    while start < end:
        while start < end and text[start].isspace():
            start += 1
        stop = end
        if end - start > _MAX_SENTENCE:
            space = text.rfind(" ", start + _MAX_SENTENCE // 2, start + _MAX_SENTENCE)
            stop = space if space > start else start + _MAX_SENTENCE
        last = stop
        while last > start and text[last - 1].isspace():
            last -= 1
        if last > start:
            yield start, last
        start = stop
