"""What on a page calls itself the author, and how much speaks against a name that does not.

Where the feed names one author only, whatever is the same on all pages agrees with it: the first one of a list of
authors as well as the byline. Only the byline names another one on the next page.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..fields.author_names import ends_with_byline_phrase
from ..training.sample import TrainingSample

__all__ = ["byline_cost", "is_marked_as_author"]

_CALLED = re.compile(
    r"(?:^|\s)(?:(?:[\w-]{1,40}[-_]|p)?authors?(?:[-_]{0,2}name)?|(?:[\w-]{1,40}[-_])?byline|posted-?by|fn|n)(?:$|\s)",
    re.IGNORECASE,
)
#: Folders of pages about authors, to which their names link.
_FOLDER = re.compile(r"(?:^|/)(?:authors?|writers?|contributors?)/[^/?#]+/?(?:index)?(?:\.html?)?$", re.IGNORECASE)
#: What a name costs that stands in noise or in a row of like parts, one in noise that calls itself the author, one that
#: does not, and each step between that and the article.
_ASIDE, _BOX, _UNCALLED, _STEP = 0.3, 0.05, 0.01, 0.01
#: So many elements may hold nothing but a name.
_AROUND = 12
#: In a list of names there are so many at least, none longer than that; more elements are not looked at.
_FEWEST, _LONGEST, _MANY = 3, 40, 6


def is_marked_as_author(sample: TrainingSample, node: int) -> bool:
    """Whether a node is called the author, by one of its names or by where it leads."""
    attributes = sample.outline.attributes[node]
    get = attributes.get
    if attributes and _is_called(get("class"), get("id"), get("rel"), get("itemprop")):
        return True
    return sample.outline.tags[node] == "a" and _FOLDER.search(sample.outline.nodes[node].get("href") or "") is not None


@lru_cache(maxsize=2048)
def _is_called(*names: str | None) -> bool:
    return any(name is not None and _CALLED.search(name) is not None for name in names)


def byline_cost(sample: TrainingSample, node: int, steps: int, before: str) -> float:
    """How much speaks against a node with the name of the only author; ``before`` is what it has before that name."""
    out = sample.outline
    whole = [node]
    while len(whole) < _AROUND and (above := out.parent[whole[-1]]) >= 0 and out.size(above) == out.size(node):
        whole.append(above)
    if (
        ends_with_byline_phrase(before)
        or any(is_marked_as_author(sample, one) for one in whole)
        or ends_with_byline_phrase(_text_before(sample, whole[-1]))
    ):
        return _BOX if sample.noisy[node] else 0.0
    if sample.noisy[node] or _is_listed(sample, whole[-1]):
        return _ASIDE
    return _UNCALLED + _STEP * steps


def _text_before(sample: TrainingSample, node: int) -> str:
    """The text that stands directly before a node."""
    element = sample.outline.nodes[node]
    before, above = element.getprevious(), element.getparent()
    return (before.tail if before is not None else above.text if above is not None else None) or ""


def _is_listed(sample: TrainingSample, node: int) -> bool:
    """Whether a node is one of several short ones side by side."""
    out, above = sample.outline, sample.outline.parent[node]
    beside: list[int] = []
    index = above + 1
    while above >= 0 and index <= out.last[above] and len(beside) < _MANY:
        if out.tags[index] == out.tags[node]:
            beside.append(index)
        index = out.last[index] + 1
    short = (one for one in beside if 0 < out.size(one) <= _LONGEST // 2)
    return sum(len(sample.text(one)) <= _LONGEST for one in short) >= _FEWEST
