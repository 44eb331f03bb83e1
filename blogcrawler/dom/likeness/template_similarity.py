"""Which pages share a template, judged by their structure instead of their words.

A page's structure is the set of tag paths of its containers, with their class names. The similarity of two pages is the
Jaccard coefficient of these sets. Class names with digits are left out, for they differ from post to post, and so are
those with a category, a tag or an author. The classes of ``<body>`` count once, not for everything in it: they may name
the section of a site.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from lxml.etree import _Element

from ..page import Page

__all__ = ["group_by_template", "page_structure", "structure_similarity"]

T = TypeVar("T")

_CONTAINERS = frozenset(
    "body div section article main header footer nav aside form table h1 hgroup time address".split()
)
#: Class names that differ from post to post: post-12, category-news, tag-cats, author-ann.
_OF_ONE_POST = re.compile(r"\d|^(?:category|categories|cat|tag|tags|author|topic|section|series)[-_]", re.IGNORECASE)
#: Deeper and further containers say nothing about the template.
_MAX_DEPTH, _MAX_CONTAINERS = 12, 5000
#: Pages with a lower similarity have different templates.
_MIN_SIMILARITY = 0.5


def page_structure(page: Page) -> frozenset[str]:
    """The tag paths of a page's containers."""
    paths: set[str] = set()
    known: dict[_Element, tuple[str, int]] = {}
    for element in page.tree.iter(*_CONTAINERS):
        above = element.getparent()
        prefix, depth = known.get(above, ("", 0)) if above is not None else ("", 0)
        if depth >= _MAX_DEPTH:
            continue
        classes = [name for name in (element.get("class") or "").split() if not _OF_ONE_POST.search(name)]
        path = f"{prefix}/{'.'.join([element.tag, *sorted(classes)[:3]])}"
        known[element] = f"{prefix}/body" if element.tag == "body" else path, depth + 1
        paths.add(path)
        if len(known) >= _MAX_CONTAINERS:
            break
    return frozenset(paths)


def group_by_template(pages: Sequence[Page]) -> list[list[int]]:
    """Group pages by template: the indices of each group, the largest first. A page joins the most similar group."""
    groups: list[tuple[frozenset[str], list[int]]] = []
    for index, page in enumerate(pages):
        own = page_structure(page)
        similarities = [(structure_similarity(own, known), number) for number, (known, _) in enumerate(groups)]
        best, number = max(similarities, default=(0.0, 0))
        if best >= _MIN_SIMILARITY:
            groups[number][1].append(index)
        else:
            groups.append((own, [index]))
    return sorted((members for _, members in groups), key=len, reverse=True)


def structure_similarity(one: frozenset[T], other: frozenset[T]) -> float:
    """The Jaccard coefficient of two structures, from 0 to 1."""
    either = len(one | other)
    return len(one & other) / either if either else 1.0
