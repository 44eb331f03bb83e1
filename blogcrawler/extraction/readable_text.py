"""How much readable text a page has, wherever it is: what an article is compared with to see if it may be wrong."""

from __future__ import annotations

from ..dom import Outline
from .training.noise_marks import mark_noise

__all__ = ["count_readable_words"]

#: A block with a larger share of links is navigation.
_MAX_LINKED_SHARE = 0.5


def count_readable_words(out: Outline) -> int:
    """The number of words of a page outside of comments, links and elements that are noise by name.

    Where the article begins is left open, so that training pages and other pages are counted alike.
    """
    noisy, discussion = mark_noise(out, -1, 0)
    return sum(
        size
        for block in out.blocks
        if not noisy[block.node]
        and not discussion[block.node]
        and block.linked <= _MAX_LINKED_SHARE * (size := block.end - block.start)
    )
