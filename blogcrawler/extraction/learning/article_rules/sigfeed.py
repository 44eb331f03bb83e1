"""SIGFEED: the block of a single page that its feed item points at.

After M. Oita and P. Senellart, "Archiving Data Objects using Web Feeds" (IWAW 2010), Algorithm 1: leaves that
hold 3-grams of the item's title and description are significant; each gives its density to its closest
block-level ancestor; the ancestor with the largest sum is the wrapper. Keywords are the second try.
Beyond the paper: leaves in comments or menus do not count, and the n-grams are words of any script.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from ....dom import words
from ...repeated_text import shingles
from ...training.sample import TrainingSample, html_text

__all__ = ["sigfeed"]

_BLOCKS = frozenset({"div", "td", "article", "section", "main", "body", "blockquote"})
#: The number of keywords, the most frequent words of at least this length in Latin script.
_MAX_KEYWORDS, _MIN_KEYWORD_LENGTH = 10, 4


def sigfeed(sample: TrainingSample) -> int | None:
    """The node that holds the text of the page's feed item, by 3-grams, else by keywords; ``None`` if no node does."""
    entry = sample.entry
    said = [words(entry.title or ""), words(html_text(entry.content_html or entry.summary_html))]
    grams = {gram for text in said if len(text) > 2 for gram in shingles(text)}
    found = _wrapper(sample, [_grams_in(sample, block.start, block.end, grams) for block in sample.outline.blocks])
    if found is not None:
        return found
    long_words = (word for text in said for word in text if len(word) >= _MIN_KEYWORD_LENGTH or not word.isascii())
    counts = Counter(map(stem, long_words))
    keywords = {word for word, _ in counts.most_common(_MAX_KEYWORDS)}
    return _wrapper(
        sample,
        [
            sum(stem(word) in keywords for word in sample.outline.words[block.start : block.end])
            for block in sample.outline.blocks
        ],
    )


def _grams_in(sample: TrainingSample, start: int, end: int, grams: set[tuple[str, ...]]) -> int:
    stream = sample.outline.words[start:end]
    return sum(gram in grams for gram in zip(stream, stream[1:], stream[2:], strict=False))


def _wrapper(sample: TrainingSample, matches: Sequence[int]) -> int | None:
    """The lowest common block ancestor with the largest sum of densities of its significant leaves."""
    out = sample.outline
    relevance: defaultdict[int, float] = defaultdict(float)
    for block, count in zip(out.blocks, matches, strict=True):
        if not count or sample.noisy[block.node]:
            continue
        holder = block.node
        while holder > 0 and out.nodes[holder].tag not in _BLOCKS:
            holder = out.parent[holder]
        relevance[holder] += count / (block.end - block.start)
    return max(relevance, key=lambda node: relevance[node]) if relevance else None


def stem(word: str) -> str:
    """The word without a common ending, so that plural and singular match."""
    for ending in ("ations", "ation", "ings", "ing", "edly", "ers", "ies", "es", "ed", "er", "ly", "en", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
