"""How a search says that it has found nothing, learned from a nonsense word.

After Oita (2012), section 3.2: a nonsense word is usually repeated in the answer, and where it appears is the error
pattern. What answers with results have as well is no part of it. If the word is not repeated, texts that only the
answer to nonsense has are the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import Page, own_text, squash
from ..records.structure import path_of

__all__ = ["ErrorPattern", "learn_error_pattern"]

_SKIPPED = ("script", "style", "form", "title", "head")
_MAX_LENGTH, _WORD = 300, "\N{OBJECT REPLACEMENT CHARACTER}"

#: The path of an element and its text, with a placeholder for the query.
_Marked = tuple[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class ErrorPattern:
    """Elements that only answers without results have. ``echoes`` says whether they repeat the query."""

    marks: frozenset[_Marked]
    echoes: bool

    def matches(self, page: Page, term: str) -> bool:
        """Whether a page says that there is nothing for a term."""
        return any(mark in self.marks for mark in _marks(page, term))

    def describe(self) -> list[str]:
        """The texts, with … for the query."""
        return sorted(text.replace(_WORD, "…") for _, text in self.marks)


def learn_error_pattern(nonsense: Page, term: str, results: Iterable[tuple[Page, str]]) -> ErrorPattern:
    """The pattern in the answer to a nonsense word that no answer with results has."""
    with_results = {mark for page, other in results for mark in _marks(page, other)}
    own = {mark for mark in _marks(nonsense, term) if mark not in with_results}
    echoing = frozenset(mark for mark in own if _WORD in mark[1])
    return ErrorPattern(echoing or frozenset(own), bool(echoing))


def _marks(page: Page, term: str) -> Iterator[_Marked]:
    body = page.tree.find("body")
    for element in _shown(body) if body is not None else ():
        text = squash(own_text(element))
        if text and len(text) <= _MAX_LENGTH:
            yield path_of(element), re.sub(re.escape(term), _WORD, text, flags=re.IGNORECASE) if term else text


def _shown(element: _Element) -> Iterator[_Element]:
    stack = [element]
    while stack:
        one = stack.pop()
        if isinstance(one.tag, str) and one.tag not in _SKIPPED:
            yield one
            stack.extend(one)
