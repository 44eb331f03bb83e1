"""Which nodes of a training page are noise by their names, part of the comments, or after the end of the article."""

from __future__ import annotations

from ...dom import (
    DISCUSSION_OPENERS,
    HEADINGS,
    NOISE_TAGS,
    Outline,
    ends_article,
    heading_box,
    is_noise,
    noise_by_name,
    opens_discussion,
)

__all__ = ["mark_endings", "mark_noise"]

#: A heading that announces comments or other posts has no more words (or characters, in scripts without spaces).
_MAX_HEADING_WORDS = 14
#: What the names of an element without any say: that it is neither noise nor part of a discussion.
_NO_NAME = (False, False)


def mark_noise(out: Outline, article_start: int, min_article_words: float) -> tuple[list[bool], list[bool]]:
    """For each node, whether it is in noise, and whether it is part of a discussion.

    An element that holds the start of the article and enough words for it, or most of the page, is not noise, whatever
    its name. ``article_start`` is -1 if the article was not found.
    """
    noisy = [False] * len(out.tags)
    discussion = [False] * len(out.tags)
    most = 0.5 * len(out.words)

    def mark(marks: list[bool], node: int) -> None:
        marks[node : out.last[node] + 1] = [True] * (out.last[node] + 1 - node)

    tags, attributes = out.tags, out.attributes
    for index in out.informative:
        tag, stated = tags[index], attributes[index]
        is_named, is_discussion = noise_by_name(tag, stated.get("id"), stated.get("class")) if stated else _NO_NAME
        may_open = tag in DISCUSSION_OPENERS and ("id" in stated or "name" in stated)
        if not index or not (is_named or may_open or tag in NOISE_TAGS) or (noisy[index] and discussion[index]):
            continue
        start, end = out.start[index], out.end[index]
        if end - start >= most:
            continue
        if is_discussion and not discussion[index]:
            mark(discussion, index)
        if noisy[index]:
            continue
        if may_open and start > article_start >= 0 and opens_discussion(out.nodes[index]):
            # The discussion is everything that follows its heading.
            above = out.parent[index]
            while index <= out.last[above]:
                if out.size(index) < most:
                    mark(noisy, index)
                index = out.last[index] + 1
            continue
        holds_article = start <= article_start < end and end - start > min_article_words
        if (is_named or tag in NOISE_TAGS) and not holds_article and is_noise(out.nodes[index]):
            mark(noisy, index)
    return noisy, discussion


def mark_endings(out: Outline, article_start: int, noisy: list[bool]) -> list[tuple[int, int]]:
    """Mark as noise what follows headings that announce comments or other posts; the first and last nodes of each."""
    found: list[tuple[int, int]] = []
    for index in [node for node, tag in enumerate(out.tags) if tag in HEADINGS] if article_start >= 0 else ():
        if (
            noisy[index]
            or out.start[index] <= article_start
            or out.size(index) > _MAX_HEADING_WORDS
            or not ends_article(out.nodes[index], out.page.base)
        ):
            continue
        box = heading_box(out.nodes[index], out.page.tree)
        while out.nodes[index] is not box:
            index = out.parent[index]
        last = out.last[out.parent[index]]
        noisy[index : last + 1] = [True] * (last + 1 - index)
        found.append((index, last))
    return found
