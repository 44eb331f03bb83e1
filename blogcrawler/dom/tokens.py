"""The words of a text, folded for comparison."""

from __future__ import annotations

import codecs
import re
import unicodedata

__all__ = ["squash", "words"]


_ASCII_FOLD = bytes(ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else 32 for code in range(256))


_WORD = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+")


# A code page of our own: letters of Western languages that fold to one letter each, and what separates words there.
# Encoding with it and decoding to folded letters is much faster than normalizing.
_WESTERN_CHARACTERS = (
    "\0\t\n\r"
    + "".join(chr(code) for code in (*range(32, 127), *range(160, 256)) if chr(code) not in "ß¼½¾")
    + "’“”–—…‘•→←│„‚›‹′″★\u200b\u2009ŒœŠšŽžŸŁłőűąęćśźżńčřěůđ"
)


_FOLDED_CHARACTERS = "".join(
    fold if len(fold := unicodedata.normalize("NFKC", letter).casefold()) == 1 and fold.isalnum() else " "
    for letter in _WESTERN_CHARACTERS
)


_WESTERN_ENCODING = codecs.charmap_build(_WESTERN_CHARACTERS)


#: Punctuation that makes normalizing slow.
_FULL_WIDTH = re.compile("[，：！？（）；]")


def squash(text: str) -> str:
    """The text with white space collapsed, as a browser shows it."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison. In scripts without spaces, each character is a word."""
    if text.isascii():
        return text.encode().translate(_ASCII_FOLD).decode().split()
    try:
        encoded, _ = codecs.charmap_encode(text.replace("ß", "ss"), "strict", _WESTERN_ENCODING)
    except UnicodeEncodeError:
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", _FULL_WIDTH.sub(" ", text))
        return _WORD.findall(text.casefold())
    return codecs.charmap_decode(encoded, "strict", _FOLDED_CHARACTERS)[0].split()
