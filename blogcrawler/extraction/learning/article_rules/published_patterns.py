"""The structural patterns of FOREST as they were published, to compare our selectors with them.

After the thesis of M. Oita, 2012, section 6.2.1: the type of an element is its tag and its attributes, of whose values
only the first word counts, without numbers; an element without attributes has its number in the document instead. A
pattern is a type and a level in the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree
from lxml.etree import _Element

from ....dom import Outline, Selector, is_xpath_name

__all__ = ["published_patterns"]

_NUMBERS = re.compile(r"\d+.*")
_ATTRIBUTE_NAME = re.compile(r"[a-zA-Z][\w-]*")


def published_patterns(out: Outline) -> list[list[Selector]]:
    """For each node of a page, the selector of its pattern; none if an earlier node of the page has the same one.

    The thesis counts a pattern once per page. On other pages, the first element of a pattern is the one it finds.
    """
    order = {element: number for number, element in enumerate(out.page.tree.iter(etree.Element), 1)}
    seen: set[Selector] = set()
    patterns: list[list[Selector]] = []
    for element in out.nodes:
        tests = "".join(_attribute_tests(element)) if is_xpath_name(str(element.tag)) else ""
        depth = sum(1 for _ in element.iterancestors())
        selector = (
            f"//{element.tag!s}{tests}[count(ancestor::*)={depth}]" if tests else f"/descendant::*[{order[element]}]"
        )
        patterns.append([] if selector in seen else [selector])
        seen.add(selector)
    return patterns


def _attribute_tests(element: _Element) -> Iterator[str]:
    for name, value in sorted(element.attrib.items()):
        words = str(value).split()
        form = _NUMBERS.sub("", words[0]) if words else ""
        if form and '"' not in form and _ATTRIBUTE_NAME.fullmatch(str(name)):
            yield f'[starts-with(normalize-space(@{name!s}),"{form}")]'
