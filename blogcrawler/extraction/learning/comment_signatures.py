"""Who wrote a post, told by its discussion: WordPress marks the comments of the post's author.

Themes that do not name the author still write ``class="comment byuser comment-author-ann bypostauthor"``. The name that
belongs to ``ann`` is the one that the feed gives to the training posts on which she answers; if it names nobody, the
one that stands above her answers. If nobody else answers as the author of a post, she wrote the others, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page, node_text
from ..fields.author_names import split_names

__all__ = ["learn_signatures", "signature"]

_MARKED = etree.XPath('//*[contains(@class,"bypostauthor")]')
_PREFIX = "comment-author-"
_SHOWN = etree.XPath('.//*[contains(concat(" ",normalize-space(@class)," ")," fn ")] | .//cite')
#: On so many posts the only one who answers as their author is that of all.
_OFTEN = 2


def signature(page: Page) -> str:
    """The name by which the blog's software knows the author of the post, if he comments on it; else empty."""
    if page.signature is None:
        page.signature = next((signed for signed, _ in _answers(page)), "")
    return page.signature


def _answers(page: Page) -> Iterator[tuple[str, _Element]]:
    """The comments of the post's author, and as whom the blog's software knows him."""
    for element in cast("list[_Element]", _MARKED(page.tree)):
        names = (element.get("class") or "").split()
        signed = next((name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)), "")
        if "bypostauthor" in names and signed:
            yield signed, element


def learn_signatures(pages: Iterable[tuple[tuple[str, ...], Page]]) -> tuple[tuple[str, str], ...]:
    """The authors by their signatures, from pages with the authors that the feed names; doubtful ones left out.

    Who is thought to have written the posts without a signature stands by an empty one.
    """
    pages = list(pages)
    named = any(authors for authors, _ in pages)
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for authors, page in pages:
        if named:
            if len(authors) == 1 and (signed := signature(page)):
                names[signed][authors[0]] += 1
        elif shown := _signed(page):
            names[shown[0]][shown[1]] += 1
    known = tuple(
        (signed, name)
        for signed, counted in sorted(names.items())
        for name, count in counted.most_common(1)
        if 2 * count > counted.total()
    )
    if not named and len(names) == 1 == len(known) and names[known[0][0]].total() >= _OFTEN:
        return (("", known[0][1]), *known)
    return known


def _signed(page: Page) -> tuple[str, str] | None:
    """Who answers as the author of a post, as the blog's software knows him and as the page shows him."""
    if page.signature == "":
        return None
    for signed, comment in _answers(page):
        for element in cast("list[_Element]", _SHOWN(comment))[:1]:
            names = split_names(node_text(element))
            if len(names) == 1:
                return signed, names[0]
    return None
