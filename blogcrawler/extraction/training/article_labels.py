"""Which words of a training page belong to the article: known from a full feed, inferred from a partial one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from itertools import accumulate, islice, takewhile

from ...dates import read_date
from ...dom import NOTE_NAMES, Block, Outline
from .chapter_headings import add_chapter_headings
from .mentioned_years import mentions_year
from .repeated_paragraphs import repeated_paragraphs
from .sample import TrainingSample

__all__ = [
    "ArticleLabels",
    "LabelParameters",
    "add_footnotes",
    "feed_text_end",
    "fill_gaps",
    "label_full",
    "label_partial",
]


@dataclass(frozen=True, slots=True)
class LabelParameters:
    """What belongs to the article."""

    #: A full feed must have this share of a block's words: a single "in the" does not make it part of the article.
    min_block_share: float = 0.5
    #: A block with a larger share of links is navigation.
    max_linked_share: float = 0.5
    #: A block belongs to the teaser if the feed has more than this share of it.
    min_teaser_share: float = 0.5
    #: A teaser with this many times as many words between it and the title as after it is not the article's beginning.
    max_missed_factor: float = 2.0
    #: But it is, if it has this many words, this share of them is there, and the text is this many times as long.
    min_teaser_words: int = 15
    min_whole_share: float = 0.8
    min_continued_factor: float = 1.2
    #: Maximum number of words in a byline with date and author, and of its elements to search for the date.
    max_byline_words: int = 25
    max_byline_elements: int = 12
    #: A ``<header>`` with the title has no more other words than this.
    max_header_words: int = 60


_PARAMETERS = LabelParameters()


@dataclass(slots=True)
class ArticleLabels:
    """Which words of a page are the article's (``good``) and how many words the article has in all (``total``).

    ``prefix`` are prefix sums of ``good``: they count the article's words in every node in constant time. ``quiet``
    says which words are not in noise, ``full`` that the feed has the whole article.
    """

    good: bytearray
    total: int
    prefix: list[int]
    quiet: bytes
    full: bool = False
    _scores: list[float] | None = None

    def within(self, start: int, end: int) -> int:
        """The number of the article's words in a range."""
        return self.prefix[end] - self.prefix[start]

    def scores(self, out: Outline) -> list[float]:
        """For each node, the Dice coefficient of its words and the article's; other words in noise do not count."""
        if self._scores is None:
            total, prefix = self.total, self.prefix
            shown = (int.from_bytes(self.good) | int.from_bytes(self.quiet)).to_bytes(len(self.good))
            visible = list(accumulate(shown, initial=0))
            self._scores = [
                2 * min(good, total) / (visible[end] - visible[start] + total)
                if (good := prefix[end] - prefix[start])
                else 0.0
                for start, end in zip(out.start, out.end, strict=True)
            ]
        return self._scores


def _labels(sample: TrainingSample, good: bytearray, total: int) -> ArticleLabels:
    return ArticleLabels(good, total, list(accumulate(good, initial=0)), sample.quiet)


def label_full(sample: TrainingSample) -> ArticleLabels:
    """Label the words that the feed has, if it has the whole article."""
    size = len(sample.outline.words)
    hits = int.from_bytes(bytes(sample.anchor.hits[:size]))
    # A hit is the first word of a pair: the second is the article's, too.
    good = bytearray((hits | hits >> 8).to_bytes(size))
    for block in sample.outline.blocks:
        size, found = block.end - block.start, good.count(1, block.start, block.end)
        if found and (found < _PARAMETERS.min_block_share * size or _is_title(sample, block)):
            good[block.start : block.end] = bytes(size)
    labels = _labels(sample, good, len(sample.content))
    labels.full = True
    return labels


def label_partial(sample: TrainingSample) -> ArticleLabels:
    """Label the text from the teaser on, without what belongs to the template, if the feed has only a teaser."""
    if not sample.is_anchored or sample.anchor.start <= sample.after_title:
        return _label_from(sample, sample.anchor.start if sample.is_anchored else sample.after_title)
    labels = _label_from(sample, sample.anchor.start)
    if sample.anchor.start - sample.after_title <= labels.total or _continues_teaser(sample, labels):
        return labels
    # The feed's text may be a line below the article, such as its categories.
    earlier = _label_from(sample, sample.after_title)
    return earlier if earlier.total > _PARAMETERS.max_missed_factor * labels.total else labels


def _continues_teaser(sample: TrainingSample, labels: ArticleLabels) -> bool:
    """Whether the page has the whole teaser and continues after it: the article begins there, whatever is above."""
    size = len(sample.content)
    return (
        size >= _PARAMETERS.min_teaser_words
        and sample.anchor.share >= _PARAMETERS.min_whole_share
        and labels.total >= _PARAMETERS.min_continued_factor * size
    )


def _label_from(sample: TrainingSample, begin: int) -> ArticleLabels:
    """Label the text from a word on, without what belongs to the template."""
    out = sample.outline
    headers, continuation = _headers(sample), _continuation(sample)
    good = bytearray(len(out.words))
    total, closing = 0, sample.closing
    for block, repeated in zip(out.blocks, sample.repeated, strict=True):
        size = block.end - block.start
        if block.end <= begin or block.start >= closing or sample.noisy[block.node]:
            continue
        is_linked = block.linked > _PARAMETERS.max_linked_share * size and block.start not in continuation
        if (repeated or is_linked) and not _is_in_teaser(sample, block):
            continue
        if _is_title(sample, block) or _is_breadcrumb(sample, block) or _is_byline(sample, block):
            continue
        if any(block.start in header for header in headers):
            continue
        good[block.start : block.end] = b"\1" * size
        total += size
    return _labels(sample, good, total)


