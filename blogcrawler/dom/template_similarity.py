"""Which pages are made by the same template: told by their structure, not by their words.

A page's structure is the set of tag paths of its containers, with their class names; two pages are alike by the
Jaccard coefficient of these sets. Class names without their numbers, as these differ from post to post.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from lxml.etree import _Element

from .page import Page

__all__ = ["group_by_template", "page_structure", "structure_similarity"]

T = TypeVar("T")

_CONTAINERS = frozenset(
    "body div section article main header footer nav aside form table h1 hgroup time address".split()
)
_NUMBERED = re.compile(r"\d")
#: Deeper containers, and more of them, say nothing of the template.
_DEEPEST, _MOST = 12, 5000
#: Two pages whose structures are less alike are not of the same template.
_ALIKE = 0.5


def page_structure(page: Page) -> frozenset[str]:
    """The tag paths of a page's containers."""
    paths: set[str] = set()
    known: dict[_Element, tuple[str, int]] = {}
    for element in page.tree.iter(*_CONTAINERS):
        above = element.getparent()
        prefix, depth = known.get(above, ("", 0)) if above is not None else ("", 0)
        if depth >= _DEEPEST:
            continue
        classes = [name for name in (element.get("class") or "").split() if not _NUMBERED.search(name)]
        path = f"{prefix}/{'.'.join([element.tag, *sorted(classes)[:3]])}"
        known[element] = path, depth + 1
        paths.add(path)
        if len(known) >= _MOST:
            break
    return frozenset(paths)


def group_by_template(pages: Sequence[Page]) -> list[list[int]]:
    """The places of pages that share a template, the largest group first; each page joins the group it is most like."""
    groups: list[tuple[frozenset[str], list[int]]] = []
    for place, page in enumerate(pages):
        own = page_structure(page)
        likeness = [(structure_similarity(own, known), number) for number, (known, _) in enumerate(groups)]
        best, number = max(likeness, default=(0.0, 0))
        if best >= _ALIKE:
            groups[number][1].append(place)
        else:
            groups.append((own, [place]))
    return sorted((members for _, members in groups), key=len, reverse=True)


def structure_similarity(one: frozenset[T], other: frozenset[T]) -> float:
    """How much two structures are alike, from 0 to 1."""
    either = len(one | other)
    return len(one & other) / either if either else 1.0
