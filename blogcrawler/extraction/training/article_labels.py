"""Which words of a training page are the article's: known from a full feed, believed from a partial one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from itertools import accumulate, islice, pairwise, takewhile

from ...dates import read_date
from ...dom import NOTE_NAMES, Block, Outline
from .chapter_headings import add_chapter_headings
from .sample import TrainingSample

__all__ = ["ArticleLabels", "add_footnotes", "fill_gaps", "label_full", "label_pages", "label_partial"]

#: The vote of a page in the midst of whose block the feed's text ends, and of one that has much more than the feed.
_BROKEN, _WEAKEST = -1.0, -0.5
#: A line with the date and the author has so many words at most.
_BYLINE = 25
#: Beside the title, its header has so many words at most.
_HEAD = 60
#: So many of its parts are looked at.
_PARTS = 12
#: A paragraph that goes on where the feed ends has so many words at least.
_PARAGRAPH = 12
#: The feed's text stands on the page if such a share of it does.
_FOUND = 0.3
#: A feed text with so many words that is found as one node of the page is no teaser.
_LONG = 100


@dataclass(slots=True)
class ArticleLabels:
    """For one page, which words are the article's (``good``) and how many the article has in all.

    ``prefix`` are prefix sums over the article's words: they answer for every node in constant time. ``quiet`` says
    which words do not stand in noise by name.
    """

    good: bytearray
    total: int
    prefix: list[int]
    quiet: bytes
    _scores: list[float] | None = None

    def within(self, start: int, end: int) -> int:
        """How many of the words in a range are the article's."""
        return self.prefix[end] - self.prefix[start]

    def scores(self, out: Outline) -> list[float]:
        """For each node, Dice of its words and the article's; words in noise by name do not count against it."""
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


def label_pages(found: Sequence[TrainingSample]) -> tuple[list[tuple[TrainingSample, ArticleLabels]], bool]:
    """The training pages with their labels, and whether the feed is full; pages without an article left out."""
    votes = [_vote(sample) for sample in found]
    full = _is_full(votes)
    pairs = [
        (sample, (vote.full or label_full(sample)) if full else (vote.partial or label_partial(sample)))
        for sample, vote in zip(found, votes, strict=True)
    ]
    return [(sample, labels) for sample, labels in pairs if labels.total and any(labels.good)], full


def label_full(sample: TrainingSample) -> ArticleLabels:
    """The feed has the whole article: its words are those whose pairs the feed has."""
    size = len(sample.outline.words)
    hits = int.from_bytes(bytes(sample.anchor.hits[:size]))
    good = bytearray((hits | hits >> 8).to_bytes(size))
    # A single foreign occurrence of "in the" does not make a block part of the article.
    for block in sample.outline.blocks:
        size, found = block.end - block.start, good.count(1, block.start, block.end)
        if found and (found < 0.5 * size or _is_title(sample, block.start, block.end)):
            good[block.start : block.end] = bytes(size)
    return _labels(sample, good, len(sample.content))


def label_partial(sample: TrainingSample) -> ArticleLabels:
    """The feed has a teaser: the article begins where it stands and goes on in text of the page's own."""
    out = sample.outline
    begin = sample.anchor.start if sample.anchor.share > _FOUND else sample.after_title
    heads, beside = _heads(sample), _beside(sample)
    good = bytearray(len(out.words))
    total = 0
    for block, repeated in zip(out.blocks, sample.repeated, strict=True):
        size = block.end - block.start
        if block.end <= begin or sample.noisy[block.node]:
            continue
        linked = block.linked > 0.5 * size and block.start not in beside
        if (repeated or linked) and not _in_teaser(sample, block.start, block.end):
            continue
        if _is_title(sample, block.start, block.end) or _is_way(sample, block) or _is_byline(sample, block):
            continue
        if any(block.start in head for head in heads):
            continue
        good[block.start : block.end] = b"\1" * size
        total += size
    return _labels(sample, good, total)


def _heads(sample: TrainingSample) -> list[range]:
    """The words of each ``<header>`` that holds the title, and who wrote the post, and when."""
    out, most = sample.outline, _HEAD + len(sample.title)
    heads = [range(out.start[node], out.end[node]) for node in out.telling if out.tags[node] == "header"]
    heads = [head for head in heads if len(head) <= most]
    titles = [block.start for block in out.blocks if _is_title(sample, block.start, block.end)] if heads else []
    return [head for head in heads if any(title in head for title in titles)]


def _tail(sample: TrainingSample) -> int:
    """The word with which the feed's text ends on the page."""
    hits, start, tail = sample.anchor.hits, sample.anchor.start, sample.anchor.end - 1
    while tail > start and not hits[tail - 1]:
        tail -= 1
    return tail


def _beside(sample: TrainingSample) -> range:
    """The words beside a teaser that leads on, behind it: there the article goes on, be it with links."""
    out, tail = sample.outline, _tail(sample)
    for block in out.blocks if sample.has_read_more and sample.anchor.share > _FOUND else ():
        if block.start < tail <= block.end:
            return range(block.end, out.end[out.parent[block.node]])
    return range(0)


def _is_way(sample: TrainingSample, block: Block) -> bool:
    """Whether a block is the way to the page: links, and its title behind them."""
    title = sample.title
    return (
        block.linked > 0
        and bool(title)
        and block.end - block.start == block.linked + len(title)
        and sample.outline.words[block.end - len(title) : block.end] == title
    )


