"""Finds the author's name in the line that says who wrote a comment, and when."""

from __future__ import annotations

import re

from ...dates import day_names, fold_word, month_names
from ...dom import squash
from .vocabulary import vocabulary

__all__ = ["MAX_NAME_LENGTH", "name_in", "without_remarks"]

MAX_NAME_LENGTH = 60
#: No name has more words; what has more is a sentence, unless "by" or "says" marks it as a name.
_MAX_WORDS, _MAX_MARKED_WORDS = 6, 12
_MAX_BYLINE_WORDS = 60
_LEADING_ADDRESS = re.compile(r"^\s*https?://\S+\s+(?=\S)")
_ADDRESS = re.compile(r"\S+://\S+|\bwww\.\S+|\S+@\S+\.\w+")
#: "(4 May)"
_NUMBERS_IN_BRACKETS = re.compile(r"\[[^]]*\d[^]]*\]|\([^)]*\d[^)]*\)")
_COUNTED = re.compile(r"^\W*(?:#|№|nr\.?|no\.?)?\s*\d{1,5}\s*[.):#]?(?=\s|$)\s*", re.IGNORECASE)
#: Of longer texts only the beginning is read.
_MAX_LENGTH = 500
#: Parts of dates: 4, 04., 4th, 10:30, 10h30, 2010-05-04T10:30:00+02:00, 2010年5月4日
_NUMBER = re.compile(
    r"^[\W_]*(?:\d+(?:[\W_]+\d+)*(?:st|nd|rd|th|er|[hap]m?|h\d*|uhr|z|t[\d:.+-]+z?)?"
    r"|\d++(?:[年月日時分秒년월일시분초]\d++)*[年月日時分秒년월일시분초]?)[\W_]*$",
    re.I,
)
_CLOCK = frozenset(
    "am pm a.m p.m uhr utc gmt cet est pst h hs hrs t z ago of de del the 上午 下午 午前 午後 오전 오후".split()
)
_BETWEEN = frozenset("| • · – — - : / » «  , ; @".split())
_EDGES = " \t:|,;-–—•·»«.…#"


def name_in(text: str, language: str = "en") -> str | None:
    """The name in a byline such as "Posted by Ann on May 4, 2010" or "04.05.2010 | Ann"; None if there is none.

    >>> name_in("Tue, 05/04/2010 - 10:30 — Ann Lee (not verified)")
    'Ann Lee'
    """
    beginning = squash(text[:_MAX_LENGTH])
    text = _COUNTED.sub("", _NUMBERS_IN_BRACKETS.sub(" | ", without_remarks(_ADDRESS.sub(" ", beginning))))
    found = vocabulary().name.match(text)
    if found:
        name = _without_date(found["led"] or found["named"], language, _MAX_MARKED_WORDS)
        if name:
            return name
    words = text.split()[:_MAX_BYLINE_WORDS]
    if sum(not is_date for is_date in _date_words(words, language)) > _MAX_MARKED_WORDS:
        return None
    return _without_date(text, language, _MAX_WORDS)


def without_remarks(name: str) -> str:
    """A name without "(not verified)" and without the address that some programs write before it.

    >>> without_remarks("http://ann.example/ Ann Lee (not verified)")
    'Ann Lee'
    """
    return squash(vocabulary().remark.sub(" ", _LEADING_ADDRESS.sub("", name)))


def _without_date(text: str, language: str, most: int) -> str | None:
    """The first words of a byline that belong to neither a date nor the phrases around names."""
    words = text.split()[:_MAX_BYLINE_WORDS]
    dated = _date_words(words, language)
    run: list[str] = []
    for word, is_date in zip([*words, "|"], [*dated, True], strict=True):
        if not is_date and word not in _BETWEEN:
            run.append(word)
            if word[-1] not in ",;|":
                continue
        name = _trimmed(run, most)
        if name:
            return name
        run = []
    return None


def _date_words(words: list[str], language: str) -> list[bool]:
    """For each word whether it is part of a date: it is a number, or a word of dates next to another part."""
    folded = [fold_word(word).strip(_EDGES + "()[]'’") for word in words]
    months, days = month_names(language), day_names(language)
    may_be = [word in _CLOCK or word in months or word in days for word in folded]
    found = [bool(_NUMBER.match(word)) for word in folded]
    for order in (range(len(words)), range(len(words) - 1, -1, -1)):
        for index in order:
            beside = found[max(0, index - 1) : index + 2]
            found[index] = found[index] or (may_be[index] and any(beside))
    return found


def _trimmed(words: list[str], most: int) -> str | None:
    """A name without the words before and behind it, such as "by" and "says"; None if nothing remains."""
    name = " ".join(words).strip(_EDGES)
    for _ in range(3):
        shorter = vocabulary().lead.sub("", f"{name} ").strip(_EDGES)
        shorter = vocabulary().trail.sub("", f" {shorter}").strip(_EDGES)
        if shorter == name:
            break
        name = shorter
    if vocabulary().action.match(name) or not any(map(str.isalnum, name)):
        return None
    return name if len(name) <= MAX_NAME_LENGTH and len(name.split()) <= most else None
