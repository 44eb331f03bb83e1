"""Literals as they are compared: a normal form, and the similarity of those that still differ."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from math import ceil
from typing import NamedTuple

__all__ = [
    "Spelling",
    "Spellings",
    "normalize_literal",
    "shingles",
    "similar_literals",
    "spelling_of",
    "spelling_pairs",
]

#: A remark in parentheses: "Hamlet (French Edition)". An area code, "(213) 467-1108", is not a remark.
_REMARK = re.compile(r"\([^()]*[^\W\d_][^()]*\)|\[[^\[\]]*[^\W\d_][^\[\]]*\]")
_WHOLE_NUMBER = re.compile(r"\s*[+-]?\d+\.0+\s*")
_APOSTROPHES = "'’‘ʼ`´"
#: What follows the title proper: "Dry: A Memoir". What precedes it has letters.
_SUBTITLE = re.compile(r"(?<=\w)(?::\s|\s[:–—-]\s|;\s).*", re.DOTALL)
#: A name as catalogues have it: "Milne, A. A."
_NAME_LAST_FIRST = re.compile(r"\s*([^\W\d_][^\d,;:()]{0,30}),\s+([^\W\d_][^\d,;:()]{0,20})\s*")
_ARTICLES = frozenset("the a an der die das le la les el los las il lo gli i o os as de het".split())

#: Longest part of a literal that is compared: a text of that length is the same or another one.
_MAX_LENGTH = 500
_SHINGLE_LENGTH = 3
#: A shingle of more literals than this is too common to lead to similar ones.
_MAX_LITERALS_PER_SHINGLE = 1000
#: A literal with more other spellings is not compared with them.
_MAX_SPELLINGS = 20


def normalize_literal(text: str) -> str:
    """A literal without case, accents, punctuation, remarks in parentheses and superfluous spaces.

    What consists of nothing else, such as "(Hamlet)" or "???", keeps it. Only an empty literal becomes empty.
    """
    text = unescape(text[:_MAX_LENGTH])  # databases hold "Calvin &amp; Hobbes", too
    if _WHOLE_NUMBER.fullmatch(text):
        text = text.partition(".")[0]
    folded = _without_accents(text).casefold()
    return _words(_without_remarks(folded)) or _words(folded) or " ".join(folded.split())


class Spelling(NamedTuple):
    """A literal without what is often left out: initials and a leading article; and without its subtitle, too."""

    plain: str
    short: str


#: The spellings of those literals that differ from them.
Spellings = Mapping[str, Spelling]


def spelling_of(text: str) -> Spelling:
    """The plain and the short form of a literal: other spellings of it have one of them."""
    text = unescape(text[:_MAX_LENGTH])
    if name := _NAME_LAST_FIRST.fullmatch(text):
        text = f"{name[2]} {name[1]}"
    plain = _plain(normalize_literal(text))
    head = _SUBTITLE.sub("", text, count=1)
    return Spelling(plain, _plain(normalize_literal(head)) if head != text else plain)


def _plain(literal: str) -> str:
    said = literal.split()
    if len(said) > 1 and said[0] in _ARTICLES:
        del said[0]
    long = [word for word in said if len(word) > 1 or word.isdigit()]
    return " ".join(long if len(long) > 1 else said)


def spelling_pairs(
    left: Iterable[str], left_spellings: Spellings, right: Collection[str], right_spellings: Spellings
) -> Iterator[tuple[str, str]]:
    """Pairs of different literals where one is the other without initials, article or subtitle.

    Two different subtitles of the same title make two different things. A title that many others begin with, such as
    that of a series, says nothing.
    """
    by_plain: defaultdict[str, list[str]] = defaultdict(list)
    by_short: defaultdict[str, list[str]] = defaultdict(list)
    for literal, spelling in right_spellings.items():
        by_plain[spelling.plain].append(literal)
        if spelling.short != spelling.plain:
            by_short[spelling.short].append(literal)
    for literal in left:
        plain, short = left_spellings.get(literal, (literal, literal))
        as_they_are = [one for one in (plain, short) if one in right and one not in right_spellings]
        found = dict.fromkeys(
            [*as_they_are, *by_plain.get(plain, ()), *by_short.get(plain, ()), *by_plain.get(short, ())]
        )
        found.pop(literal, None)
        if len(found) <= _MAX_SPELLINGS and _has_letters(literal):
            yield from ((literal, other) for other in found)


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
