"""A training page beside what its feed entry says of it, ready to be learned from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate, compress, pairwise
from operator import not_, sub

from lxml import etree

from ...dom import (
    DISCUSSION_OPENERS,
    HEADINGS,
    INVISIBLE_TAGS,
    NOISE_TAGS,
    Block,
    Outline,
    Page,
    Selectors,
    ends_article,
    heading_box,
    is_noise,
    node_text,
    noise_by_name,
    opens_discussion,
    outline,
    parse_fragment,
    squash,
    texts,
    words,
)
from ...items import FeedEntry
from ..repeated_text import repeated_blocks
from .read_more import teaser_text

__all__ = [
    "MAX_PHRASE_LENGTH",
    "MAX_SMALL_NODE_WORDS",
    "Anchor",
    "RepeatedBlocks",
    "TrainingSample",
    "html_text",
    "make_sample",
]


#: What repeats on many pages is looked for in blocks of so many characters at most.
MAX_PHRASE_LENGTH = 500
#: Dates, names and titles stand in nodes of so many words at most.
MAX_SMALL_NODE_WORDS = 60
#: Most of them in nodes of so many: fewer words have to be looked at.
_SHORT = 30
#: A heading that says what follows it has so many words at most, or characters of a script without spaces.
_HEADING = 14
#: What may be noise, or open a discussion, without an id or a class.
_WITHOUT_NAMES = NOISE_TAGS | DISCUSSION_OPENERS
#: A block of more words is the article's if the feed has such a share of them.
_LONG, _TOLD = 8, 0.8


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a feed entry's text stands on the page.

    ``hits`` says for each word whether the feed's text has it with the word that follows; ``start:end`` is
    the window of the page that holds most of them; ``share`` is how much of the text was found there.
    """

    hits: list[bool]
    start: int
    end: int
    share: float


@dataclass(slots=True)
class RepeatedBlocks:
    """What repeats among the pages of a blog, found when somebody asks."""

    pages: list[tuple[Outline, Anchor]]
    _marks: list[list[bool]] | None = None

    def marks(self) -> list[list[bool]]:
        """For each block of each page whether it is the template's; those that the feed has are the article's."""
        if self._marks is None:
            told = [[_is_told(anchor, block) for block in out.blocks] for out, anchor in self.pages]
            others = [list(compress(out.blocks, map(not_, t))) for (out, _), t in zip(self.pages, told, strict=True)]
            found = repeated_blocks([(out.words, o) for (out, _), o in zip(self.pages, others, strict=True)])
            self._marks = [
                [not mark and next(flags) for mark in marks]
                for marks, flags in zip(told, map(iter, found), strict=True)
            ]
        return self._marks


@dataclass(slots=True)
class TrainingSample:
    """A page, flattened, with its feed entry.

    ``noisy`` says for each node whether it stands in something that calls itself noise, ``discussion`` whether in
    comments; ``after_title`` is the word behind the title, 0 if it is not on the page; ``day`` is when the post
    appeared, as the feed or the page says; ``endings`` are the nodes, first and last, of what headings say is
    something else. If the feed's text ``has_read_more``, it ends with a link to the post, which ``content`` leaves out.
    """

    outline: Outline
    entry: FeedEntry
    selectors: Selectors
    noisy: list[bool]
    discussion: list[bool]
    content: list[str]
    title: list[str]
    anchor: Anchor
    after_title: int
    day: date | None = None
    endings: list[tuple[int, int]] = field(default_factory=list)
    language: str = "en"
    has_read_more: bool = False
    repeats: RepeatedBlocks | None = None
    number: int = 0
    #: The nodes with so many words at most that are not part of the discussion, once somebody has asked.
    small: dict[int, list[int]] = field(default_factory=dict)
    _quiet: bytes = b""
    _short: dict[int, list[slice]] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)

    @property
    def repeated(self) -> list[bool]:
        """For each block whether its text stands on other pages of the blog, too; not of blocks that the feed has."""
        return self.repeats.marks()[self.number] if self.repeats else [False] * len(self.outline.blocks)

    @property
    def quiet(self) -> bytes:
        """For each word whether it does not stand in noise."""
        if not self._quiet:
            quiet = bytearray(b"\1") * len(self.outline.words)
            for block in self.outline.blocks:
                if self.noisy[block.node]:
                    quiet[block.start : block.end] = bytes(block.end - block.start)
            self._quiet = bytes(quiet)
        return self._quiet

    def short(self, most: int) -> list[slice]:
        """The words that stand in nodes of so many words at most; the few that are asked for are told apart roughly."""
        bound = MAX_SMALL_NODE_WORDS if most > _SHORT else _SHORT
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
    """The text of an HTML fragment, scripts and styles left out."""
    return squash(_shown_text(fragment))


