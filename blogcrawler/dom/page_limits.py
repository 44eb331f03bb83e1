"""How much of a page is read: enough for any real post, but so little that no page takes seconds."""

from __future__ import annotations

import re
from itertools import islice

__all__ = ["fit_bytes", "fit_markup"]

#: Nearly three times the bytes and twice the elements of the largest of 7,500 real pages.
_MAX_BYTES = 2_500_000
_MAX_ELEMENTS = 15_000
#: A page in Chinese, Japanese or Korean has a word for each character: as many as a thick novel.
_MAX_CHARACTERS = 300_000
_WIDE_CHARACTER = re.compile(rb"[\xe3-\xed]")
#: Before a page is decoded, its encoding is not known: two bytes may be one character.
_MAX_ENCODED_BYTES = 2 * _MAX_BYTES
#: Pictures inside a page make it large, but they are not what is read of it.
_DATA_URI = re.compile(rb"data:[a-z]+/[^\"'()<>\s]{1000,}+", re.IGNORECASE)
#: Bytes that a regular expression searches within a few milliseconds.
_STEP = 200_000
#: What makes the parser add an element. An end tag of a paragraph that was not opened makes an empty one.
_TAG = re.compile(rb"<(?:[a-zA-Z]|/[pP])")


def fit_bytes(body: bytes) -> bytes:
    """The bytes of a page before they are decoded, without pictures and what follows if there are too many."""
    if len(body) <= _MAX_ENCODED_BYTES:
        return body
    return _without_pictures(body, _MAX_ENCODED_BYTES)[:_MAX_ENCODED_BYTES]


def fit_markup(data: bytes) -> tuple[bytes, bool]:
    """The UTF-8 of a page as far as it is read, and whether anything but inlined pictures was left out."""
    is_cut = False
    if len(data) > _MAX_BYTES:
        data = _without_pictures(data, _MAX_BYTES)
        is_cut = len(data) > _MAX_BYTES
        data = data[:_MAX_BYTES].decode("utf-8", "ignore").encode()  # without half a character at the end
    if len(data) > 3 * _MAX_CHARACTERS:
        beyond = _beyond(_WIDE_CHARACTER, data, _MAX_CHARACTERS)
        data, is_cut = data[:beyond], is_cut or beyond < len(data)
    if data.count(b"<") > _MAX_ELEMENTS:
        beyond = _beyond(_TAG, data, _MAX_ELEMENTS)
        data, is_cut = data[:beyond], is_cut or beyond < len(data)
    return data, is_cut


def _without_pictures(data: bytes, enough: int) -> bytes:
    """The data without inlined pictures, or a beginning of it that is longer than ``enough``."""
    parts: list[bytes] = []
    length = start = 0
    while start < len(data) and length <= enough:
        end = _step_end(data, start)
        parts.append(_DATA_URI.sub(b"data:,", data[start:end]))
        length, start = length + len(parts[-1]), end
    return b"".join(parts)


def _beyond(pattern: re.Pattern[bytes], data: bytes, number: int) -> int:
    """The start of the match after this many; the end of the data if there are no more."""
    start = 0
    while start < len(data):
        end = _step_end(data, start)
        found = [match.start() for match in islice(pattern.finditer(data, start, end), number + 1)]
        if len(found) > number:
            return found[number]
        number, start = number - len(found), end
    return len(data)


def _step_end(data: bytes, start: int) -> int:
    """The end of a part of the data that is searched in one go: Python runs no other thread meanwhile.

    It is never inside a tag or a picture.
    """
    end = data.find(b"<", start + _STEP)
    return end if end >= 0 else len(data)
