"""Finding where the text of a feed entry is on its page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, compress, pairwise
from operator import sub

from ...dom import Block, Outline

__all__ = ["Anchor", "anchor_text"]

#: A block with more words than this is known to be the article's if the feed has this share of them.
_MIN_BLOCK_WORDS, _MIN_BLOCK_SHARE = 8, 0.8
#: A pair of words that is this much rarer in the feed's text than on the page says nothing outside of the window.
_MIN_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a feed entry's text is on the page.

    ``hits`` says for each word of the page whether the feed's text has it followed by the same next word; ``start:end``
    is the window of the page that holds most of them; ``share`` is how much of the text was found there.
    """

    hits: list[bool]
    start: int
    end: int
    share: float

    def has_block(self, block: Block) -> bool:
        """Whether the feed has a long block of the page."""
        size = block.end - block.start
        return size > _MIN_BLOCK_WORDS and sum(self.hits[block.start : block.end]) > _MIN_BLOCK_SHARE * size


def anchor_text(out: Outline, content: list[str]) -> Anchor:
    """Find the words of a feed entry on its page."""
    return _verbatim(out, content) or _by_pairs(out.words, content)


def _verbatim(out: Outline, content: list[str]) -> Anchor | None:
    """Find the text word by word. Most feeds allow it, and it is much faster than comparing pairs."""
    size = len(content)
    text, wanted = out.text, f" {' '.join(content)} "
    at = text.find(wanted) if size > 1 else -1
    if at < 0:
        return None
    start = word = text.count(" ", 0, at)
    hits = [False] * len(out.words)
    while at >= 0:
        hits[word : word + size - 1] = [True] * (size - 1)
        after = text.find(wanted, at + len(wanted) - 1)
        word += text.count(" ", at, after)
        at = after
    return Anchor(hits, start, start + size, (size - 1) / size)


def _by_pairs(page: list[str], content: list[str]) -> Anchor:
    """Find the window of the page that has most pairs of words of the text.

    A pair that the page has more often than the text counts less: a list of categories may repeat it in every line.
    """
    wanted = Counter(pairwise(content))
    shown = list(pairwise(page))
    hits = [*map(wanted.__contains__, shown), False]
    often = Counter(compress(shown, hits))
    weights = {pair: wanted[pair] / count for pair, count in often.items() if count > wanted[pair]}
    prefix: list[float] = list(accumulate(hits, initial=0))
    if weights:
        weighed = (hit and weights.get(pair, 1.0) for pair, hit in zip([*shown, ("", "")], hits, strict=True))
        prefix = list(accumulate(weighed, initial=0.0))
    width = min(len(content), len(page))
    found = list(map(sub, prefix[width:], prefix))
    best = max(found)
    begin = start = found.index(best)
    while best and not hits[start]:
        start += 1
    share = sum(hits[begin : begin + width]) / width if width else 0.0
    frequent = {pair for pair, weight in weights.items() if weight < _MIN_WEIGHT}
    for index in [index for index, pair in enumerate(shown) if pair in frequent] if frequent else ():
        if not begin <= index < begin + width:
            hits[index] = False
    return Anchor(hits, start, min(start + width, len(page)), share)