def _shown_text(fragment: str | None) -> str:
    if not fragment or not fragment.strip():
        return ""
    tree = parse_fragment(fragment)
    if next(tree.iter(*INVISIBLE_TAGS), None) is not None:
        etree.strip_elements(tree, *INVISIBLE_TAGS, with_tail=False)
    return " ".join(texts(tree))


def make_sample(entry: FeedEntry, page: Page) -> TrainingSample:
    out = outline(page)
    begun = teaser_text(entry)
    content = words(_shown_text(entry.content_html or entry.summary_html if begun is None else begun))
    title = words(entry.title or "")
    anchor = _verbatim(out, content) or _likely(out.words, content)
    title_place = _title_place(out, title)
    place = anchor.start if anchor.share > 0.3 else title_place
    noisy, discussion = _judge_names(out, place, 0.5 * len(content))
    endings = _endings(out, place, noisy)
    after_title = title_place + len(title) if title_place >= 0 else 0
    told = entry.published or entry.updated
    day = told.date() if told else None
    sample = TrainingSample(
        out, entry, Selectors(out), noisy, discussion, content, title, anchor, after_title, day, endings
    )
    sample.has_read_more = begun is not None
    return sample


def _judge_names(out: Outline, place: int, much: float) -> tuple[list[bool], list[bool]]:
    """For each node whether it is noise by name, or stands in such; and whether it is part of a discussion.

    What holds the article, which begins at ``place``, or most of the page, is not noise, whatever it calls itself.
    """
    noisy = [False] * len(out.tags)
    discussion = [False] * len(out.tags)
    most = 0.5 * len(out.words)

    def mark(marks: list[bool], node: int) -> None:
        marks[node : out.last[node] + 1] = [True] * (out.last[node] + 1 - node)

    tags, stated = out.tags, out.attributes
    for index in out.telling:
        tag, get = tags[index], stated[index].get
        named, comments = noise_by_name(tag, get("id"), get("class"))
        if not index or not (named or tag in _WITHOUT_NAMES) or (noisy[index] and discussion[index]):
            continue
        start, end = out.start[index], out.end[index]
        if end - start >= most:
            continue
        if comments and not discussion[index]:
            mark(discussion, index)
        if noisy[index]:
            continue
        if tag in DISCUSSION_OPENERS and start > place >= 0 and opens_discussion(out.nodes[index]):
            above = out.parent[index]
            while index <= out.last[above]:
                if out.size(index) < most:
                    mark(noisy, index)
                index = out.last[index] + 1
            continue
        holds_article = start <= place < end and end - start > much
        if (named or tag in NOISE_TAGS) and not holds_article and is_noise(out.nodes[index]):
            mark(noisy, index)
    return noisy, discussion


def _endings(out: Outline, place: int, noisy: list[bool]) -> list[tuple[int, int]]:
    """Where comments or other posts follow the article, as headings say, first and last node; they are noise."""
    found: list[tuple[int, int]] = []
    for index in [node for node, tag in enumerate(out.tags) if tag in HEADINGS] if place >= 0 else ():
        if (
            noisy[index]
            or out.start[index] <= place
            or out.size(index) > _HEADING
            or not ends_article(out.nodes[index], out.page.base)
        ):
            continue
        opening = heading_box(out.nodes[index], out.page.tree)
        while out.nodes[index] is not opening:
            index = out.parent[index]
        last = out.last[out.parent[index]]
        noisy[index : last + 1] = [True] * (last + 1 - index)
        found.append((index, last))
    return found


def _verbatim(out: Outline, content: list[str]) -> Anchor | None:
    """Where the feed's text stands word by word, as it often does: found much faster than by pairs of words."""
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


def _likely(stream: list[str], content: list[str]) -> Anchor:
    """Where most pairs of words are the feed's."""
    pairs = set(pairwise(content))
    hits = [*map(pairs.__contains__, pairwise(stream)), False]
    prefix = list(accumulate(hits, initial=0))
    width = min(len(content), len(stream))
    found = list(map(sub, prefix[width:], prefix))
    best = max(found)
    start = found.index(best)
    while best and not hits[start]:
        start += 1
    return Anchor(hits, start, min(start + width, len(stream)), best / width if width else 0.0)


def _title_place(out: Outline, title: list[str]) -> int:
    """Where the title stands on the page as a block of its own, not as a link; -1 if nowhere."""
    size = len(title)
    for block in out.blocks if title else ():
        if block.end - block.start == size and not block.linked and out.words[block.start : block.end] == title:
            return block.start
    return -1


def _is_told(anchor: Anchor, block: Block) -> bool:
    """Whether a block is the article's because the feed has it: there is no need to compare it with other pages."""
    size = block.end - block.start
    return size > _LONG and sum(anchor.hits[block.start : block.end]) > _TOLD * size
