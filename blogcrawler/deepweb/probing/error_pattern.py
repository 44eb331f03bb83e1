"""How a search says that it has found nothing, learned from a nonsense word.

After Oita (2012), section 3.2: a nonsense word is usually repeated in the answer, and where it appears is the error
pattern. What answers with results have as well is no part of it. If the word is not repeated, texts that only the
answer to nonsense has are the pattern. If it has none, the pattern is that the answer says nothing more than any answer
to nonsense: such answers all look alike (Senellart et al., WIDM 2008).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import Page, own_text, squash
from ..records.structure import path_of

__all__ = ["ErrorPattern", "learn_error_pattern"]

_SKIPPED = ("script", "style", "select", "textarea", "button", "title", "head")
_MAX_LENGTH, _WORD = 300, "\N{OBJECT REPLACEMENT CHARACTER}"

#: The path of an element and its text, with a placeholder for the query.
_Marked = tuple[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class ErrorPattern:
    """Elements that only answers without results have. If some repeat the query, these are what is looked for."""

    marks: frozenset[_Marked]
    #: All text of a page without results, for searches that do not report that nothing was found.
    alike: frozenset[_Marked] = frozenset()

    @property
    def repeats_query(self) -> bool:
        """Whether it is recognised by the query in it."""
        return any(_WORD in text for _, text in self.marks)

    def matches(self, page: Page, term: str) -> bool:
        """Whether a page reports that nothing was found for a term, or has no more text than such pages."""
        if self.alike:
            both = zip(_marks(page, term), _marks(page, ""), strict=True)
            return all(mark in self.alike or as_it_is in self.alike for mark, as_it_is in both)
        echoing = {mark for mark in self.marks if _WORD in mark[1]}
        return bool(self.marks) and (echoing or self.marks) <= set(_marks(page, term))

    def describe(self) -> list[str]:
        """The texts, with … for the query."""
        if self.alike:
            return ["(nothing but what every answer says)"]
        return sorted({text.replace(_WORD, "…") for _, text in self.marks}, key=lambda text: ("…" not in text, text))


def learn_error_pattern(
    nonsense: Page, term: str, results: Iterable[tuple[Page, str]], again: tuple[Page, str] | None = None
) -> ErrorPattern:
    """The pattern in the answer to a nonsense word that no answer with results has.

    ``again`` is the answer to another nonsense word: what only one of the two says is no part of the pattern.
    """
    with_results = {mark for page, other in results for mark in _marks(page, other)}
    said = set(_marks(nonsense, term))
    also = set(_marks(*again)) if again is not None else said
    own = (said & also) - with_results
    alike = frozenset(said | also) if not own and with_results - said - also else frozenset[_Marked]()
    return ErrorPattern(frozenset(own), alike)


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
