"""The nodes of a page that may be tags, and the selectors that find them.

A rule for tags finds several nodes. Sidebars list the tags of all posts with the same kind of links, so a selector may
also say which element the links must be in.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from ...dom import Selector
from ..fields.tags import read_tags, strip_tag_symbols
from ..rules import FieldRule
from ..training.candidate_nodes import small_nodes
from ..training.sample import TrainingSample

__all__ = [
    "agreement",
    "tag_dice",
    "tag_folders",
    "tag_nodes",
    "tag_selectors",
    "tag_selectors_within",
    "tag_text",
    "tags_found",
]


@dataclass(frozen=True, slots=True)
class TagNodeParameters:
    """What a tag looks like."""

    #: Tags have no more words than this.
    max_words: int = 6
    #: The elements that hold a tag.
    elements: frozenset[str] = frozenset({"a", "li", "span"})
    #: The number of elements around a link that may tell where the tags of the post are.
    max_ancestors: int = 5
    #: The number of selectors of such an element to use.
    max_selectors_per_ancestor: int = 3


_PARAMETERS = TagNodeParameters()

#: A folder in the address of a link that may contain tags: "/topics/" in "/topics/cats", not the host.
_FOLDER = re.compile(r"(?<!/)/([a-z][a-z_-]{1,20})(?=/)", re.IGNORECASE)


def tag_nodes(
    sample: TrainingSample, wanted: Set[str] | None = None, elements: Container[str] = _PARAMETERS.elements
) -> list[int]:
    """The nodes that may be tags; if ``wanted`` words are given, only nodes with one of them."""
    tags = sample.outline.tags
    return [node for node in small_nodes(sample, _PARAMETERS.max_words, wanted) if tags[node] in elements]


def tag_text(sample: TrainingSample, node: int) -> str:
    """The tag that a node shows, in lower case."""
    return strip_tag_symbols(sample.text(node)).casefold()


def tag_folders(sample: TrainingSample, node: int) -> list[str]:
    """The folders in the address that a node links to."""
    address = sample.outline.nodes[node].get("href") if sample.outline.tags[node] == "a" else None
    return _FOLDER.findall(address) if address else []


def tag_selectors(sample: TrainingSample, node: int) -> list[Selector]:
    """The selectors of a node. Many themes give links no class, so each folder of the address makes one, too."""
    by_folder = [f'//a[contains(@href,"/{folder}/")]' for folder in tag_folders(sample, node)]
    return sample.selectors.matching(node) + by_folder


def tag_selectors_within(sample: TrainingSample, node: int) -> list[Selector]:
    """The selectors of a link by the folders of its address and the elements that it is in."""
    folders = tag_folders(sample, node)
    ancestors = islice(sample.outline.ancestors(node), _PARAMETERS.max_ancestors) if folders else ()
    most = _PARAMETERS.max_selectors_per_ancestor
    names = [name for ancestor in ancestors for name in sample.selectors.own[ancestor][:most]]
    return [f'{name}//a[contains(@href,"/{folder}/")]' for name in names for folder in folders]


def tags_found(rule: FieldRule, sample: TrainingSample) -> set[str]:
    """The tags that a rule finds on a page, in lower case."""
    return {tag for value in read_tags(sample.outline.page, rule) if (tag := strip_tag_symbols(value).casefold())}


def tag_dice(one: Set[str], other: Set[str]) -> float:
    """The Sørensen–Dice coefficient of two sets of tags."""
    both = len(one & other)
    return 2 * both / (len(one) + len(other)) if both else 0.0


def agreement(rule: FieldRule, pages: Sequence[tuple[TrainingSample, Set[str]]]) -> float:
    """How well a rule finds the given tags, summed over the pages."""
    return sum(tag_dice(tags_found(rule, sample), tags) for sample, tags in pages)