def _is_byline(sample: TrainingSample, block: Block) -> bool:
    """Whether a short block states the day on which the post was published."""
    day, out = sample.day, sample.outline
    if day is None or block.end - block.start > _BYLINE:
        return False
    said = out.words[block.start : block.end]
    if not any(word in said for word in (str(day.year), str(day.year)[2:])):
        return False
    # Words have no signs between them, which 2020-01-14 needs; but the block's node may hold more than the block.
    parts = (node for node in range(block.node, out.last[block.node] + 1) if out.start[node] >= block.start)
    within = takewhile(lambda node: out.start[node] < block.end, parts)
    texts = [" ".join(said), *(sample.text(node) for node in islice(within, _PARTS) if out.end[node] <= block.end)]
    return any(
        abs(moment.day - day) <= timedelta(days=1) for text in texts for _, moment in read_date(text, sample.language)
    )


def _in_teaser(sample: TrainingSample, start: int, end: int) -> bool:
    """Whether a block is part of the feed's text: most of it, as far as the text goes."""
    anchor = sample.anchor
    end = min(end, anchor.end)
    return anchor.share > _FOUND and start >= anchor.start and sum(anchor.hits[start:end]) > 0.5 * (end - start) > 1


def fill_gaps(sample: TrainingSample, labels: ArticleLabels, node: int) -> ArticleLabels:
    """The labels with what stands between two parts of the article inside its node counted as part of it.

    Without a full feed, a block that many posts have ("Ingredients") or that is all links looks like the
    template's; but the template stands around the article, seldom in it. So do headings of chapters.
    """
    out = sample.outline
    inside = [b for b in out.blocks if out.start[node] <= b.start and b.end <= out.end[node]]
    good = bytearray(labels.good)
    add_chapter_headings(sample, good, inside)
    known = [b for b in inside if good.find(1, b.start, b.end) >= 0]
    if not known:
        return labels
    for block in inside:
        if known[0].start < block.start < known[-1].start and not sample.noisy[block.node]:
            good[block.start : block.end] = b"\1" * (block.end - block.start)
    return _labels(sample, good, labels.total)


def add_footnotes(sample: TrainingSample, labels: ArticleLabels, node: int) -> ArticleLabels:
    """The labels with the footnotes inside the article's node counted as part of it: many feeds leave them out."""
    out = sample.outline
    notes = [
        index
        for index in out.telling_below(node)
        if (attributes := out.attributes[index])
        and _names_notes(attributes.get("class"), attributes.get("id"))
        and not sample.discussion[index]
    ]
    if not notes:
        return labels
    good = bytearray(labels.good)
    for index in notes:
        good[out.start[index] : out.end[index]] = b"\1" * out.size(index)
    return _labels(sample, good, labels.total)


@lru_cache(maxsize=2048)
def _names_notes(classes: str | None, identity: str | None) -> bool:
    return NOTE_NAMES.search(f"{classes} {identity}") is not None


def _is_title(sample: TrainingSample, start: int, end: int) -> bool:
    return 0 < len(sample.title) == end - start and sample.outline.words[start:end] == sample.title


@dataclass(slots=True)
class _Vote:
    """How much a page speaks for a full feed, and the labels that were made to say so.

    It is ``open`` while the page would have to be labelled as one of a partial feed to say how much.
    """

    sample: TrainingSample
    weight: float
    full: ArticleLabels | None = None
    partial: ArticleLabels | None = None
    open: bool = False

    def settle(self) -> None:
        """Say how much the page speaks for a full feed by what else it has beside the feed's text."""
        self.partial, self.open = label_partial(self.sample), False
        size = len(self.sample.content)
        self.weight = 1.0 if self.partial.total < 1.6 * size else 0.25 if self.partial.total < 3 * size else _WEAKEST


def _is_full(votes: Sequence[_Vote]) -> bool:
    """A short post is whole in a feed of teasers, too; a text that breaks off is in no full feed."""
    if sum(vote.weight == _BROKEN for vote in votes) > 0.2 * len(votes):
        return False
    total = sum(vote.weight for vote in votes)  # open ones with what they have at least
    for vote in votes:
        if total > 0:
            return True
        if vote.open:
            vote.settle()
            total += vote.weight - _WEAKEST
    return total > 0


def _goes_on(sample: TrainingSample, tail: int) -> bool:
    """Whether the next paragraph is the page's own, and stands beside that in which the feed's text ends.

    Hugo's feeds break off behind a paragraph.
    """
    out = sample.outline
    for index, (last, following) in enumerate(pairwise(out.blocks)):
        if last.start < tail <= last.end:
            return (
                out.tags[last.node] == out.tags[following.node] == "p"
                and out.parent[last.node] == out.parent[following.node]
                and not sample.noisy[following.node]
                and following.end - following.start >= _PARAGRAPH
                and following.linked < 0.5 * (following.end - following.start)
                and not sample.repeated[index + 1]
            )
    return False


def _vote(sample: TrainingSample) -> _Vote:
    out = sample.outline
    size = len(sample.content)
    if size < 2:
        return _Vote(sample, _WEAKEST)
    if sample.anchor.share < 0.5:
        return _Vote(sample, 0.0)  # not on this page at all: says nothing
    tail = _tail(sample)
    if sample.has_read_more and _goes_on(sample, tail):
        return _Vote(sample, _BROKEN)
    full = label_full(sample) if size >= _LONG else None
    if full is not None and max(full.scores(out)) > 0.85:
        return _Vote(sample, 1.0, full)
    for block in out.blocks:
        if block.start < tail < block.end - 2 and block.end - tail > 0.1 * (block.end - block.start):
            return _Vote(sample, _BROKEN, full)
    if _goes_on(sample, tail):
        return _Vote(sample, _BROKEN, full)
    if sample.has_read_more:
        partial = label_partial(sample)
        return _Vote(sample, _BROKEN if partial.total > size + _PARAGRAPH else 1.0, full, partial)
    return _Vote(sample, _WEAKEST, full, open=True)
