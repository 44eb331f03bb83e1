"""Articles that are cut into numbered sections, of which a rule finds the first (``section-1``, ``section-2``)."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["join_sections"]

_NUMBER = re.compile(r"(?<=[^\W\d]|[-_:])[0-9]{1,3}$")
#: An ``article`` is a whole one.
_TAGS = frozenset({"div", "section"})


def join_sections(node: _Element) -> None:
    """Put the sections that follow the first one next to it, and are numbered on, into it."""
    place = _place(node)
    if place is None or place[1] > 1:
        return
    kind, number = place
    following = node.getnext()
    while following is not None and _place(following) == (kind, number + 1):
        after = following.getnext()
        following.tail = None
        node.append(following)
        following, number = after, number + 1


def _place(node: _Element) -> tuple[tuple[str, str, str], int] | None:
    """What a section is called but for its number, and its number."""
    if node.tag not in _TAGS:
        return None
    identity, classes = (node.get("id") or "").strip(), (node.get("class") or "").strip()
    if not (identity or classes)[-1:].isdigit():  # as nearly all
        return None
    if number := _NUMBER.search(identity):
        return (node.tag, identity[: number.start()], classes), int(number[0])
    if not identity and (number := _NUMBER.search(classes)):
        return (node.tag, "", classes[: number.start()]), int(number[0])
    return None