def _headers(sample: TrainingSample) -> list[range]:
    """The words of each short ``<header>`` that holds the title; it also holds the byline."""
    out, most = sample.outline, _PARAMETERS.max_header_words + len(sample.title)
    headers = [range(out.start[node], out.end[node]) for node in out.informative if out.tags[node] == "header"]
    headers = [header for header in headers if len(header) <= most]
    titles = [block.start for block in out.blocks if _is_title(sample, block)] if headers else []
    return [header for header in headers if any(title in header for title in titles)]


def feed_text_end(sample: TrainingSample) -> int:
    """The last word of the feed's text on the page."""
    hits, start, end = sample.anchor.hits, sample.anchor.start, sample.anchor.end - 1
    while end > start and not hits[end - 1]:
        end -= 1
    return end


def _continuation(sample: TrainingSample) -> range:
    """The words after a teaser with a "read more" link, in the same element: the article continues there."""
    out, end = sample.outline, feed_text_end(sample)
    for block in out.blocks if sample.has_read_more and sample.is_anchored else ():
        if block.start < end <= block.end:
            return range(block.end, out.end[out.parent[block.node]])
    return range(0)


def _is_title(sample: TrainingSample, block: Block) -> bool:
    start, end = block.start, block.end
    return 0 < len(sample.title) == end - start and sample.outline.words[start:end] == sample.title


def _is_breadcrumb(sample: TrainingSample, block: Block) -> bool:
    """Whether a block is a breadcrumb trail: links followed by the title."""
    title = sample.title
    return (
        block.linked > 0
        and bool(title)
        and block.end - block.start == block.linked + len(title)
        and sample.outline.words[block.end - len(title) : block.end] == title
    )


def _is_byline(sample: TrainingSample, block: Block) -> bool:
    """Whether a short block has the day of publication."""
    day, out = sample.day, sample.outline
    if day is None or block.end - block.start > _PARAMETERS.max_byline_words:
        return False
    said = out.words[block.start : block.end]
    if not mentions_year(said, day.year):
        return False
    # Words are stripped of the signs that 2020-01-14 needs, so the elements are read, too. The block's node may hold
    # more than the block.
    parts = (node for node in range(block.node, out.last[block.node] + 1) if out.start[node] >= block.start)
    within = islice(takewhile(lambda node: out.start[node] < block.end, parts), _PARAMETERS.max_byline_elements)
    texts = [" ".join(said), *(sample.text(node) for node in within if out.end[node] <= block.end)]
    return any(
        abs(moment.day - day) <= timedelta(days=1) for text in texts for _, moment in read_date(text, sample.language)
    )


def _is_in_teaser(sample: TrainingSample, block: Block) -> bool:
    """Whether most of a block, as far as the feed's text goes, is in the feed."""
    anchor, start = sample.anchor, block.start
    if not sample.is_anchored or start < anchor.start:
        return False
    end = min(block.end, anchor.end)
    return sum(anchor.hits[start:end]) > _PARAMETERS.min_teaser_share * (end - start) > 1


def fill_gaps(sample: TrainingSample, labels: ArticleLabels, node: int) -> ArticleLabels:
    """The labels with everything between two parts of the article inside its node added, and chapter headings.

    Without a full feed, a block that many posts share ("Ingredients") or that is all links looks like the template's.
    But the template is around the article, seldom in it.
    """
    out = sample.outline
    end = min(out.end[node], sample.closing)
    inside = [block for block in out.blocks if out.start[node] <= block.start and block.end <= end]
    good = bytearray(labels.good)
    add_chapter_headings(sample, good, inside)
    known = [block for block in inside if good.find(1, block.start, block.end) >= 0]
    if not known:
        return labels
    for block in repeated_paragraphs(sample, inside, known):
        good[block.start : block.end] = b"\1" * (block.end - block.start)
    known = [block for block in inside if good.find(1, block.start, block.end) >= 0]
    for block in inside:
        if known[0].start < block.start < known[-1].start and not sample.noisy[block.node]:
            good[block.start : block.end] = b"\1" * (block.end - block.start)
    return _labels(sample, good, labels.total)


def add_footnotes(sample: TrainingSample, labels: ArticleLabels, node: int) -> ArticleLabels:
    """The labels with the footnotes inside the article's node added: many feeds leave them out."""
    out = sample.outline
    notes = [
        index
        for index in out.informative_below(node)
        if (attributes := out.attributes[index])
        and _names_footnotes(attributes.get("class"), attributes.get("id"))
        and not sample.discussion[index]
    ]
    if not notes:
        return labels
    good = bytearray(labels.good)
    for index in notes:
        good[out.start[index] : out.end[index]] = b"\1" * out.size(index)
    return replace(_labels(sample, good, labels.total), full=labels.full)


@lru_cache(maxsize=2048)
def _names_footnotes(classes: str | None, identity: str | None) -> bool:
    return NOTE_NAMES.search(f"{classes} {identity}") is not None
