"""Whether a page marks a name as the author's, and what counts against a name that it does not mark.

If the feed names only one author, every place with the same name on all pages agrees with it: the first of a list of
authors as well as the byline. But only the byline will name somebody else on another page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ..fields.author_names import ends_with_byline_phrase
from ..training.sample import TrainingSample

__all__ = ["BylineParameters", "byline_cost", "is_author_page", "is_marked_as_author", "text_before"]


@dataclass(frozen=True, slots=True)
class BylineParameters:
    """What counts against a name."""

    #: A name in noise (a sidebar, a footer), or in a list of names.
    aside_cost: float = 0.3
    #: A name in noise that is marked as the author's, as in a box about the author.
    author_box_cost: float = 0.05
    #: A name that nothing marks, and each step up the tree between it and the article.
    unmarked_cost: float = 0.01
    step_cost: float = 0.01
    #: The number of nested elements that may hold nothing but the name.
    max_wrappers: int = 12
    #: A list has at least this many names, of at most this many characters and words.
    min_list_items: int = 3
    max_name_length: int = 40
    max_name_words: int = 20
    #: Maximum number of siblings to check.
    max_siblings: int = 6


_PARAMETERS = BylineParameters()

#: Names of classes, ids and properties that hold the author.
_AUTHOR_NAME = re.compile(
    r"(?:^|\s)(?:(?:[\w-]{1,40}[-_]|p)?authors?(?:[-_]{0,2}name)?|(?:[\w-]{1,40}[-_])?byline|posted-?by|fn|n|username|sioc:useraccount)(?:$|\s)",
    re.IGNORECASE,
)
#: Addresses of pages about authors.
_AUTHOR_PAGE = re.compile(r"(?:^|/)(?:authors?|writers?|contributors?)/[^/?#]+/?(?:index)?(?:\.html?)?$", re.IGNORECASE)


def is_marked_as_author(sample: TrainingSample, node: int) -> bool:
    """Whether a node is called the author, or links to a page about an author."""
    out = sample.outline
    attributes = out.attributes[node]
    get = attributes.get
    if attributes and _names_author(get("class"), get("id"), get("rel"), get("itemprop"), get("typeof")):
        return True
    return out.tags[node] == "a" and is_author_page(out.nodes[node].get("href") or "")


def is_author_page(address: str) -> bool:
    """Whether an address leads to a page about an author."""
    return _AUTHOR_PAGE.search(address) is not None


@lru_cache(maxsize=2048)
def _names_author(*names: str | None) -> bool:
    return any(name is not None and _AUTHOR_NAME.search(name) is not None for name in names)


def byline_cost(sample: TrainingSample, node: int, steps: int, before: str) -> float:
    """What counts against a node with the name of the only author; ``before`` is its text before the name."""
    out = sample.outline
    wrappers = [node]
    while (
        len(wrappers) < _PARAMETERS.max_wrappers
        and (above := out.parent[wrappers[-1]]) >= 0
        and out.size(above) == out.size(node)
    ):
        wrappers.append(above)
    if (
        ends_with_byline_phrase(before)
        or any(is_marked_as_author(sample, wrapper) for wrapper in wrappers)
        or ends_with_byline_phrase(text_before(sample, wrappers[-1]))
    ):
        return _PARAMETERS.author_box_cost if sample.noisy[node] else 0.0
    if sample.noisy[node] or _is_in_list(sample, wrappers[-1]):
        return _PARAMETERS.aside_cost
    return _PARAMETERS.unmarked_cost + _PARAMETERS.step_cost * steps


def text_before(sample: TrainingSample, node: int) -> str:
    """The text directly before a node."""
    element = sample.outline.nodes[node]
    before, above = element.getprevious(), element.getparent()
    return (before.tail if before is not None else above.text if above is not None else None) or ""


def _is_in_list(sample: TrainingSample, node: int) -> bool:
    """Whether a node is one of several short siblings of the same tag."""
    out, above = sample.outline, sample.outline.parent[node]
    siblings: list[int] = []
    index = above + 1
    while above >= 0 and index <= out.last[above] and len(siblings) < _PARAMETERS.max_siblings:
        if out.tags[index] == out.tags[node]:
            siblings.append(index)
        index = out.last[index] + 1
    short = (sibling for sibling in siblings if 0 < out.size(sibling) <= _PARAMETERS.max_name_words)
    lengths = [len(sample.text(sibling)) for sibling in short]
    return sum(length <= _PARAMETERS.max_name_length for length in lengths) >= _PARAMETERS.min_list_items
