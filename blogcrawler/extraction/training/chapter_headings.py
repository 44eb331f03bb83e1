"""Chapter headings that many posts share ("Introduction"): without a full feed they look like the template's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...dom import HEADINGS, Block, Outline, noise_by_name
from ..cleaning.heading_links import is_slug
from .sample import TrainingSample

__all__ = ["add_chapter_headings", "has_own_slug"]


def add_chapter_headings(sample: TrainingSample, good: bytearray, inside: Sequence[Block]) -> None:
    """Mark headings that the author wrote as part of the article if more of it follows, or a list that is not repeated.

    ``good`` says for each word whether it is the article's; ``inside`` are the blocks of the article's node.
    """
    out = sample.outline
    if not any(out.tags[block.node] in HEADINGS and "id" in out.attributes[block.node] for block in inside):
        return
    repeated = dict(zip((block.start for block in out.blocks), sample.repeated, strict=True))
    for block, following in reversed(list(pairwise(inside))):
        if good[block.start] or not _is_chapter(sample, block, is_repeated=repeated[block.start]):
            continue
        listed = _list_after(sample, block.node)
        if not any(b.start in listed and not repeated[b.start] for b in inside):
            listed = range(0)
        if listed or good[following.start]:
            end = max(block.end, listed.stop)
            good[block.start : end] = b"\1" * (end - block.start)


def has_own_slug(out: Outline, block: Block) -> bool:
    """Whether a block is a heading whose id is made of its words, as programs make it that read Markdown."""
    identity = out.attributes[block.node].get("id") or ""
    return identity != "" and out.tags[block.node] in HEADINGS and is_slug(identity, out.words[block.start : block.end])


def _is_chapter(sample: TrainingSample, block: Block, *, is_repeated: bool) -> bool:
    """Whether a block is a heading whose id is made of its words; an ``<h1>`` is the title unless it is repeated."""
    out = sample.outline
    tag, identity = out.tags[block.node], out.attributes[block.node].get("id")
    if tag not in HEADINGS or not identity or sample.noisy[block.node] or (tag == "h1" and not is_repeated):
        return False
    said = out.words[block.start : block.end]
    return has_own_slug(out, block) and said != sample.title and not noise_by_name("div", identity, None)[0]


def _list_after(sample: TrainingSample, node: int) -> range:
    """The words of the list that directly follows a node; empty if none does."""
    out = sample.outline
    index = out.last[node] + 1
    if index < len(out.tags) and out.parent[index] == out.parent[node] and out.tags[index] in ("ul", "ol"):
        return range(out.start[index], out.end[index])
    return range(0)
