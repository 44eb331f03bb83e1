"""The path of an element, as an XPath expression that finds it again in a copy of the page.

The HTML parser accepts tags that XPath cannot name: ``<o:p>``, ``<fb:like>``, ``<a"b>``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.etree import _Element

__all__ = ["element_path", "is_xpath_name"]

_VALID_PATH = re.compile(r"(?:/[A-Za-z_][A-Za-z0-9_-]*(?:\[\d+\])?)+")
_ELEMENTS_BEFORE = etree.XPath("count(preceding-sibling::*)")


@lru_cache(maxsize=512)
def is_xpath_name(tag: str) -> bool:
    """Whether XPath can name a tag."""
    return tag.isascii() and tag.replace("-", "a").isalnum()


def element_path(element: _Element) -> str:
    """The path from the root to an element: like lxml's ``getpath``, but valid XPath whatever the tags are called."""
    path = str(element.getroottree().getpath(element))
    if _VALID_PATH.fullmatch(path):
        return path
    steps = [_step(one) for one in [element, *element.iterancestors()]]
    return "".join(f"/{step}" for step in reversed(steps))


def _step(element: _Element) -> str:
    return f"*[{1 + int(cast('float', _ELEMENTS_BEFORE(element)))}]"
