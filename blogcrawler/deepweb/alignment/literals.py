"""Literals as they are compared: a normal form, and the similarity of those that still differ."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from math import ceil

__all__ = ["normalize_literal", "shingles", "similar_literals"]

#: A remark in parentheses: "Hamlet (French Edition)". An area code, "(213) 467-1108", is not a remark.
_REMARK = re.compile(r"\([^()]*[^\W\d_][^()]*\)|\[[^\[\]]*[^\W\d_][^\[\]]*\]")
_WHOLE_NUMBER = re.compile(r"\s*[+-]?\d+\.0+\s*")
_APOSTROPHES = "'’‘ʼ`´"

#: Longest part of a literal that is compared: a text of that length is the same or another one.
_MAX_LENGTH = 500
_SHINGLE_LENGTH = 3
#: A shingle of more literals than this is too common to lead to similar ones.
_MAX_LITERALS_PER_SHINGLE = 1000


def normalize_literal(text: str) -> str:
    """A literal without case, accents, punctuation, remarks in parentheses and superfluous spaces.

    What consists of nothing else, such as "(Hamlet)" or "???", keeps it. Only an empty literal becomes empty.
    """
    text = unescape(text[:_MAX_LENGTH])  # databases hold "Calvin &amp; Hobbes", too
    if _WHOLE_NUMBER.fullmatch(text):
        text = text.partition(".")[0]
    folded = _without_accents(text).casefold()
    return _words(_without_remarks(folded)) or _words(folded) or " ".join(folded.split())


def _without_remarks(text: str) -> str:
    """Remarks can contain others, which are removed first."""
    while (shorter := _REMARK.sub(" ", text)) != text:
        text = shorter
    return text


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    # Only the accents of Latin, Greek and Cyrillic letters: marks of other scripts are vowels.
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", plain)


def _words(text: str) -> str:
    return " ".join("".join(map(_letter, text)).split())


@lru_cache(maxsize=4096)
def _letter(character: str) -> str:
    if unicodedata.category(character)[0] in "LMN":
        return character
    return "" if character in _APOSTROPHES else " "


def shingles(literal: str) -> frozenset[str]:
    """The substrings of three characters of a normalised literal, those at its ends included."""
    padded = f" {literal} "
    return frozenset(padded[i : i + _SHINGLE_LENGTH] for i in range(max(1, len(padded) - _SHINGLE_LENGTH + 1)))


def similar_literals(
    left: Iterable[str], right: Iterable[str], min_similarity: float
) -> Iterator[tuple[str, str, float]]:
    """Pairs of different normalised literals and the Jaccard similarity of their shingles.

    Finds all pairs of at least ``min_similarity`` without comparing each with each: two sets can only be so similar if
    they share one of their rarest shingles (prefix filtering, Chaudhuri et al., ICDE 2006). Literals that consist of
    digits are never similar: another number is another thing.
    """
    lefts = {literal: shingles(literal) for literal in left if _has_letters(literal)}
    rights = {literal: shingles(literal) for literal in right if _has_letters(literal)}
    frequency = Counter(shingle for sets in (lefts, rights) for found in sets.values() for shingle in found)
    index: defaultdict[str, list[str]] = defaultdict(list)
    digits = {literal: _digits(literal) for literal in rights}
    for literal, found in rights.items():
        for shingle in _prefix(found, frequency, min_similarity):
            index[shingle].append(literal)
    for literal, found in lefts.items():
        candidates: set[str] = set()
        for shingle in _prefix(found, frequency, min_similarity):
            listed = index.get(shingle, ())
            if len(listed) <= _MAX_LITERALS_PER_SHINGLE:
                candidates.update(listed)
        smallest, largest, own_digits = len(found) * min_similarity, len(found) / min_similarity, _digits(literal)
        for other in sorted(candidates - {literal}):
            # Volume 1 is not volume 2, however similar their titles.
            if smallest <= len(rights[other]) <= largest and digits[other] == own_digits:
                shared = len(found & rights[other])
                similarity = shared / (len(found) + len(rights[other]) - shared)
                if similarity >= min_similarity:
                    yield literal, other, similarity


def _prefix(found: frozenset[str], frequency: Counter[str], min_similarity: float) -> list[str]:
    rarest_first = sorted(found, key=lambda shingle: (frequency[shingle], shingle))
    return rarest_first[: len(found) - ceil(min_similarity * len(found)) + 1]


def _has_letters(literal: str) -> bool:
    return any(character.isalpha() for character in literal)


def _digits(literal: str) -> str:
    return "".join(character for character in literal if character.isdigit())
