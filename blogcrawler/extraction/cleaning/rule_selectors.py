"""The selectors of a rule, sorted so that most of them are matched by comparing names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["RuleSelectors"]

_BY_NAME = re.compile(
    r'^\.//(?:\*\[@id="(?P<id>[^"]+)"\]'
    r'|(?P<tag>\w+)\[contains\(concat\(" ",normalize-space\(@class\)," "\)," (?P<cls>[^" ]+) "\)\])$'
)


@dataclass(slots=True)
class RuleSelectors:
    """Selectors of a rule, grouped by what they match: comparing names is faster than searching the tree."""

    ids: set[str] = field(default_factory=set)
    #: Pairs of a tag and a class.
    classes: set[tuple[str, str]] = field(default_factory=set)
    others: list[str] = field(default_factory=list)

    @classmethod
    def sort(cls, selectors: Iterable[str]) -> RuleSelectors:
        found = cls()
        for selector in selectors:
            named = _BY_NAME.match(selector)
            if named is None:
                found.others.append(selector)
            elif named["id"]:
                found.ids.add(named["id"])
            else:
                found.classes.add((named["tag"], named["cls"]))
        return found

    def name(self, identity: str | None, classes: set[tuple[str, str]]) -> bool:
        """Whether one of them matches an element with this id or one of these classes."""
        return identity in self.ids or not classes.isdisjoint(self.classes)
