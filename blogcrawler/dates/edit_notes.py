"""Distinguish dates of edits from dates of publication: "Updated 5 May | Published 3 March 2014".

The words are data, in ``edit_notes.toml``, where each list says what it is for.
"""

from __future__ import annotations

import re

from ..word_lists import word_pattern

__all__ = [
    "CHANGING_NAMES",
    "EDITED",
    "EDITED_NAMES",
    "EDITED_NAMES_OR_TEXTS",
    "EDITED_PAGES",
    "ENTRY_UPDATED",
    "PUBLISHED",
    "published_part",
]

EDITED = word_pattern(__package__, "edit_notes.toml", "edited")
EDITED_NAMES = word_pattern(__package__, "edit_notes.toml", "edited_names")
CHANGING_NAMES = word_pattern(__package__, "edit_notes.toml", "changing_names")
EDITED_NAMES_OR_TEXTS = word_pattern(__package__, "edit_notes.toml", "edited_names_or_texts")
EDITED_PAGES = word_pattern(__package__, "edit_notes.toml", "edited_pages")
ENTRY_UPDATED = word_pattern(__package__, "edit_notes.toml", "entry_updated")
PUBLISHED = word_pattern(__package__, "edit_notes.toml", "published")
#: Two dates have at least eight digits. Texts with one date need no splitting.
_MANY_DIGITS = re.compile(r"(?:\D*+\d){8}")
_TWO_DATES = re.compile(r"\d{4}.*?\D\d{4}|\d\d?[./-]\d\d?[./-]\d\d.*\D\d\d?[./-]\d\d?[./-]\d\d", re.DOTALL)
#: Where a text splits into statements: at separators, and before the words above.
_SEPARATOR = re.compile(rf"\s*[|·•;()]\s*|\s[–—/-]\s|(?={EDITED.pattern}|{PUBLISHED.pattern})", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\s\S]*\d")
_MIN_LENGTH, _MAX_LENGTH = 20, 300


def published_part(text: str) -> str:
    """The text without the statement about an edit, if another date is left.

    >>> published_part("Updated: 5 May 2016 | Published: 3 March 2014")
    'Published: 3 March 2014'
    """
    if not _MIN_LENGTH <= len(text) <= _MAX_LENGTH or not _MANY_DIGITS.match(text):
        return text
    if not _TWO_DATES.search(text) or not EDITED.search(text):
        return text
    kept = " ".join(part for part in _SEPARATOR.split(text) if part and not EDITED.search(part))
    return kept if _DIGITS.search(kept) else text
