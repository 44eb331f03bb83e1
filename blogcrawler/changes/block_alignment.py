"""Which block of an article has become which: the same, moved, rewritten, inserted or deleted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher

from .article_blocks import ArticleBlock
from .marked_words import likeness

__all__ = ["MIN_LIKENESS", "aligned_blocks", "block_runs", "moved_blocks"]

#: More blocks than this are compared without those that occur often, because an exact comparison takes quadratic time.
_MAX_EXACT_LENGTH = 2000
#: Blocks that share fewer of their words are not two forms of the same block.
MIN_LIKENESS = 0.4
#: Blocks in a row that are compared with each other to find out which have become which.
_MAX_PAIRED = 30


def block_runs(old: list[ArticleBlock], new: list[ArticleBlock]) -> list[tuple[bool, range, range]]:
    """Runs of blocks: whether they are the same, and where they are in both."""
    before, after = ([(block.text, block.media) for block in blocks] for blocks in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=len(old) + len(new) > _MAX_EXACT_LENGTH)
    return [(kind == "equal", range(a, b), range(c, d)) for kind, a, b, c, d in matcher.get_opcodes()]


def moved_blocks(
    old: list[ArticleBlock], new: list[ArticleBlock], codes: list[tuple[bool, range, range]]
) -> dict[tuple[str, int], int]:
    """The blocks that are elsewhere now: the new place of an old one, and the old place of a new one."""
    left: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    for is_same, before, _ in codes:
        for place in () if is_same else before:
            left[old[place].text, old[place].media].append(place)
    found: dict[tuple[str, int], int] = {}
    for is_same, _, after in codes:
        for place in () if is_same else after:
            if places := left.get((new[place].text, new[place].media)):
                found["new", place] = places.pop(0)
                found["old", found["new", place]] = place
    return found


def aligned_blocks(
    old: list[ArticleBlock],
    new: list[ArticleBlock],
    codes: list[tuple[bool, range, range]],
    moved: dict[tuple[str, int], int],
) -> Iterator[tuple[int | None, int | None]]:
    """Which block has become which: pairs of places in both, in order; ``None`` where there is no other."""
    for is_same, before, after in codes:
        if is_same:
            yield from zip(before, after, strict=True)
            continue
        updated = dict(_similar(old, new, before, after, moved))
        at = before.start
        for place in after:
            if place in updated:
                yield from ((one, None) for one in range(at, updated[place]))
                at = updated[place] + 1
            yield updated.get(place), place
        yield from ((one, None) for one in range(at, before.stop))


def _similar(
    old: list[ArticleBlock], new: list[ArticleBlock], before: range, after: range, moved: dict[tuple[str, int], int]
) -> Iterator[tuple[int, int]]:
    """The blocks that were rewritten, in order: new place and old place."""
    first = before.start
    for place in after:
        if ("new", place) in moved:
            continue
        candidates = [one for one in range(first, min(first + _MAX_PAIRED, before.stop)) if ("old", one) not in moved]
        best = max(((_block_likeness(old[one], new[place]), -one) for one in candidates), default=(0.0, 0))
        if best[0] >= MIN_LIKENESS:
            yield place, -best[1]
            first = -best[1] + 1


def _block_likeness(old: ArticleBlock, new: ArticleBlock) -> float:
    if old.text and new.text:
        return likeness(old.text, new.text)
    return 1.0 if old.media and new.media and not old.text and not new.text else 0.0
