"""A training sample: a page with its feed entry, prepared for learning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import compress
from operator import not_

from lxml import etree

from ...dom import (
    INVISIBLE_TAGS,
    Outline,
    Page,
    Selectors,
    drop,
    node_text,
    outline,
    parse_fragment,
    squash,
    texts,
    words,
)
from ...items import FeedEntry
from ..repeated_text import repeated_blocks
from .anchor import Anchor, anchor_text
from .noise_marks import mark_endings, mark_noise
from .read_more import teaser_text

__all__ = ["MAX_SMALL_NODE_WORDS", "RepeatedBlocks", "TrainingSample", "html_text", "make_sample"]

#: Dates, names and titles are in nodes with no more words than this; most are in even smaller ones, and searching only
#: those is faster.
MAX_SMALL_NODE_WORDS, _MAX_SHORT_NODE_WORDS = 60, 30
#: The feed's text tells where the article begins if more than this share of it is on the page; else the title does.
_MIN_ANCHOR_SHARE = 0.3
#: In feeds, Drupal appends the categories of a post to its text, in elements with this class.
_DRUPAL_CATEGORIES = "field-type-taxonomy-term-reference"
#: What holds the article has at least this share of the feed's words.
_MIN_CONTENT_SHARE = 0.5


@dataclass(slots=True)
class RepeatedBlocks:
    """The blocks that repeat among the pages of a blog; computed when first needed."""

    pages: list[tuple[Outline, Anchor]]
    _marks: list[list[bool]] | None = None

    def marks(self) -> list[list[bool]]:
        """For each block of each page, whether it belongs to the template. Blocks that the feed has do not."""
        if self._marks is None:
            in_feed = [[anchor.has_block(block) for block in out.blocks] for out, anchor in self.pages]
            others = [
                (out.words, list(compress(out.blocks, map(not_, flags))))
                for (out, _), flags in zip(self.pages, in_feed, strict=True)
            ]
            self._marks = [
                [not flag and next(repeated) for flag in flags]
                for flags, repeated in zip(in_feed, map(iter, repeated_blocks(others)), strict=True)
            ]
        return self._marks


@dataclass(slots=True)
class TrainingSample:
    """A page as an outline, with its feed entry."""

    outline: Outline
    entry: FeedEntry
    selectors: Selectors
    #: For each node, whether it is in an element that is noise by name, and whether it is in comments.
    noisy: list[bool]
    discussion: list[bool]
    #: The words of the feed's text, without a "read more" link, and of its title.
    content: list[str]
    title: list[str]
    anchor: Anchor
    #: The index of the word after the title; 0 if the title is not on the page.
    after_title: int
    #: The day of publication, from the feed or the page.
    day: date | None = None
    #: The first and last nodes of sections whose heading announces comments or other posts.
    endings: list[tuple[int, int]] = field(default_factory=list)
    language: str = "en"
    #: Whether the feed's text ends with a link to the post.
    has_read_more: bool = False
    #: What repeats among the pages, and the number of this page among them.
    repeats: RepeatedBlocks | None = None
    number: int = 0
    #: For each page of the blog, the word at which a line of the template closes the article.
    closing_words: Callable[[], Sequence[int]] | None = None
    #: The nodes outside of comments with at most this many words, by that number; filled by ``small_nodes``.
    small: dict[int, list[int]] = field(default_factory=dict)
    _quiet: bytes = b""
    _short: dict[int, list[slice]] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)

    @property
    def is_anchored(self) -> bool:
        """Whether enough of the feed's text is on the page to tell where the article begins."""
        return self.anchor.share > _MIN_ANCHOR_SHARE

    @property
    def closing(self) -> int:
        """The word at which a line of the template closes the article; the number of words if none does."""
        return self.closing_words()[self.number] if self.closing_words else len(self.outline.words)

    @property
    def repeated(self) -> list[bool]:
        """For each block, whether other pages of the blog have its text, too, and the feed does not."""
        return self.repeats.marks()[self.number] if self.repeats else [False] * len(self.outline.blocks)

    @property
    def quiet(self) -> bytes:
        """For each word, 1 if it is not in noise."""
        if not self._quiet:
            quiet = bytearray(b"\1") * len(self.outline.words)
            for block in self.outline.blocks:
                if self.noisy[block.node]:
                    quiet[block.start : block.end] = bytes(block.end - block.start)
            self._quiet = bytes(quiet)
        return self._quiet

    def short(self, most: int) -> list[slice]:
        """The ranges of words in nodes outside of comments with at most ``most`` words, or a few more."""
        bound = MAX_SMALL_NODE_WORDS if most > _MAX_SHORT_NODE_WORDS else _MAX_SHORT_NODE_WORDS
        if bound not in self._short:
            out, talk = self.outline, self.discussion
            small = [out.end[node] - out.start[node] <= bound and not talk[node] for node in out.holders]
            ends = [*out.texts[1:], len(out.words)]
            found = self._short[bound] = []
            begin = 0
            for start, end, is_small in zip(out.texts, ends, small, strict=False):
                if not is_small:
                    if begin < start:
                        found.append(slice(begin, start))
                    begin = end
            if begin < len(out.words):
                found.append(slice(begin, len(out.words)))
        return self._short[bound]

    def text(self, node: int) -> str:
        """The text of a node on one line, read once."""
        text = self._texts.get(node)
        if text is None:
            text = self._texts[node] = node_text(self.outline.nodes[node])
        return text


def html_text(fragment: str | None) -> str:
    """The text of an HTML fragment on one line, without scripts and styles."""
    return squash(_visible_text(fragment))


def _visible_text(fragment: str | None) -> str:
    if not fragment or not fragment.strip():
        return ""
    tree = parse_fragment(fragment)
    if next(tree.iter(*INVISIBLE_TAGS), None) is not None:
        etree.strip_elements(tree, *INVISIBLE_TAGS, with_tail=False)
    if _DRUPAL_CATEGORIES in fragment:
        for field in [one for one in tree.iter() if _DRUPAL_CATEGORIES in (one.get("class") or "").split()]:
            drop(field)
    return " ".join(texts(tree))


def make_sample(entry: FeedEntry, page: Page) -> TrainingSample:
    """Prepare a page and its feed entry for learning."""
    out = outline(page)
    teaser = teaser_text(entry)
    content = words(_visible_text(entry.content_html or entry.summary_html if teaser is None else teaser))
    title = words(entry.title or "")
    anchor = anchor_text(out, content)
    title_start = _title_start(out, title)
    article_start = anchor.start if anchor.share > _MIN_ANCHOR_SHARE else title_start
    noisy, discussion = mark_noise(out, article_start, _MIN_CONTENT_SHARE * len(content))
    endings = mark_endings(out, article_start, noisy)
    published = entry.published or entry.updated
    return TrainingSample(
        out,
        entry,
        Selectors(out),
        noisy,
        discussion,
        content,
        title,
        anchor,
        after_title=title_start + len(title) if title_start >= 0 else 0,
        day=published.date() if published else None,
        endings=endings,
        has_read_more=teaser is not None,
    )


def _title_start(out: Outline, title: list[str]) -> int:
    """The first word of the title where it is a block of its own and not a link; -1 if it is nowhere."""
    size = len(title)
    for block in out.blocks if title else ():
        if block.end - block.start == size and not block.linked and out.words[block.start : block.end] == title:
            return block.start
    return -1
