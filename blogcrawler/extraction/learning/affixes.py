"""The text around a value on the pages of a blog: "Posted by … in Cats", "… – My blog"."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from ..fields.author_names import ends_with_byline_phrase

__all__ = ["AffixParameters", "Affixes", "common_affixes", "find_affix", "is_label"]


@dataclass(frozen=True, slots=True)
class AffixParameters:
    """When the text around a value is the same everywhere."""

    #: This share of the pages must have the same text around the value, or text that begins or ends in the same way.
    min_share: float = 0.6
    #: There are no more characters than this around a value.
    max_length: int = 120
    #: A label has no more words than this, unless something else shows that it is one.
    max_label_words: int = 3


_PARAMETERS = AffixParameters()

#: From here on, scripts do not put spaces between words; neither do Thai, Lao, Burmese and Khmer.
_FIRST_UNSPACED = "\u2e80"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


@dataclass(frozen=True, slots=True)
class Affixes:
    """What to cut off a value.

    If ``marks`` are not zero, the value begins after this many prefixes and ends before the last this many suffixes,
    whatever is between and around them.
    """

    prefix: str = ""
    suffix: str = ""
    marks: tuple[int, int] = (0, 0)


def find_affix(value: str, wanted: str) -> tuple[str, str] | None:
    """The text before and after the wanted text in a value; ``None`` if the value does not contain it."""
    if len(value) >= len(wanted) + _PARAMETERS.max_length:
        return None
    folded, sought = value.casefold(), wanted.casefold()
    at = folded.find(sought)
    while at >= 0 and (_is_inside_word(folded, at) or _is_inside_word(folded, at + len(sought))):
        at = folded.find(sought, at + 1)
    return (value[:at], value[at + len(wanted) :]) if at >= 0 else None


def _is_inside_word(text: str, at: int) -> bool:
    """Whether a position is in the middle of a word, in scripts that have spaces."""
    pair = text[max(at - 1, 0) : at + 1] if at else ""
    return len(pair) == 2 and all(
        sign.isalnum() and sign < _FIRST_UNSPACED and not _UNSPACED.match(sign) for sign in pair
    )


def is_label(before: str, after: str) -> bool:
    """Whether the text around a value on all pages may be its label; half a sentence is not.

    >>> is_label("Posted on 3 May by ", ""), is_label("How we found our way with ", "")
    (True, False)
    """
    if ends_with_byline_phrase(before):
        return True
    most = _PARAMETERS.max_label_words
    leading = len(before.split()) <= most or not before.rstrip()[-1:].isalnum()
    trailing = len(after.split()) <= most or not after.lstrip()[:1].isalnum() or any(map(str.isdigit, after))
    return leading and trailing


def common_affixes(counts: Counter[tuple[str, str]]) -> Affixes | None:
    """The text around a value on most pages; ``None`` if it differs everywhere.

    >>> common_affixes(Counter([("", " | Cats – Blog"), ("", " | Dogs – Blog"), ("", " | Dogs and cats – Blog")]))
    Affixes(prefix='', suffix=' | ', marks=(0, 1))
    """
    (affix, count), *_ = counts.most_common(1)
    if affix == ("", "") or count >= _PARAMETERS.min_share * counts.total():
        return Affixes(*affix)
    prefix = _mark(tuple(before[::-1] for (before, _), n in counts.items() for _ in range(n)))
    suffix = _mark(tuple(after for (_, after), n in counts.items() for _ in range(n))) if prefix is not None else None
    if prefix is None or suffix is None:
        return None
    return Affixes(prefix[0][::-1], suffix[0], (prefix[1], suffix[1]))


@lru_cache(maxsize=256)  # many selectors find the same nodes
def _mark(texts: tuple[str, ...]) -> tuple[str, int] | None:
    """The whole words that most texts begin with, and how often these contain them; ``None`` if there are none."""
    filled = sorted(filter(None, texts))
    if not filled:
        return "", 0
    marks = {_common_words(one, other) for one, other in pairwise(filled)}
    marks = {mark for mark in marks if len(mark) > 1 and mark.strip()}
    if not marks:
        return None

    def support(mark: str) -> tuple[int, int]:
        ((times, count),) = Counter(text.count(mark) for text in filled if text.startswith(mark)).most_common(1)
        return count, times

    best = max(marks, key=lambda mark: (support(mark)[0], len(mark)))
    count, times = support(best)
    return (best, times) if count >= max(2, _PARAMETERS.min_share * len(texts)) else None


def _common_words(one: str, other: str) -> str:
    """The beginning that two texts share, up to a whole word; digits end it, as years are the same by chance."""
    same = takewhile(lambda pair: pair[0] == pair[1] and not pair[0].isdigit(), zip(one, other, strict=False))
    end = sum(1 for _ in same)
    if one[end : end + 1].isalnum() or other[end : end + 1].isalnum():
        while end and one[end - 1].isalnum():
            end -= 1
    return one[:end]
