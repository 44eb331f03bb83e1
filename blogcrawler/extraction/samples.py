"""A training page beside what its feed entry says of it, ready to be learned from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import cast

from lxml import etree

from ..items import FeedEntry
from .noise import is_comments, is_noise, opens_discussion
from .outline import INVISIBLE_TAGS, Outline, outline
from .page import Page, parse_page
from .reading import node_text
from .selectors import Selector, node_selectors
from .similarity import squash, words

__all__ = ["MAX_PHRASE", "REPEATED_SHARE", "Anchor", "Sample", "html_text", "mark_repeated", "samples", "shingles"]


#: What repeats on many pages is looked for in blocks of so many characters at most.
MAX_PHRASE = 500
#: Such a share of a block must stand on other pages for it to be the template's.
REPEATED_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a feed entry's text stands on the page.

    ``hits`` says for each word whether the feed's text has it with the word that follows; ``start:end`` is
    the window of the page that holds most of them; ``share`` is how much of the text was found there.
    """

    hits: list[int]
    start: int
    end: int
    share: float


@dataclass(slots=True)
class Sample:
    """A page, flattened, with its feed entry.

    ``names`` are all selectors of each node, ``own`` those that it has by itself, and ``first`` gives for each
    selector the first node that it finds. ``noisy`` says for each node whether it stands in something that calls
    itself noise, ``discussion`` whether in comments; ``repeated`` says for each block whether the same text stands
    on other pages of the blog. ``after_title`` is the word behind the title, 0 if it is not on the page.
    """

    out: Outline
    entry: FeedEntry
    names: list[list[Selector]]
    own: list[list[Selector]]
    first: dict[Selector, int]
    noisy: list[bool]
    discussion: list[bool]
    content: list[str]
    title: list[str]
    anchor: Anchor
    after_title: int
    language: str = "en"
    repeated: list[bool] = field(default_factory=list)
    _texts: dict[int, str] = field(default_factory=dict)

    def text(self, node: int) -> str:
        """The text of a node on one line, read once."""
        text = self._texts.get(node)
        if text is None:
            text = self._texts[node] = node_text(self.out.nodes[node])
        return text


def html_text(fragment: str | None) -> str:
    """The text of an HTML fragment, scripts and styles left out."""
    if not fragment or not fragment.strip():
        return ""
    tree = parse_page(f"<div>{fragment}</div>", "").tree
    etree.strip_elements(tree, *INVISIBLE_TAGS, with_tail=False)
    return squash(" ".join(cast("Iterable[str]", tree.itertext())))


def samples(pairs: Iterable[tuple[FeedEntry, Page]]) -> list[Sample]:
    """Flatten the training pages and mark what repeats among them."""
    found = [_sample(entry, page) for entry, page in pairs]
    mark_repeated(found)
    return found


def _sample(entry: FeedEntry, page: Page) -> Sample:
    out = outline(page)
    names, own = node_selectors(out)
    content = words(html_text(entry.content_html or entry.summary_html))
    title = words(entry.title or "")
    anchor = _anchor(out.words, content)
    title_place = _title_place(out, title)
    place = anchor.start if anchor.share > 0.3 else title_place
    first: dict[Selector, int] = {}
    noisy: list[bool] = []
    discussion: list[bool] = []
    discussed: set[int] = set()  # nodes whose further children are the discussion
    for index, element in enumerate(out.nodes):
        above = out.parent[index]
        if above >= 0 and opens_discussion(element) and out.start[index] > place >= 0:
            discussed.add(above)
        # What holds the article, or most of the page, is not noise, whatever it calls itself.
        few = out.size(index) < 0.5 * len(out.words)
        holds = not few or (out.start[index] <= place < out.end[index] and out.size(index) > 0.5 * len(content))
        noisy.append(index > 0 and not holds and (noisy[above] or above in discussed or is_noise(element)))
        discussion.append(index > 0 and (discussion[above] or (few and is_comments(element))))
        for name in names[index]:
            first.setdefault(name, index)
    after_title = title_place + len(title) if title_place >= 0 else 0
    return Sample(out, entry, names, own, first, noisy, discussion, content, title, anchor, after_title)


def _anchor(stream: list[str], content: list[str]) -> Anchor:
    pairs = set(pairwise(content))
    hits = [1 if pair in pairs else 0 for pair in pairwise(stream)]
    hits.append(0)
    prefix = [0, *accumulate(hits)]
    width = min(len(content), len(stream))
    best, start = 0, 0
    for index in range(len(stream) - width + 1):
        found = prefix[index + width] - prefix[index]
        if found > best:
            best, start = found, index
    while best and not hits[start]:
        start += 1
    return Anchor(hits, start, min(start + width, len(stream)), best / width if width else 0.0)


def _title_place(out: Outline, title: list[str]) -> int:
    """Where the title stands on the page as a block of its own, not as a link; -1 if nowhere."""
    for block in out.blocks:
        if title and not block.linked and out.words[block.start : block.end] == title:
            return block.start
    return -1


def mark_repeated(found: Sequence[Sample]) -> None:
    """Mark the blocks whose text stands on at least two pages and on a quarter of them: the template.

    A block is the template's if most of its runs of three words are, so that a date or a number in it does
    not hide it; blocks of one or two words are compared as they are.
    """
    pages: Counter[tuple[str, ...]] = Counter()
    shingled = [[shingles(s.out.words[b.start : b.end]) for b in s.out.blocks] for s in found]
    for page in shingled:
        pages.update({shingle for block in page for shingle in block})
    least = max(2, len(found) // 4)
    for sample, page in zip(found, shingled, strict=True):
        sample.repeated = [
            sum(pages[shingle] >= least for shingle in block) >= REPEATED_SHARE * len(block) for block in page
        ]


def shingles(words: list[str]) -> list[tuple[str, ...]]:
    """The runs of three words in a text; a shorter text as it is."""
    return list(zip(words, words[1:], words[2:], strict=False)) if len(words) > 2 else [tuple(words)]
