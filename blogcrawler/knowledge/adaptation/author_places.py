"""Names on a page, and signs that they are the author's."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import ElementMap, words
from ...extraction import split_names
from ...word_lists import word_list, word_pattern
from .frame import Frame

__all__ = ["is_called_author", "is_in_host", "names_on"]

_WORDS = (__package__, "author_names.toml")
_NOT_A_NAME = word_pattern(*_WORDS, "not_a_name")
_AUTHOR_CLASSES = frozenset(word_list(*_WORDS, "author_classes"))
_NEVER_CLASSES = frozenset(word_list(*_WORDS, "never_author_classes"))
_NEVER_OWN_CLASSES = _NEVER_CLASSES | frozenset(word_list(*_WORDS, "beside_author_classes"))
_WORD_BOUNDARY = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")
_PROFILE_URL = re.compile(r"/(?:authors?|users?|profiles?|people|members?)/", re.IGNORECASE)
_MAX_TEXT_LENGTH, _MAX_NAME_WORDS = 60, 4
#: A shorter part of a name may be in a blog's host by chance.
_MIN_PART_LENGTH = 4
#: Characters next to the name in an element that is named an author: "Posted by".
_MAX_TEXT_AROUND = 20


def names_on(frame: Frame) -> Iterator[tuple[_Element, str]]:
    """The elements outside title and article whose text may be a name, each with the name."""
    mapped = frame.mapped
    for element in mapped.short(_MAX_TEXT_LENGTH):
        if frame.is_in_content(element) or frame.is_in_title(element):
            continue
        text = mapped.text(element)
        names = split_names(text)
        if (
            len(names) != 1
            or not words(names[0])
            or len(names[0].split()) > _MAX_NAME_WORDS
            or _NOT_A_NAME.search(names[0])
        ):
            continue
        if text.endswith(names[0]) and iso_moment(names[0], mapped.language) is None:
            yield element, names[0]


def is_called_author(element: _Element, mapped: ElementMap) -> bool:
    """Whether an element, or one around it with little else, is named an author or links to one."""
    if _PROFILE_URL.search(element.get("href") or ""):
        return True
    most = 2 * mapped.lengths[element] + _MAX_TEXT_AROUND
    above: _Element | None = element
    for _ in range(3):
        if above is None or mapped.lengths.get(above, 0) > most:
            return False
        parts = {
            part.lower()
            for name in ("class", "rel", "itemprop")
            for part in _WORD_BOUNDARY.split(above.get(name) or "")
        }
        if parts & (_NEVER_OWN_CLASSES if above is element else _NEVER_CLASSES):
            return False
        if parts & _AUTHOR_CLASSES:
            return True
        above = above.getparent()
    return False


def is_in_host(name: str, host: str) -> bool:
    """Whether a blog's host contains a name: many blogs are named after their author."""
    parts = words(name)
    return any(len(part) >= _MIN_PART_LENGTH and part in host for part in ("".join(parts), max(parts, key=len)))
