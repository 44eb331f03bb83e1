"""Finding text that many pages of a blog share: it belongs to the template, not to the post.

Texts are compared by their shingles (runs of three words), so that a date or a number in them does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from ..dom import Block

__all__ = ["REPEATED_SHARE", "repeated_blocks", "shingles"]

#: A block belongs to the template if at least this share of its shingles appears on other pages.
REPEATED_SHARE = 0.7
#: Of a long block, only this many words at each end are compared: that is faster and enough to recognise it.
_EDGE_WORDS = 12


def repeated_blocks(pages: Sequence[tuple[Sequence[str], Sequence[Block]]]) -> list[list[bool]]:
    """For the blocks of each page, whether their text is on at least two pages and a quarter of them.

    A page is given by its words and its blocks. Blocks of one or two words are compared as a whole.
    """
    shingled = [[_edge_shingles(words[block.start : block.end]) for block in blocks] for words, blocks in pages]
    # on_pages[n] are the shingles found on more than n pages so far. Set operations reuse the hashes, counters do not.
    on_pages: list[set[tuple[str, ...]]] = [set() for _ in range(max(2, len(pages) // 4))]
    for page in shingled:
        here = set(chain.from_iterable(page))
        for fewer, more in reversed(list(pairwise(on_pages))):
            more |= fewer & here
        on_pages[0] |= here
    common = on_pages[-1]
    return [
        [sum(map(common.__contains__, block)) >= REPEATED_SHARE * len(block) > 0 for block in page] for page in shingled
    ]


def _edge_shingles(words: Sequence[str]) -> Sequence[tuple[str, ...]]:
    """The shingles of a text, of a long one those at both ends."""
    if len(words) > 2 * _EDGE_WORDS:
        return [*shingles(words[:_EDGE_WORDS]), *shingles(words[-_EDGE_WORDS:])]
    return shingles(words)


def shingles(words: Sequence[str]) -> list[tuple[str, ...]]:
    """The runs of three words in a text; a shorter text is one shingle."""
    return list(zip(words, words[1:], words[2:], strict=False)) if len(words) > 2 else [tuple(words)]
