"""How much of a page is read: enough for any real post, and little enough that no page costs seconds."""

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
#: What makes the parser add an element. An end tag of a paragraph that was not opened makes an empty one.
_TAG = re.compile(rb"<(?:[a-zA-Z]|/[pP])")


def fit_bytes(body: bytes) -> bytes:
    """The bytes of a page before they are decoded, without pictures and what follows if there are too many."""
    if len(body) <= _MAX_ENCODED_BYTES:
        return body
    return _DATA_URI.sub(b"data:,", body)[:_MAX_ENCODED_BYTES]


def fit_markup(data: bytes) -> tuple[bytes, bool]:
    """The UTF-8 of a page as far as it is read, and whether anything but inlined pictures was left out."""
    is_cut = False
    if len(data) > _MAX_BYTES:
        data = _DATA_URI.sub(b"data:,", data)
        is_cut = len(data) > _MAX_BYTES
        data = data[:_MAX_BYTES].decode("utf-8", "ignore").encode()  # without half a character at the end
    if len(data) > 3 * _MAX_CHARACTERS:
        beyond = next(islice(_WIDE_CHARACTER.finditer(data), _MAX_CHARACTERS, None), None)
        if beyond is not None:
            data, is_cut = data[: beyond.start()], True
    if data.count(b"<") > _MAX_ELEMENTS:
        beyond = next(islice(_TAG.finditer(data), _MAX_ELEMENTS, None), None)
        if beyond is not None:
            data, is_cut = data[: beyond.start()], True
    return data, is_cut
