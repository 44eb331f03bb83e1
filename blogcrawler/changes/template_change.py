"""A changed template, told from changed content.

As in Algorithm 1 of "Intelligent and adaptive crawling of Web applications for Web archiving" (Faheem and
Senellart): what was read before is looked for on the page. If it still stands there but the rules do not
find it, the template has changed; if it does not stand there any more, it was deleted or rewritten.
"""

from __future__ import annotations

import re

__all__ = ["reads_otherwise", "shown"]

_WORD = re.compile(r"\w+")
_WIDTH = 4
#: So much of a text must stand on the page to say that it is still there …
_THERE = 0.7
#: … and so much of that be read by the rules to say that they still hold.
_READ = 0.8
#: Rules that suddenly read so many times as much have lost the article's bounds.
_TOO_MUCH = 1.5


def reads_otherwise(known: str, got: str, page: str) -> bool:
    """Whether the rules fail on a page that still shows a known text.

    ``known`` is the article as it was read before (or as the feed has it), ``got`` what the rules read now,
    ``page`` all text of the page. Texts too short to be recognised prove nothing.
    """
    there = shown(known, page)
    if there is None or there < _THERE:
        return False
    read = shown(known, got) or 0.0
    return read < _READ * there or len(_WORD.findall(got)) > _TOO_MUCH * len(_WORD.findall(known)) + 40


def shown(text: str, place: str) -> float | None:
    """The share of a text's runs of words that stand in a place; ``None`` if it has too few to tell."""
    runs = _runs(text)
    return len(runs & _runs(place)) / len(runs) if len(runs) >= _WIDTH else None


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return set(zip(*(words[n:] for n in range(_WIDTH)), strict=False))
