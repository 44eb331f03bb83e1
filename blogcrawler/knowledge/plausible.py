"""Whether what an expression finds can be what it is looked for: not every find is to be believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from itertools import chain, islice

from lxml.etree import _Element

from ..extraction.generic import generic_article
from ..extraction.names import split_names
from ..extraction.page import Page
from ..extraction.reading import node_text
from ..extraction.similarity import words
from .expression import Expression
from .values import language_of, moment_of, text_of

__all__ = ["Judged", "extent", "is_plausible", "is_whole"]

_PERSON = re.compile(r"author|byline|\bfn\b|vcard|user|member|creator|poster|nick", re.IGNORECASE)
_TOPIC = re.compile(r"tag|categor|label|topic|keyword|rubri", re.IGNORECASE)
_FEWEST_WORDS = 20
#: Among so many elements at its beginning, a text that is not too short may be the title.
_FIRST, _SHORT = 8, 4


class Judged:
    """A page with what is asked of it again and again: its article as a stranger sees it, its title, its date."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = language_of(page)
        self._article: set[str] | None = None
        title = page.tree.find("./head/title")
        self.title = node_text(title).lower() if title is not None else ""

    @property
    def article(self) -> set[str]:
        if self._article is None:
            copy = Page(self.page.url, deepcopy(self.page.tree), self.page.base)
            found = generic_article(copy)
            self._article = set(words(found.text)) if found else set()
        return self._article


def is_whole(expression: Expression, pages: Sequence[Page]) -> bool:
    """Whether what an expression finds is no mere beginning of the article, on most of these pages."""
    whole = 0
    for judged in map(Judged, pages):
        found = [one for one in expression.find(judged.page.tree)[:1] if not isinstance(one, str)]
        whole += bool(found) and 2 * len(set(words(node_text(found[0])))) >= len(judged.article)
    return 2 * whole > len(pages)


def extent(expression: Expression, page: Page) -> int:
    """How much text the first thing that an expression finds on a page has."""
    return max(
        (len(one if isinstance(one, str) else node_text(one)) for one in expression.find(page.tree)[:1]), default=0
    )


def is_plausible(kind: str, expression: Expression, pages: Sequence[Judged]) -> bool:
    """Whether an expression finds on all these pages what may be a title, a date, an author…"""
    if not pages:
        return False
    found = [expression.find(judged.page.tree) for judged in pages]
    if not all(found):
        return False
    check = {"title": _title, "content": _content, "published": _date, "updated": _date, "author": _author, "tag": _tag}
    fits = check.get(kind)
    if fits is None:
        return False
    # A stranger misjudges the article of one page in several, the shortest; what else is looked for can be seen.
    missed, allowed = 0, len(pages) // 5 if kind == "content" else 0
    for judged, values in zip(pages, found, strict=True):
        missed += not fits(judged, values, expression)
        if missed > allowed:
            return False
    if kind in ("title", "content") and len(pages) > 1:  # what is the same on each page is the template's
        return len({text_of(values[0]) for values in found}) > len(pages) // 2
    return True


def _title(judged: Judged, values: Sequence[_Element | str], _: Expression) -> bool:
    text = text_of(values[0]).lower()
    return len(values) == 1 and 2 <= len(text) <= 250 and (text in judged.title or not judged.title)


def _content(judged: Judged, values: Sequence[_Element | str], _: Expression) -> bool:
    if len(values) != 1 or isinstance(values[0], str):
        return False
    first = islice(values[0].iterdescendants("*"), _FIRST)
    headings = chain(
        values[0].iter("h1", "h2", "h3", "h4"), (element for element in first if len(element.text or "") > _SHORT)
    )
    if any((title := text_of(heading).lower()) and title in judged.title for heading in headings):
        return False  # what has the title in it is more than the article
    mine = set(words(node_text(values[0])))
    if len(mine) < min(_FEWEST_WORDS, max(3, len(judged.article))):
        return False
    shared = len(mine & judged.article)
    return 2 * shared >= 0.8 * (len(mine) + len(judged.article))


def _date(judged: Judged, values: Sequence[_Element | str], expression: Expression) -> bool:
    text = text_of(values[0])
    return len(values) <= 2 and len(text) <= 80 and moment_of(text, judged.language) is not None


def _author(judged: Judged, values: Sequence[_Element | str], expression: Expression) -> bool:
    text = text_of(values[0])
    names = str(expression)
    return (
        len(values) <= 2
        and 2 <= len(text) <= 60
        and len(text.split()) <= 5
        and moment_of(text, judged.language) is None
        and split_names(text) == [text]
        and bool(_PERSON.search(names))
    )


def _tag(_: Judged, values: Sequence[_Element | str], expression: Expression) -> bool:
    texts = [text_of(value) for value in values]
    return (
        len(values) <= 30
        and all(0 < len(text) <= 50 for text in texts)
        and expression.elements.steps[-1].node == "a"
        and bool(_TOPIC.search(str(expression)))
    )
