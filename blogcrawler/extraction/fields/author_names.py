"""Names of authors, without what templates put around them."""

from __future__ import annotations

import re
from functools import lru_cache

from ...dom import squash

__all__ = [
    "BYLINE_PHRASES",
    "MAX_NAMES",
    "byline_part",
    "ends_with_byline_phrase",
    "is_placeholder_name",
    "may_be_names",
    "split_names",
]

#: What stands before the name of an author, in words that are no names themselves.
BYLINE_PHRASES = (
    *("posted by", "written by", "published by", "submitted by", "article by", "post by", "by"),
    *("geschrieben von", "verfasst von", "veröffentlicht von", "von"),
    *("écrit par", "rédigé par", "publié par", "posté par", "par"),
    *("escrito por", "publicado por", "publicada por", "por"),
    *("scritto da", "pubblicato da", "geschreven door", "geplaatst door", "door"),
    *("napisane przez", "opublikowane przez", "przez", "skriven av", "skrevet av", "skrevet af", "kirjoittanut"),
    *("автор", "написал", "опубликовал", "αναρτήθηκε από", "yazar", "yazan", "ditulis oleh", "oleh"),
    *("نویسنده", "نوشته", "الكاتب", "بقلم", "كتبه", "लेखक", "作者", "著者", "投稿者", "글쓴이", "작성자"),
)
_ANY_PHRASE = "|".join(map(re.escape, BYLINE_PHRASES))
_LEAD = re.compile(
    rf"^(?:(?i:(?:{_ANY_PHRASE})(?!\w)|author\b|autore?(?:in|a|es)?\s*:|auteur\b)"
    r"|da\b|di\b|作者|著者|文\s*[/／])\s*[:：]?\s*"
)
#: A text that ends so is followed by the name of an author.
_LED = re.compile(
    rf"(?<!\w)(?:{_ANY_PHRASE}|aut(?:h?or|eur)\w{{0,2}})\s*[:：]?\s*$",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"^(?:admin(?:istrator)?|root|unknown|anonymous|author|webmaster|null|none|noreply@.*)$", re.IGNORECASE
)
#: What a notice of copyright says, and the years before the name in it.
_NOTICE = re.compile(
    r"©|\(c\)|\b(?:creative commons|copyright|licen[cs]e|rights reserved|droits|derechos)\b", re.IGNORECASE
)
_YEARS = re.compile(r"^(?:©|\(c\)|copyright)?\s*(?:(?:19|20)\d\d\s*[-–,]?\s*)+(?=[^\W\d_])", re.IGNORECASE)
_MAIL = re.compile(r"[^\s()@]+@[^\s()@]+\s*\(([^()]+)\)|\(?[^\s()@]+@[^\s()@]+\.[^\s()@]+\)?")
#: When something was posted, behind who has.
_WHEN = re.compile(
    r"\s*(?:(?:\b(?:at|on|in|am|um|le|el|em|op|il|den)\b|[,|·•–—-])\s|[，、]\s?)[^,，]*\d.*$", re.IGNORECASE
)
#: Behind a date or a sign, a line may go on with who has written.
_MIDST = re.compile(
    rf"(?:[|·•]|\d(?:\s?[ap]\.?m\b\.?)?,?\s)\s*(?=(?:{_ANY_PHRASE}|author:)(?!\w))",
    re.IGNORECASE,
)
#: The same where nothing says that it is a byline: with the year.
_DATED = re.compile(r"\s(?:at|on|am|le|el|em|op|il|den)\s.*\b(?:19|20)\d\d\b.*$", re.IGNORECASE)
#: What stands behind it is something else.
_BESIDES = re.compile(r"\s[|·•]\s")
_LONGEST = 300
#: What templates put before a byline.
_SIGNS = " -–—|·•@,:/\\~*»>#✍"
_AND = re.compile(r"\s*(?:,|;|\s&\s|\band\b|\bAND\b|\bund\b|\bet\b|、|\s\+\s)\s*")

#: What templates say where a name could stand.
_NOBODY = re.compile(
    r"^(?:posted|published|written|filed|by|on|in|previous|next|about|comments?|share|read|more|log ?in|sign|register"
    r"|profile|my|account|edit|follow|contact)\b",
    re.IGNORECASE,
)
#: Names of accounts with digits, no times ("3min") and no hashes.
_ACCOUNT = re.compile(r"(?!\d+(?:st|nd|rd|th|am|pm|h|d|m|min|mins|sec|s)$)(?=.*[a-z])[a-z\d._-]{3,20}", re.IGNORECASE)
MAX_NAMES, _MOST_WORDS = 3, 4


def split_names(text: str) -> tuple[str, ...]:
    """The names in a byline.

    >>> split_names("Posted by Ann Lee and Bo at March 3, 2014 10:15 PM")
    ('Ann Lee', 'Bo')
    """
    return _split(text) if len(text) <= _LONGEST else ()


@lru_cache(maxsize=1024)  # posts of a blog have their authors in common
def _split(text: str) -> tuple[str, ...]:
    if "@" in text:
        text = _MAIL.sub(lambda m: m[1] or "", text)
    text = byline_part(text)
    if lead := _LEAD.match(text):
        text = _WHEN.sub("", text[lead.end() :])
    text = _DATED.sub("", text)
    text = _BESIDES.split(text.strip(" -–—|·•@,:"))[0]
    if not text or len(text) > 120 or text.startswith(("http://", "https://")):
        return ()
    names = [_YEARS.sub("", name.strip(" -–—|·•")) for name in _AND.split(text)]
    return tuple(name for name in names if 1 < len(name) <= 60 and not _NONE.match(name) and not _NOTICE.search(name))


def byline_part(text: str) -> str:
    """The part of a line that says who has written, if one does; else all of it.

    >>> byline_part("2 minute read • By Ann Lee • May 7, 2026")
    'By Ann Lee • May 7, 2026'
    """
    text = squash(text).lstrip(_SIGNS)
    midst = None if _LEAD.match(text) else _MIDST.search(text)
    return text[midst.end() :] if midst else text


def is_placeholder_name(name: str) -> bool:
    """Whether a name is that of an account which anybody may have, such as "admin"."""
    return _NONE.match(name.strip()) is not None


def may_be_names(text: str, is_called: bool = False) -> bool:
    """Whether a text may be names; those of accounts have digits, if something calls them the author."""
    names = split_names(text)
    return 0 < len(names) <= MAX_NAMES and all(
        len(name.split()) <= _MOST_WORDS
        and not _NOBODY.match(name)
        and (not any(map(str.isdigit, name)) or (is_called and _ACCOUNT.fullmatch(name) is not None))
        for name in names
    )


def ends_with_byline_phrase(before: str) -> bool:
    """Whether what stands before a name says that it is an author's: "Posted on 3 May by "."""
    return bool(before) and _LED.search(before) is not None
