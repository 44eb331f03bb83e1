"""The word lists of ``words.toml``, combined into patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ...dom import COMMENT_NOUNS
from ...word_lists import word_list

__all__ = ["CommentVocabulary", "vocabulary"]


@dataclass(frozen=True, slots=True)
class CommentVocabulary:
    """The patterns of the words around comments, in many languages.

    ``count`` finds the number in "88 comments" (group ``number``, ``behind``, ``none`` or ``one``), ``noun`` a heading
    that only says "Comments"; ``action`` is the caption of a link such as "Reply"; ``name`` finds the author in "Ann
    says:" or "by Ann |"; ``glue`` is the text between name and date, ``says`` the text between name and comment,
    ``page`` the number in the address of a further page of the discussion.
    """

    count: re.Pattern[str]
    noun: re.Pattern[str]
    action: re.Pattern[str]
    name: re.Pattern[str]
    glue: re.Pattern[str]
    says: re.Pattern[str]
    page: re.Pattern[str]


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
            rf"(?=\s*(?:[|•·,(]|\s[-–—]\s|$|(?:{listed['behind']})|(?:{listed['between']})\s))"
            rf"|(?P<named>[^|•·\n]{{1,80}}?)\s+(?:{listed['behind']})(?!\w))",
            re.IGNORECASE,
        ),
        glue=re.compile(
            rf"^\s*(?:{listed['before']}|{listed['behind']}|{listed['between']}|[|•·,:\-–—])(?!\w)\s*", re.IGNORECASE
        ),
        says=re.compile(rf"^\s*(?:{listed['behind']})(?:(?<=[:：…])|(?=\s*$))\s*", re.IGNORECASE),
        page=re.compile(listed["pages"], re.IGNORECASE),
    )
