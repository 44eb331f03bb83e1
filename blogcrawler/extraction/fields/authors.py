"""Reading author names from a page by a rule."""

from __future__ import annotations

from ...dom import JSON_LD, Page, read
from ..rules import UNCONFIRMED, FieldRule
from .author_names import may_be_names, split_names
from .site_name import squeeze_name

__all__ = ["read_author_names", "spelled_as_known"]

_MAX_AUTHORS = 8


def read_author_names(page: Page, rule: FieldRule) -> list[str]:
    """The names that a rule finds: the first, or all of them if it is for several or reads metadata."""
    several = rule.several or rule.selector.startswith((JSON_LD, "/html/head/meta"))
    found: dict[str, None] = {}
    for value in read(page, rule.selector, rule.take, _MAX_AUTHORS if several else 1):
        byline = rule.strip_affixes(value)
        # A rule that no feed confirmed may read anything: "Comments 14".
        may_be_byline = rule.by not in UNCONFIRMED or may_be_names(byline, is_called=True)
        names = split_names(byline) if may_be_byline else ()
        found |= dict.fromkeys(names)
        if found and not several:
            break
    return list(found)[:_MAX_AUTHORS]


def spelled_as_known(names: list[str], known: str | None) -> list[str]:
    """The names, with the known author spelled as in the feed: "AnnLee" and "ANN LEE" become "Ann Lee"."""
    if not known:
        return names
    squeezed = squeeze_name(known)
    return [
        known if squeeze_name(name) == squeezed and len(name.split()) <= len(known.split()) else name for name in names
    ]
