"""Structural paths: an element by the tags and first classes of its ancestors, which all records share."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element

__all__ = ["StructuralPath", "elements_at", "path_of", "step_of"]

#: The steps from the root to an element.
StructuralPath = tuple[str, ...]

_DIGITS = re.compile(r"\d+")
_STATE_CLASSES = frozenset("odd even first last alt alternate new unread online offline active selected".split())
_MAX_DEPTH = 100


def step_of(element: _Element) -> str:
    """The tag with the first class that is not a number or a state. Further classes differ from record to record."""
    tag = str(element.tag)
    if tag in ("html", "body"):
        return tag
    for name in (element.get("class") or "").split():
        name = _DIGITS.sub("", name).lower().strip("-_")
        if name and name not in _STATE_CLASSES:
            return f"{tag}.{name}"
    return tag


def path_of(element: _Element) -> StructuralPath:
    """The steps from the root to an element."""
    steps = [step_of(element)]
    for above in element.iterancestors():
        steps.append(step_of(above))
        if len(steps) > _MAX_DEPTH:
            break
    return tuple(reversed(steps))


def elements_at(tree: _Element, path: StructuralPath) -> Iterator[_Element]:
    """The elements with this path, in document order."""
    last = path[-1]
    for element in tree.iter(last.partition(".")[0]):
        if step_of(element) == last and path_of(element) == path:
            yield element
