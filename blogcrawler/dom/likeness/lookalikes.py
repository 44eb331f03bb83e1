"""Elements of a page that look alike: the posts of a thread, the rows of a list, the boxes of comments.

``lookalike_groups`` finds all groups of a page; ``most_alike`` picks those of a few elements that look like most of
them. Whether one element is part of a row is another question, which ``repeated_rows`` answers without reading the
whole page: it compares what is in the same place of the siblings, whatever their classes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress

from lxml import etree
from lxml.etree import _Element

from ..element_text import node_text
from ..tokens import words

__all__ = ["LookalikeGroup", "look_of", "lookalike_groups", "most_alike"]

_NOT_GROUPED = frozenset("script style template head option select textarea button svg iframe".split())
_DIGITS = re.compile(r"\d+")
#: Class names that only say which element of a group it is, or what state it is in.
_STATE_CLASSES = frozenset("odd even first last alt alternate new unread online offline staff".split())
_MAX_ELEMENTS = 30_000
#: Longer texts are cut before their words are counted.
_MAX_TEXT_LENGTH, _MAX_LINK_TEXT_LENGTH = 20_000, 2000
#: A look that is this many times rarer than the most frequent one is something else.
_RARER = 4


@dataclass(slots=True)
class LookalikeGroup:
    """Elements that look alike; ``starts`` and ``ends`` are their positions in document order."""

    tag: str
    elements: list[_Element] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.elements)

    def only(self, wanted: Iterable[bool]) -> LookalikeGroup:
        """The group of the elements whose flag is true."""
        chosen = list(wanted)
        return LookalikeGroup(
            self.tag,
            list(compress(self.elements, chosen)),
            list(compress(self.starts, chosen)),
            list(compress(self.ends, chosen)),
        )

    @property
    def is_flat(self) -> bool:
        """Whether no element contains another."""
        return all(end < start for end, start in zip(self.ends, self.starts[1:], strict=False))

    def own_words(self) -> float:
        """Number of words in the elements, without links and without words that over half of the elements have."""
        counts = [_words_outside_links(element) for element in self.elements]
        spread = Counter(word for count in counts for word in count)
        most = max(2, len(counts) // 2)
        return sum(number for count in counts for word, number in count.items() if spread[word] <= most)


def _words_outside_links(element: _Element) -> Counter[str]:
    count = Counter(words(node_text(element)[:_MAX_TEXT_LENGTH]))
    for anchor in element.iter("a"):
        count.subtract(words(node_text(anchor)[:_MAX_LINK_TEXT_LENGTH]))
    return +count


def lookalike_groups(tree: _Element) -> list[LookalikeGroup]:
    """The groups of two or more elements with the same look, alone or together with the look of their parents."""
    groups: dict[tuple[str, str], LookalikeGroup] = {}
    opened: dict[_Element, list[tuple[LookalikeGroup, int]]] = {}
    looks: dict[_Element, str] = {}
    paths: dict[_Element, str] = {}
    number = 0
    walk = etree.iterwalk(tree, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            for group, index in opened.pop(element, ()):
                group.ends[index] = number
            continue
        if element.tag in _NOT_GROUPED:
            walk.skip_subtree()
            continue
        number += 1
        if number > _MAX_ELEMENTS:
            break
        look = looks[element] = look_of(element)
        parent = element.getparent()
        keys = [(look, looks.get(parent, "") if parent is not None else "")]
        if " " in look:  # classes may be enough: the first post of a thread often has another parent
            keys.append((look, "*"))
        else:  # tables in tables: only the whole path tells one cell from another
            paths[element] = path = f"{paths.get(parent, '')}/{look}" if parent is not None else look
            keys.append((look, path))
        opened[element] = []
        for key in keys:
            group = groups.setdefault(key, LookalikeGroup(element.tag))
            opened[element].append((group, len(group)))
            group.elements.append(element)
            group.starts.append(number)
            group.ends.append(number)
    return [group for key, group in groups.items() if len(group) >= 2 and not _is_repeated(key, group, groups)]


def _is_repeated(key: tuple[str, str], group: LookalikeGroup, groups: dict[tuple[str, str], LookalikeGroup]) -> bool:
    """Whether the group by classes alone has the same elements."""
    wider = groups.get((key[0], "*"))
    return key[1] != "*" and wider is not None and len(wider) == len(group)


def look_of(element: _Element) -> str:
    """The tag and classes of an element, without numbers and classes that only name a state."""
    classes = _DIGITS.sub("", element.get("class") or "").lower().split()
    return " ".join([element.tag, *sorted({word for word in classes if word not in _STATE_CLASSES})])


def most_alike(elements: Sequence[_Element], look: Callable[[_Element], Hashable] = look_of) -> list[_Element]:
    """The elements without those whose look is much rarer than the most frequent one."""
    looks = [look(element) for element in elements]
    counts = Counter(looks)
    most = max(counts.values(), default=0)
    return [element for element, one in zip(elements, looks, strict=True) if counts[one] * _RARER >= most]
