"""Elements of a page that look alike: same tag and classes, alone or also in parents of the same tag and classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import compress

from lxml import etree
from lxml.etree import _Element

from ..dom import node_text, words

__all__ = ["LookalikeGroup", "look_of", "lookalike_groups"]

_UNSEEN = frozenset("script style template head option select textarea button svg iframe".split())
_DIGITS = re.compile(r"\d+")
_PASSING = frozenset("odd even first last alt alternate new unread online offline staff".split())
_MOST_ELEMENTS = 30_000


@dataclass(slots=True)
class LookalikeGroup:
    """A group of elements; ``starts`` and ``ends`` are their places in the document's order."""

    tag: str
    elements: list[_Element] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.elements)

    def only(self, wanted: Iterable[bool]) -> LookalikeGroup:
        """The group of those elements that are wanted."""
        chosen = list(wanted)
        return LookalikeGroup(
            self.tag,
            list(compress(self.elements, chosen)),
            list(compress(self.starts, chosen)),
            list(compress(self.ends, chosen)),
        )

    @property
    def is_flat(self) -> bool:
        """Whether none of the elements stands in another."""
        return all(end < start for end, start in zip(self.ends, self.starts[1:], strict=False))

    def own_words(self) -> float:
        """How many words the elements have that are neither links nor the template's, which all of them have."""
        counts = [_unlinked(element) for element in self.elements]
        spread = Counter(word for count in counts for word in count)
        most = max(2, len(counts) // 2)
        return sum(number for count in counts for word, number in count.items() if spread[word] <= most)


def _unlinked(element: _Element) -> Counter[str]:
    count = Counter(words(node_text(element)[:20_000]))
    for anchor in element.iter("a"):
        count.subtract(words(node_text(anchor)[:2000]))
    return +count


def lookalike_groups(tree: _Element) -> list[LookalikeGroup]:
    """The groups of two and more elements."""
    groups: dict[tuple[str, str], LookalikeGroup] = {}
    opened: dict[_Element, list[tuple[LookalikeGroup, int]]] = {}
    keys: dict[_Element, str] = {}
    paths: dict[_Element, str] = {}
    number = 0
    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            for group, place in opened.pop(element, ()):
                group.ends[place] = number
            continue
        if element.tag in _UNSEEN:
            walk.skip_subtree()
            continue
        number += 1
        if number > _MOST_ELEMENTS:
            break
        key = keys[element] = look_of(element)
        parent = element.getparent()
        looks = [(key, keys.get(parent, "") if parent is not None else "")]
        if " " in key:  # it has classes, and these alone may say what it is: the first post stands apart often
            looks.append((key, "*"))
        else:  # tables in tables: only the whole path tells one cell from another
            paths[element] = path = f"{paths.get(parent, '')}/{key}" if parent is not None else key
            looks.append((key, path))
        opened[element] = []
        for look in looks:
            group = groups.setdefault(look, LookalikeGroup(element.tag))
            opened[element].append((group, len(group)))
            group.elements.append(element)
            group.starts.append(number)
            group.ends.append(number)
    return [group for look, group in groups.items() if len(group) >= 2 and not _is_told(look, group, groups)]


def _is_told(look: tuple[str, str], group: LookalikeGroup, groups: dict[tuple[str, str], LookalikeGroup]) -> bool:
    """Whether another group has the same elements."""
    wider = groups.get((look[0], "*"))
    return look[1] != "*" and wider is not None and len(wider) == len(group)


def look_of(element: _Element) -> str:
    """What an element looks like: its tag and classes, without numbers and what only passes."""
    classes = _DIGITS.sub("", element.get("class") or "").lower().split()
    return " ".join([element.tag, *sorted({word for word in classes if word not in _PASSING})])
