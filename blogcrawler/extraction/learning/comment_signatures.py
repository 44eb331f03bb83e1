"""Learning which author belongs to which signature (see ``fields/comment_signature.py``).

The author who signs as ``ann`` is the one that the feed names for the training posts on which she comments. If the feed
names nobody, it is the name shown above her comments. If only one person ever comments as the author, she wrote the
other posts, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page, node_text
from ..fields.author_names import split_names
from ..fields.comment_signature import comments_by_author, signature

__all__ = ["learn_signatures"]

_SHOWN_NAME = etree.XPath('./descendant::*[contains(concat(" ",normalize-space(@class)," ")," fn ")] | .//cite')
#: The only person who comments as the author wrote all posts if that happens on at least this many of them.
_MIN_POSTS_BY_ONLY_AUTHOR = 2


def learn_signatures(pages: Iterable[tuple[tuple[str, ...], Page]]) -> tuple[tuple[str, str], ...]:
    """Pairs of signature and author, from pages with the authors that the feed names; ambiguous ones are left out.

    An empty signature means posts without one.
    """
    pages = list(pages)
    feed_names_authors = any(authors for authors, _ in pages)
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for authors, page in pages:
        if feed_names_authors:
            if len(authors) == 1 and (login := signature(page)):
                names[login][authors[0]] += 1
        elif shown := _shown_author(page):
            names[shown[0]][shown[1]] += 1
    known = tuple(
        (login, name)
        for login, counts in sorted(names.items())
        for name, count in counts.most_common(1)
        if 2 * count > counts.total()
    )
    is_only_author = len(names) == 1 == len(known) and names[known[0][0]].total() >= _MIN_POSTS_BY_ONLY_AUTHOR
    if not feed_names_authors and is_only_author:
        return (("", known[0][1]), *known)
    return known


def _shown_author(page: Page) -> tuple[str, str] | None:
    """The login and the displayed name of the post's author, if he comments on the post."""
    if page.signature == "":
        return None
    for login, comment in comments_by_author(page):
        for element in cast("list[_Element]", _SHOWN_NAME(comment))[:1]:
            names = split_names(node_text(element))
            if len(names) == 1:
                return login, names[0]
    return None
