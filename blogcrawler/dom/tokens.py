"""The words of a text, folded for comparison."""

from __future__ import annotations

import codecs
import re
import unicodedata

__all__ = ["squash", "words"]


_ASCII_FOLD = bytes(ord(chr(code).lower()) if code < 128 and chr(code).isalnum() else 32 for code in range(256))


_WORD = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+")


#: Letters of Western languages that fold to one letter each, and what parts words in their texts: a code page.
_WESTERN = (
    "\0\t\n\r"
    + "".join(chr(code) for code in (*range(32, 127), *range(160, 256)) if chr(code) not in "ß¼½¾")
    + "’“”–—…‘•→←│„‚›‹′″★\u200b\u2009ŒœŠšŽžŸŁłőűąęćśźżńčřěůđ"
)


_FOLDED = "".join(
    fold if len(fold := unicodedata.normalize("NFKC", letter).casefold()) == 1 and fold.isalnum() else " "
    for letter in _WESTERN
)


_BYTES = codecs.charmap_build(_WESTERN)


#: Marks whose presence makes normalizing slow.
_FULL_WIDTH = re.compile("[，：！？（）；]")


def squash(text: str) -> str:
    """The text with its white space collapsed, as a browser would show it."""
    return " ".join(text.split())


def words(text: str) -> list[str]:
    """The words of a text, folded for comparison; where a script writes no spaces, its characters."""
    if text.isascii():
        return text.encode().translate(_ASCII_FOLD).decode().split()
    try:
        encoded, _ = codecs.charmap_encode(text.replace("ß", "ss"), "strict", _BYTES)
    except UnicodeEncodeError:
        if not unicodedata.is_normalized("NFKC", text):
            text = unicodedata.normalize("NFKC", _FULL_WIDTH.sub(" ", text))
        return _WORD.findall(text.casefold())
    return codecs.charmap_decode(encoded, "strict", _FOLDED)[0].split()
