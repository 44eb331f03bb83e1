"""SIGFEED: the block of a single page that its feed item points at.

After M. Oita and P. Senellart, "Archiving Data Objects using Web Feeds" (IWAW 2010), Algorithm 1: leaves that hold
3-grams of the item's title and description are significant; each gives its density to its closest block-level ancestor;
the ancestor with the largest sum is the wrapper. It is consistent if it holds at least half of the 3-grams. Otherwise
the description says it in other words, and keywords are tried: stems without stop words, the most frequent first.
Beyond the paper: leaves in comments or menus do not count, and the n-grams are words of any script.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence, Set

from ....dom import words
from ....word_lists import word_list
from ...repeated_text import shingles
from ...training.sample import TrainingSample, html_text

__all__ = ["is_stop_word", "sigfeed", "stem"]

_BLOCKS = frozenset({"div", "td", "article", "section", "main", "body", "blockquote"})
#: The number of keywords, the most frequent words of at least this length in Latin script.
_MAX_KEYWORDS, _MIN_KEYWORD_LENGTH = 10, 4
#: The wrapper must hold this share of what was looked for.
_MIN_CONSISTENCY = 0.5
_STOP_WORDS = frozenset(word_list(__package__, "stop_words.toml", "stop_words"))

_Term = str | tuple[str, ...]
_Terms = Callable[[Sequence[str]], Iterable[_Term]]


def sigfeed(sample: TrainingSample) -> int | None:
    """The node that holds the text of the page's feed item, by 3-grams, else by keywords; ``None`` if no node does."""
    entry = sample.entry
    said = [words(entry.title or ""), words(html_text(entry.content_html or entry.summary_html))]
    grams = {gram for text in said if len(text) > 2 for gram in shingles(text)}
    by_grams = _wrapper(sample, grams, _grams)
    if by_grams is not None and _is_consistent(sample, by_grams, grams, _grams):
        return by_grams
    keywords = _keywords(word for text in said for word in text)
    by_keywords = _wrapper(sample, keywords, _stems)
    if by_keywords is not None and (by_grams is None or _is_consistent(sample, by_keywords, keywords, _stems)):
        return by_keywords
    return by_grams


def is_stop_word(word: str) -> bool:
    """Whether a word says nothing about what a text is about."""
    return word in _STOP_WORDS


def stem(word: str) -> str:
    """The word without a common ending, so that plural and singular match."""
    for ending in ("ations", "ation", "ings", "ing", "edly", "ers", "ies", "es", "ed", "er", "ly", "en", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _keywords(said: Iterable[str]) -> set[_Term]:
    long_words = (word for word in said if len(word) >= _MIN_KEYWORD_LENGTH or not word.isascii())
    counts = Counter(stem(word) for word in long_words if not is_stop_word(word))
    return {word for word, _ in counts.most_common(_MAX_KEYWORDS)}


def _grams(stream: Sequence[str]) -> Iterable[_Term]:
    return zip(stream, stream[1:], stream[2:], strict=False)


def _stems(stream: Sequence[str]) -> Iterable[_Term]:
    return map(stem, stream)


def _is_consistent(sample: TrainingSample, node: int, wanted: Set[_Term], terms: _Terms) -> bool:
    """Whether a node holds at least half of the terms."""
    out = sample.outline
    held = wanted & set(terms(out.words[out.start[node] : out.end[node]]))
    return len(held) >= _MIN_CONSISTENCY * len(wanted)


def _wrapper(sample: TrainingSample, wanted: Set[_Term], terms: _Terms) -> int | None:
    """The lowest common block ancestor with the largest sum of densities of its significant leaves."""
    out = sample.outline
    relevance: defaultdict[int, float] = defaultdict(float)
    for block in out.blocks:
        count = 0 if sample.noisy[block.node] else sum(t in wanted for t in terms(out.words[block.start : block.end]))
        if not count:
            continue
        holder = block.node
        while holder > 0 and out.nodes[holder].tag not in _BLOCKS:
            holder = out.parent[holder]
        relevance[holder] += count / (block.end - block.start)
    return max(relevance, key=lambda node: relevance[node]) if relevance else None
