"""Author names: splitting bylines, and telling names from other texts."""

from __future__ import annotations

import re
from functools import lru_cache

from ...dates import day_names, fold_word, month_names
from ...dom import squash
from ...word_lists import word_list, word_pattern

__all__ = [
    "BYLINE_ENDINGS",
    "BYLINE_PHRASES",
    "MAX_NAMES",
    "begins_with_byline_phrase",
    "byline_part",
    "ends_like_byline",
    "ends_with_byline_phrase",
    "is_placeholder_name",
    "may_be_names",
    "split_names",
]

#: Phrases before the name of an author: "posted by", "von".
BYLINE_PHRASES = word_list(__package__, "author_names.toml", "byline_phrases")
#: Phrases after the name: "Ayşe tarafından", "Ann이(가) 작성함".
BYLINE_ENDINGS = word_list(__package__, "author_names.toml", "byline_endings")
_BYLINE_TAIL = word_pattern(__package__, "author_names.toml", "byline_endings")
#: A date before the name in such a line: what is before the last digit, and the word that the digit ends in.
_DATE_BEFORE_NAME = re.compile(r"^.*\d[^\s\d]*\s+(?:tarihinde\s+)?")
#: The honorific that Korean bylines add to a name.
_HONORIFIC = re.compile(r"(?<=\w\w)\s?님$")
_ANY_PHRASE = "|".join(map(re.escape, BYLINE_PHRASES))
_BYLINE_START = re.compile(
    rf"^(?:(?i:(?:{_ANY_PHRASE})(?!\w)|author\b|autore?(?:in|a|es|ius)?\s*:|auteur\b)"
    r"|da\b|di\b|作者|著者|文\s*[/／])\s*[:：]?\s*"
)
_BYLINE_END = re.compile(rf"(?<!\w)(?:{_ANY_PHRASE}|aut(?:h?or|eur)\w{{0,2}})\s*[:：]?\s*$", re.IGNORECASE)
#: A byline may follow a date or a separator in the same line.
_BYLINE_INSIDE = re.compile(
    rf"(?:[|·•]|\d(?:\s?[ap]\.?m\b\.?)?,?\s)\s*(?=(?:{_ANY_PHRASE})(?!\w)|aut(?:h?or|eur|ore)(?:in|a|es)?\s*:)",
    re.IGNORECASE,
)
_PLACEHOLDER_NAME = re.compile(
    r"^(?:admin(?:istrator)?|root|unknown|anonymous|author|webmaster|null|none|noreply@.*)$", re.IGNORECASE
)
_COPYRIGHT = re.compile(
    r"©|\(c\)|\b(?:creative commons|copyright|licen[cs]e|rights reserved|droits|derechos)\b", re.IGNORECASE
)
#: The years before a name in a copyright notice.
_YEARS = re.compile(r"^(?:©|\(c\)|copyright)?\s*(?:(?:19|20)\d\d\s*[-–,]?\s*)+(?=[^\W\d_])", re.IGNORECASE)
_MAIL = re.compile(r"[^\s()@]+@[^\s()@]+\s*\(([^()]+)\)|\(?[^\s()@]+@[^\s()@]+\.[^\s()@]+\)?")
#: The date after the name in a byline.
_DATE_AFTER_NAME = re.compile(
    r"\s*(?:(?:\b(?:at|on|in|am|um|le|el|em|op|il|den)\b|[,|·•–—-])\s|[，、]\s?)[^,，]*\d.*$", re.IGNORECASE
)
#: The same in texts that do not begin like a byline: only with a year.
_YEAR_AFTER_NAME = re.compile(r"\s(?:at|on|am|le|el|em|op|il|den)\s.*\b(?:19|20)\d\d\b.*$", re.IGNORECASE)
#: The same without a separator, as most languages write it: a preposition or none, then a date with its year.
_BARE_DATE_AFTER_NAME = re.compile(
    rf"(?:\s+(?:{'|'.join(map(re.escape, word_list(__package__, 'author_names.toml', 'before_dates')))}))?"
    r"[\s,،]+\d{1,4}(?:\D.*)?$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
#: The names of months and weekdays; a page may state a wrong language.
_WORDS_OF_DATES = frozenset(month_names("en")) | day_names("en")
#: What follows a name after another label: "Author: Ann Lee Date: 3 May".
_NEXT_LABEL = re.compile(r"\s+[^\W\d_]+\s*[:：].*$")
_SEPARATOR = re.compile(r"\s[|·•]\s")
#: What templates put before a byline.
_SYMBOLS = " -–—|·•@,:/\\~*»>#✍"
_AND = re.compile(r"\s*(?:,|;|\s&\s|\band\b|\bAND\b|\bund\b|\bet\b|、|\s\+\s)\s*")
_TEMPLATE_WORDS = word_pattern(__package__, "author_names.toml", "template_words")
#: Account names with digits; not durations such as "3min", and not hashes.
_ACCOUNT = re.compile(r"(?!\d+(?:st|nd|rd|th|am|pm|h|d|m|min|mins|sec|s)$)(?=.*[a-z])[a-z\d._-]{3,20}", re.IGNORECASE)
#: Longer texts are not bylines, and longer parts of them are not names.
_MAX_LINE_LENGTH, _MAX_BYLINE_LENGTH, _MAX_NAME_LENGTH = 300, 120, 60
#: Most names in a text that nothing says is a byline, and most words of each.
MAX_NAMES, _MAX_NAME_WORDS = 3, 4


def split_names(text: str) -> tuple[str, ...]:
    """The names in a byline.

    >>> split_names("Posted by Ann Lee and Bo at March 3, 2014 10:15 PM")
    ('Ann Lee', 'Bo')
    """
    return _split(text) if len(text) <= _MAX_LINE_LENGTH else ()


@lru_cache(maxsize=1024)  # posts of a blog share their authors
def _split(text: str) -> tuple[str, ...]:
    if "@" in text:
        text = _MAIL.sub(lambda m: m[1] or "", text)
    text = byline_part(text)
    if start := _BYLINE_START.match(text):
        text = _HONORIFIC.sub("", _without_date(text[start.end() :]))
    elif tail := _BYLINE_TAIL.search(text):
        text = _DATE_BEFORE_NAME.sub("", text[: tail.start()])
    text = _YEAR_AFTER_NAME.sub("", text)
    text = _SEPARATOR.split(text.strip(" -–—|·•@,:"))[0]
    if not text or len(text) > _MAX_BYLINE_LENGTH or text.startswith(("http://", "https://")):
        return ()
    names = [_YEARS.sub("", name.strip(" -–—|·•")) for name in _AND.split(text)]
    return tuple(name for name in names if 1 < len(name) <= _MAX_NAME_LENGTH and _is_own_name(name))


def _without_date(text: str) -> str:
    """A name without the date that follows it."""
    name = _NEXT_LABEL.sub("", _DATE_AFTER_NAME.sub("", text))
    if not _YEAR.search(text):
        return name
    words = _BARE_DATE_AFTER_NAME.sub("", name).split()
    while len(words) > 1 and fold_word(words[-1].strip(".,،")) in _WORDS_OF_DATES:
        words.pop()
    return " ".join(words)


def _is_own_name(name: str) -> bool:
    return not _PLACEHOLDER_NAME.match(name) and not _COPYRIGHT.search(name)


def byline_part(text: str) -> str:
    """The part of a line that names the author, if there is one; else the whole line.

    >>> byline_part("2 minute read • By Ann Lee • May 7, 2026")
    'By Ann Lee • May 7, 2026'
    """
    text = squash(text).lstrip(_SYMBOLS)
    inside = None if _BYLINE_START.match(text) else _BYLINE_INSIDE.search(text)
    return text[inside.end() :] if inside else text


def ends_like_byline(text: str) -> bool:
    """Whether a line ends with a phrase that follows an author's name.

    >>> ends_like_byline("2026. 1. 1.에 Ann이(가) 작성함.")
    True
    """
    return len(text) <= _MAX_LINE_LENGTH and _BYLINE_TAIL.search(squash(text)) is not None


def is_placeholder_name(name: str) -> bool:
    """Whether a name says nothing about the person, such as "admin"."""
    return _PLACEHOLDER_NAME.match(name.strip()) is not None


def may_be_names(text: str, is_called: bool = False) -> bool:
    """Whether a text may be names. If the page calls it the author (``is_called``), accounts with digits are names."""
    return len(text) <= _MAX_LINE_LENGTH and _may_be_names(text, is_called)


@lru_cache(maxsize=1024)  # the posts of a blog name the same authors again and again
def _may_be_names(text: str, is_called: bool) -> bool:
    names = split_names(text)
    return 0 < len(names) <= MAX_NAMES and all(
        len(name.split()) <= _MAX_NAME_WORDS
        and not _TEMPLATE_WORDS.match(name)
        and (not any(map(str.isdigit, name)) or (is_called and _ACCOUNT.fullmatch(name) is not None))
        for name in names
    )


def begins_with_byline_phrase(text: str) -> bool:
    """Whether a text begins with words that come before an author's name: "Posted by"."""
    return _BYLINE_START.match(text) is not None


def ends_with_byline_phrase(before: str) -> bool:
    """Whether the text before a name says that it is an author's: "Posted on 3 May by "."""
    return bool(before) and _BYLINE_END.search(before) is not None
