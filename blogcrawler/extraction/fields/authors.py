"""Reading the names of authors off a page by a rule: all of them, where a post has several."""

from __future__ import annotations

from ...dom import JSON_LD, Page, read
from ..rules import UNCONFIRMED, FieldRule
from .author_names import may_be_names, split_names
from .site_name import squeeze_name

__all__ = ["read_author_names", "spelled_as_known"]

_MOST = 8


def read_author_names(page: Page, rule: FieldRule) -> list[str]:
    """The names that a rule finds; what a page says to machines names all authors of the post."""
    several = rule.several or rule.selector.startswith((JSON_LD, "/html/head/meta"))
    found: dict[str, None] = {}
    for value in read(page, rule.selector, rule.take, _MOST if several else 1):
        said = rule.strip_affixes(value)
        names = split_names(said) if rule.by not in UNCONFIRMED or may_be_names(said, is_called=True) else ()
        found |= dict.fromkeys(names)
        if found and not several:
            break
    return list(found)[:_MOST]


def spelled_as_known(names: list[str], known: str | None) -> list[str]:
    """Names of authors, that of one who is known as the feed writes it: "AnnLee" and "ANN LEE" are "Ann Lee"."""
    if not known:
        return names
    own = squeeze_name(known)
    return [known if squeeze_name(one) == own and len(one.split()) <= len(known.split()) else one for one in names]
