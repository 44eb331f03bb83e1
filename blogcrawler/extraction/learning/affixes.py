"""What stands around a value on the pages of a blog: "Posted by … in Cats", "… – My blog"."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from ..fields.author_names import ends_with_byline_phrase

__all__ = ["Affixes", "common_affixes", "find_affix", "is_label"]

#: Such a share of the pages must have the same around the value, or have it begin and end in the same way.
_MOST = 0.6
#: Around a value there is not more than so many characters.
_LONGEST = 120

#: What says that a value is a name has so many words at most, if nothing else tells.
_LABEL = 3
#: From here on, letters are of scripts that part words by no spaces; so are those of Thai, Lao, Burmese and Khmer.
_UNSPACED = "\u2e80"
_THAI = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


@dataclass(frozen=True, slots=True)
class Affixes:
    """What is cut off a value.

    If ``marks`` are counted, it begins behind so many prefixes and ends before the last so many suffixes, whatever
    stands between and around them.
    """

    prefix: str = ""
    suffix: str = ""
    marks: tuple[int, int] = (0, 0)


def find_affix(value: str, wanted: str) -> tuple[str, str] | None:
    """What stands before and after the wanted text in a value; ``None`` if it is not in it."""
    if len(value) >= len(wanted) + _LONGEST:
        return None
    folded, sought = value.casefold(), wanted.casefold()
    at = folded.find(sought)
    while at >= 0 and (_is_cut(folded, at) or _is_cut(folded, at + len(sought))):
        at = folded.find(sought, at + 1)
    return (value[:at], value[at + len(wanted) :]) if at >= 0 else None


def _is_cut(text: str, at: int) -> bool:
    """Whether a place is in the midst of a word; some scripts have no spaces."""
    pair = text[max(at - 1, 0) : at + 1] if at else ""
    return len(pair) == 2 and all(sign.isalnum() and sign < _UNSPACED and not _THAI.match(sign) for sign in pair)


def is_label(before: str, after: str) -> bool:
    """Whether what stands around a value on all pages may say what it is: not if it is half a sentence.

    >>> is_label("Posted on 3 May by ", ""), is_label("How we found our way with ", "")
    (True, False)
    """
    if ends_with_byline_phrase(before):
        return True
    leading = len(before.split()) <= _LABEL or not before.rstrip()[-1:].isalnum()
    trailing = len(after.split()) <= _LABEL or not after.lstrip()[:1].isalnum() or any(map(str.isdigit, after))
    return leading and trailing


def common_affixes(counted: Counter[tuple[str, str]]) -> Affixes | None:
    """What stands around a value on most pages; ``None`` if that is always something else.

    >>> settle_affixes(Counter([("", " | Cats – Blog"), ("", " | Dogs – Blog"), ("", " | Dogs and cats – Blog")]))
    Affixes(prefix='', suffix=' | ', marks=(0, 1))
    """
    (affix, count), *_ = counted.most_common(1)
    if affix == ("", "") or count >= _MOST * counted.total():
        return Affixes(*affix)
    prefix = _mark(tuple(before[::-1] for (before, _), n in counted.items() for _ in range(n)))
    suffix = _mark(tuple(after for (_, after), n in counted.items() for _ in range(n))) if prefix is not None else None
    if prefix is None or suffix is None:
        return None
    return Affixes(prefix[0][::-1], suffix[0], (prefix[1], suffix[1]))


@lru_cache(maxsize=256)  # many names find the same nodes
def _mark(texts: tuple[str, ...]) -> tuple[str, int] | None:
    """How texts begin, no word cut in two, and how often they have that: nearly always as often."""
    said = sorted(filter(None, texts))
    if not said:
        return "", 0
    marks = {_shared(one, other) for one, other in pairwise(said)}
    marks = {mark for mark in marks if len(mark) > 1 and mark.strip()}
    if not marks:
        return None

    def held(mark: str) -> tuple[int, int]:
        ((times, count),) = Counter(text.count(mark) for text in said if text.startswith(mark)).most_common(1)
        return count, times

    best = max(marks, key=lambda mark: (held(mark)[0], len(mark)))
    count, times = held(best)
    return (best, times) if count >= max(2, _MOST * len(texts)) else None


def _shared(one: str, other: str) -> str:
    """How two texts begin, but for the word in which they part; numbers are the same by chance, as years are."""
    same = takewhile(lambda pair: pair[0] == pair[1] and not pair[0].isdigit(), zip(one, other, strict=False))
    end = sum(1 for _ in same)
    if one[end : end + 1].isalnum() or other[end : end + 1].isalnum():
        while end and one[end - 1].isalnum():
            end -= 1
    return one[:end]
