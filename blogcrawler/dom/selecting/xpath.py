"""XPath expressions that libxml2 evaluates in linear time."""

from __future__ import annotations

import re

__all__ = ["linear_xpath"]

#: ``//name[``, unless the predicate is a position; texts in quotes stay as they are.
_STEP = re.compile(r"""("[^"]*"|'[^']*')|//(?=[\w*-]+\[(?!\s*(?:\d|last\(|position\()))""")


def linear_xpath(xpath: str) -> str:
    """The same expression with ``/descendant::name[…]`` in place of ``//name[…]``.

    libxml2 collects the latter parent by parent and sorts the result: thousands of siblings take seconds.

    >>> linear_xpath('//a[@href]//b | .//i[contains(., "//u[")]')
    '/descendant::a[@href]//b | ./descendant::i[contains(., "//u[")]'
    >>> linear_xpath("//li[1]")
    '//li[1]'
    """
    return _STEP.sub(lambda step: step[1] or "/descendant::", xpath)
