"""Matches the nodes of a page with the comments of a feed: maximum-weight bipartite matching."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lxml.etree import _Element

from ...dom import INVISIBLE_TAGS, Bigrams, Page, bigrams, dice, words
from ...items import Comment

__all__ = ["CommentSample", "Match", "best_match", "sample_of"]

#: Characters next to a comment's text in the same node: a name, a date, "reply".
_MAX_TEXT_AROUND = 200
#: Comments of a feed to search for on a page.
_MAX_COMMENTS = 50
#: Nodes of a page to consider for one comment.
_MAX_NODES_PER_COMMENT = 20
#: Texts with a lower similarity are different texts.
_MIN_SIMILARITY = 0.6


@dataclass(slots=True)
class CommentSample:
    """A page and its comments in the feed.

    ``keys`` are the comments' texts as words, ``texts`` the same for every node that is short enough to be one comment.
    ``near`` maps the number of each comment that is on the page to the nodes that may hold it.
    """

    page: Page
    comments: Sequence[Comment]
    keys: list[str] = field(default_factory=list)
    texts: dict[_Element, str] = field(default_factory=dict)
    near: dict[int, list[_Element]] = field(default_factory=dict)
    _bigrams: dict[str, Bigrams] = field(default_factory=dict)

    @property
    def present(self) -> list[int]:
        """The numbers of the feed's comments that are on the page."""
        return sorted(self.near)

    def weight(self, node: _Element, number: int) -> float:
        """The share of a node's text that is the comment's text, from 0 to 1."""
        text, key = self.texts.get(node), self.keys[number]
        if not text or not key:
            return 0.0
        if text == key:
            return 1.0
        if key in text:
            return len(key) / len(text)
        if not 0.5 < len(text) / len(key) < 2:
            return 0.0
        alike = dice(self._bigrams_of(text), self._bigrams_of(key))
        return alike if alike >= _MIN_SIMILARITY else 0.0

    def _bigrams_of(self, text: str) -> Bigrams:
        if text not in self._bigrams:
            self._bigrams[text] = bigrams(text)
        return self._bigrams[text]


@dataclass(frozen=True, slots=True)
class Match:
    """Pairs of a node and the number of a comment, and the sum of their weights."""

    pairs: tuple[tuple[_Element, int], ...]
    weight: float


def sample_of(page: Page, comments: Sequence[Comment]) -> CommentSample:
    """Prepare a sample: read the texts of the page once, and find the nodes that may hold each comment."""
    comments = comments[:_MAX_COMMENTS]
    sample = CommentSample(page, comments, [" ".join(words(comment.text)) for comment in comments])
    longest = max(map(len, sample.keys), default=0) + _MAX_TEXT_AROUND
    body = page.tree.find("body")
    if body is not None:
        _collect(body, longest, sample.texts)
    exact: defaultdict[str, list[_Element]] = defaultdict(list)
    for node, text in sample.texts.items():
        exact[text].append(node)
    for number, key in enumerate(sample.keys):
        found = _near(sample, number, exact) if key else []
        if found:
            sample.near[number] = found[:_MAX_NODES_PER_COMMENT]
    return sample


def _near(sample: CommentSample, number: int, exact: Mapping[str, list[_Element]]) -> list[_Element]:
    """The nodes that may hold a comment's text, the most likely first."""
    key = sample.keys[number]
    if key in exact:
        return exact[key]
    weights = [
        (sample.weight(node, number), node)
        for node, text in sample.texts.items()
        if len(text) <= len(key) + _MAX_TEXT_AROUND
    ]
    return [node for weight, node in sorted(weights, key=lambda one: -one[0]) if weight > 0]


def best_match(nodes: Sequence[_Element], sample: CommentSample) -> Match:
    """The matching of nodes and comments with the greatest total weight."""
    import numpy  # slow to import, and few crawls need it
    from lap import lapjv  # unlike the function of SciPy, it does not load all of SciPy

    present = sample.present
    weighed = [(node, [sample.weight(node, number) for number in present]) for node in nodes]
    likely = [(node, weights) for node, weights in weighed if any(weights)]
    if not likely:
        return Match((), 0.0)
    _, columns, _ = lapjv(-numpy.array([weights for _, weights in likely]), extend_cost=True)
    pairs = [
        (node, present[column], weights[column])
        for (node, weights), column in zip(likely, columns.tolist(), strict=True)
        if column >= 0 and weights[column] > 0
    ]
    return Match(tuple((node, number) for node, number, _ in pairs), sum(weight for *_, weight in pairs))


def _collect(body: _Element, longest: int, texts: dict[_Element, str]) -> None:
    """Collect the words of all nodes below, from the bottom up; ``None`` for texts that are too long."""
    parts: dict[_Element, list[str] | None] = {}
    for element in reversed(list(body.iter())):
        if not isinstance(element.tag, str) or element.tag in INVISIBLE_TAGS:
            continue
        own: list[str] | None = words(element.text or "")
        for child in element:
            if isinstance(child.tag, str) and child.tag not in INVISIBLE_TAGS:
                below = parts.pop(child, None)
                own = None if own is None or below is None else own + below
            if own is not None and child.tail:
                own += words(child.tail)
        if own is not None:
            text = " ".join(own)
            if len(text) > longest:
                own = None
            elif text:
                texts[element] = text
        parts[element] = own
