"""Articles in numbered sections (``section-1``, ``section-2``): rules find only the first one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy

from lxml.etree import _Element

__all__ = ["copy_with_sections", "join_sections"]

_NUMBER = re.compile(r"(?<=[^\W\d]|[-_:])[0-9]{1,3}$")
#: Not ``article``: that is always a whole one.
_SECTION_TAGS = frozenset({"div", "section"})


def copy_with_sections(node: _Element) -> _Element:
    """A copy of an article's element that holds the sections that follow it and continue its numbering, too."""
    joined = copy(node)  # lxml copies what is below, too
    for section in _following_sections(node):
        copied = copy(section)
        copied.tail = None
        joined.append(copied)
    return joined


def join_sections(node: _Element) -> None:
    """The same without a copy: put the sections into the element."""
    for section in list(_following_sections(node)):
        node.append(section)
        section.tail = None


def _following_sections(node: _Element) -> Iterator[_Element]:
    section = _section(node)
    if section is None or section[1] > 1:
        return
    name, number = section
    following = node.getnext()
    while following is not None and _section(following) == (name, number + 1):
        yield following
        following, number = following.getnext(), number + 1


def _section(node: _Element) -> tuple[tuple[str, str, str], int] | None:
    """The name of a section without its number, and the number; ``None`` if it has none."""
    if node.tag not in _SECTION_TAGS:
        return None
    identity, classes = (node.get("id") or "").strip(), (node.get("class") or "").strip()
    if not (identity or classes)[-1:].isdigit():  # quick check
        return None
    if number := _NUMBER.search(identity):
        return (node.tag, identity[: number.start()], classes), int(number[0])
    if not identity and (number := _NUMBER.search(classes)):
        return (node.tag, "", classes[: number.start()]), int(number[0])
    return None
