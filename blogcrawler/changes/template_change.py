"""Distinguish a changed template from changed content.

As in Algorithm 1 of "Intelligent and adaptive crawling of Web applications for Web archiving" (Faheem and
Senellart): search the page for the text that was read before. If it is still there but the rules do not find it, the
template has changed; if it is not there any more, it was deleted or rewritten.
"""

from __future__ import annotations

import re

__all__ = ["rules_miss_text", "shown_share"]

_WORD = re.compile(r"\w+")
#: Texts are compared by runs of this many words.
_RUN_LENGTH = 4
#: Share of a known text that must be on the page for it to be still there.
_MIN_SHOWN_SHARE = 0.7
#: Share of what is still there that the rules must read to count as working.
_MIN_READ_SHARE = 0.8
#: Rules that read more words than this have lost the article's bounds: a factor and, for short texts, a number on top.
_MAX_LENGTH_FACTOR, _EXTRA_WORDS = 1.5, 40


def rules_miss_text(known: str, got: str, page: str) -> bool:
    """Whether the rules fail on a page that still shows a known text.

    ``known`` is the article as it was read before (or as the feed has it), ``got`` what the rules read now, ``page``
    all text of the page. Texts that are too short to be recognised prove nothing.
    """
    on_page = shown_share(known, page)
    if on_page is None or on_page < _MIN_SHOWN_SHARE:
        return False
    read = shown_share(known, got) or 0.0
    max_words = _MAX_LENGTH_FACTOR * len(_WORD.findall(known)) + _EXTRA_WORDS
    return read < _MIN_READ_SHARE * on_page or len(_WORD.findall(got)) > max_words


def shown_share(text: str, other: str) -> float | None:
    """The share of a text's runs of words that another text contains; ``None`` if the text is too short to tell."""
    runs = _runs(text)
    return len(runs & _runs(other)) / len(runs) if len(runs) >= _RUN_LENGTH else None


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return set(zip(*(words[n:] for n in range(_RUN_LENGTH)), strict=False))
