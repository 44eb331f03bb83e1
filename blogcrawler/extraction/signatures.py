"""Who wrote a post, told by its discussion: WordPress marks the comments of the post's author.

Themes that do not name the author still write ``class="comment byuser comment-author-ann bypostauthor"``. The name that
belongs to ``ann`` is the one that the feed gives to the training posts on which she answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import cast

from lxml import etree
from lxml.etree import _Element

from .page import Page

__all__ = ["learn_signatures", "signature"]

_MARKED = etree.XPath('//*[contains(@class,"bypostauthor")]')
_PREFIX = "comment-author-"


def signature(page: Page) -> str:
    """The name by which the blog's software knows the author of the post, if he comments on it; else empty."""
    if page.signature is None:
        classes = [(element.get("class") or "").split() for element in cast("list[_Element]", _MARKED(page.tree))]
        signed = (
            name.removeprefix(_PREFIX)
            for names in classes
            if "bypostauthor" in names
            for name in names
            if name.startswith(_PREFIX)
        )
        page.signature = next(signed, "")
    return page.signature


def learn_signatures(pages: Iterable[tuple[tuple[str, ...], Page]]) -> tuple[tuple[str, str], ...]:
    """The authors by their signatures, from pages with the authors that the feed names; doubtful ones left out."""
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for authors, page in pages:
        if len(authors) == 1 and (signed := signature(page)):
            names[signed][authors[0]] += 1
    return tuple(
        (signed, name)
        for signed, counted in sorted(names.items())
        for name, count in counted.most_common(1)
        if 2 * count > counted.total()
    )
