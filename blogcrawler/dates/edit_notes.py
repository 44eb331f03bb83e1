"""Lines that tell when a post was edited beside when it was published: "Updated 5 May | Published 3 March 2014"."""

from __future__ import annotations

import re

from ..word_lists import word_pattern

__all__ = ["EDITED", "published_part"]

#: Words before the date of the last edit.
EDITED = word_pattern(__package__, "edit_notes.toml", "edited")
_PUBLISHED = word_pattern(__package__, "edit_notes.toml", "published")
#: Only a text with two dates can be told apart, and these have so many digits.
_MANY_DIGITS = re.compile(r"(?:\D*+\d){8}")
_TWO_DATES = re.compile(r"\d{4}.*?\D\d{4}|\d\d?[./-]\d\d?[./-]\d\d.*\D\d\d?[./-]\d\d?[./-]\d\d", re.DOTALL)
#: What parts two statements: signs, and the words that begin them.
_PARTING = re.compile(rf"\s*[|·•;()]\s*|\s[–—/-]\s|(?={EDITED.pattern}|{_PUBLISHED.pattern})", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\s\S]*\d")
_SHORTEST, _LONGEST = 20, 300


def published_part(text: str) -> str:
    """The text without what says when something was edited, if another date is left.

    >>> published_part("Updated: 5 May 2016 | Published: 3 March 2014")
    'Published: 3 March 2014'
    """
    if not _SHORTEST <= len(text) <= _LONGEST or not _MANY_DIGITS.match(text):
        return text
    if not _TWO_DATES.search(text) or not EDITED.search(text):
        return text
    kept = " ".join(part for part in _PARTING.split(text) if part and not EDITED.search(part))
    return kept if _DIGITS.search(kept) else text
