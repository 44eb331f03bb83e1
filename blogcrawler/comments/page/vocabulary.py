"""The word lists of ``words.toml``, combined into patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ...dom import COMMENT_NOUNS
from ...word_lists import word_list, word_pattern

__all__ = ["CommentVocabulary", "vocabulary"]


@dataclass(frozen=True, slots=True)
class CommentVocabulary:
    """The patterns of the words around comments, in many languages.

    ``count`` finds the number in "88 comments" (group ``number``, ``behind``, ``none`` or ``one``), ``noun`` a heading
    that only says "Comments", ``recent`` a word in the headings of lists of new comments, ``trackbacks`` the
    name or the heading of a list of trackbacks; ``action`` is the caption of
    a link such as "Reply"; ``name`` finds the author in "Ann says:" or "by Ann |"; ``glue`` is the text between name
    and date, ``says`` the text between name and comment, ``page`` the number in the address of a further page of the
    discussion. ``lead`` and ``trail`` are the words before and behind a name, ``byline`` finds one of them anywhere;
    ``remark`` is what programs write in brackets behind a name. ``names`` finds the ids and classes of comments that
    English programs do not use, ``content`` those of their texts, ``author`` those of their authors.
    """

    count: re.Pattern[str]
    noun: re.Pattern[str]
    action: re.Pattern[str]
    name: re.Pattern[str]
    glue: re.Pattern[str]
    says: re.Pattern[str]
    page: re.Pattern[str]
    byline: re.Pattern[str]
    lead: re.Pattern[str]
    trail: re.Pattern[str]
    names: re.Pattern[str]
    content: re.Pattern[str]
    author: re.Pattern[str]
    remark: re.Pattern[str]
    recent: re.Pattern[str]
    trackbacks: re.Pattern[str]


@lru_cache(maxsize=1)
def vocabulary() -> CommentVocabulary:
    """The patterns, for all languages at once."""
    names = ("none", "one", "actions", "before", "behind", "between", "pages")
    listed = {name: "|".join(word_list(__package__, "words.toml", name)) for name in names}
    noun = f"(?:{'|'.join(COMMENT_NOUNS)})"
    number = r"\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d{1,6}"
    return CommentVocabulary(
        count=re.compile(
            rf"(?:(?<![\w.,])(?P<number>{number})|^\W*(?P<none>{listed['none']})\s|^\W*(?P<one>{listed['one']})\s)"
            rf"\s*(?:件の|個|件|条|則|개의)?\s*(?:\w+\s)?{noun}(?!\w)"
            rf"|(?<!\w){noun}\s*[:：(\[（]\s*(?P<behind>{number})",
            re.IGNORECASE,
        ),
        noun=re.compile(rf"^\W*(?:\w+\s)?{noun}\W*$", re.IGNORECASE),
        action=re.compile(rf"^\W*(?:{listed['actions']})\W*$", re.IGNORECASE),
        name=re.compile(
            rf"^\W*(?:(?:{listed['before']})\s+(?P<led>[^|•·\n]{{1,80}}?)"
            rf"(?=\s*(?:[|•·,]|$)|\s+(?:[-–—]\s|(?:{listed['behind']})(?!\w)|(?:{listed['between']})\s))"
            rf"|(?P<named>[^|•·\n]{{1,80}}?)\s+(?:{listed['behind']})(?!\w))",
            re.IGNORECASE,
        ),
        glue=re.compile(
            rf"^\s*(?:(?:{listed['before']}|{listed['behind']}|{listed['between']})(?!\w)\W*$|[|•·,:–—-]+\s*)",
            re.IGNORECASE,
        ),
        says=re.compile(rf"^\s*(?:{listed['behind']})(?:(?<=[:：…])|(?=\s*$))\s*", re.IGNORECASE),
        page=re.compile(listed["pages"], re.IGNORECASE),
        byline=re.compile(rf"(?:^|\s)(?:{listed['before']})\s|\s(?:{listed['behind']})(?!\w)", re.IGNORECASE),
        lead=re.compile(
            rf"^\W*(?:{listed['before']})(?:(?<=[:：])|\s)\s*|^\W*(?:{listed['between']})\W*$", re.IGNORECASE
        ),
        trail=re.compile(rf"\s+(?:{listed['behind']}|{listed['between']}|{listed['before']})\W*$", re.IGNORECASE),
        names=word_pattern(__package__, "words.toml", "names"),
        content=word_pattern(__package__, "words.toml", "content_names"),
        author=word_pattern(__package__, "words.toml", "author_names"),
        trackbacks=word_pattern(__package__, "words.toml", "trackbacks"),
        recent=word_pattern(__package__, "words.toml", "recent"),
        remark=word_pattern(__package__, "words.toml", "remarks"),
    )
