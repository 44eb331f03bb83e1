"""Reading the names of authors off a page by a rule: all of them, where a post has several."""

from __future__ import annotations

from .metadata import JSON_LD
from .names import split_names
from .page import Page
from .reading import read, strip_affixes
from .rules import FieldRule

__all__ = ["read_names"]

_MOST = 8


def read_names(page: Page, rule: FieldRule) -> list[str]:
    """The names that a rule finds; what a page says to machines names all authors of the post."""
    several = rule.several or rule.selector.startswith((JSON_LD, "/html/head/meta"))
    found: dict[str, None] = {}
    for value in read(page, rule.selector, rule.take, _MOST if several else 1):
        names = split_names(strip_affixes(value, rule))
        found |= dict.fromkeys(names)
        if found and not several:
            break
    return list(found)[:_MOST]
