"""Whether a feed has whole articles or teasers: every training page votes, and the pages are labelled accordingly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .article_labels import ArticleLabels, feed_text_end, label_full, label_partial
from .sample import TrainingSample

__all__ = ["FullFeedParameters", "label_pages"]


@dataclass(frozen=True, slots=True)
class FullFeedParameters:
    """How pages vote."""

    #: The vote of a page on which the feed's text breaks off; and of one that has much more text than the feed.
    broken_vote: float = -1.0
    weakest_vote: float = -0.5
    #: A page with less than this much text, relative to the feed's, votes for a full feed; or a little for it.
    full_ratio: float = 1.6
    doubtful_ratio: float = 3.0
    doubtful_vote: float = 0.25
    #: If the feed's text breaks off on more than this share of the pages, the feed is not full.
    max_broken_share: float = 0.2
    #: If less than this share of the feed's text is on the page, the page says nothing.
    min_anchor_share: float = 0.5
    #: A text of this many words that is a node of the page by this score is not a teaser.
    min_long_text_words: int = 100
    min_node_score: float = 0.85
    #: The text breaks off inside a block if more than this share of the block, and more than two words, follow.
    min_rest_share: float = 0.1
    min_rest_words: int = 2
    #: A paragraph that continues the feed's text has at least this many words, and no more than this share of links.
    min_paragraph_words: int = 12
    max_linked_share: float = 0.5


_PARAMETERS = FullFeedParameters()


def label_pages(samples: Sequence[TrainingSample]) -> tuple[list[tuple[TrainingSample, ArticleLabels]], bool]:
    """The training pages with their labels, without pages that have no article; and whether the feed is full.

    Pages that the feed does not list have no vote, and are labelled like those of a partial feed.
    """
    votes = [_vote(sample) for sample in samples]
    full = _is_full([vote for vote in votes if not vote.sample.entry.from_page])
    labelled = [
        (
            sample,
            (vote.full or label_full(sample))
            if full and not sample.entry.from_page
            else (vote.partial or label_partial(sample)),
        )
        for sample, vote in zip(samples, votes, strict=True)
    ]
    return [(sample, labels) for sample, labels in labelled if labels.total and any(labels.good)], full


@dataclass(slots=True)
class _Vote:
    """How much a page speaks for a full feed, and the labels that were made to find out.

    A vote is ``open``, with the least weight that it can have, until the page is labelled as one of a partial feed.
    """

    sample: TrainingSample
    weight: float
    full: ArticleLabels | None = None
    partial: ArticleLabels | None = None
    open: bool = False

    def settle(self) -> None:
        """Set the weight of an open vote by how much text the page has in addition to the feed's."""
        self.partial, self.open = label_partial(self.sample), False
        size = len(self.sample.content)
        if self.partial.total < _PARAMETERS.full_ratio * size:
            self.weight = 1.0
        elif self.partial.total < _PARAMETERS.doubtful_ratio * size:
            self.weight = _PARAMETERS.doubtful_vote
        else:
            self.weight = _PARAMETERS.weakest_vote


def _is_full(votes: Sequence[_Vote]) -> bool:
    """Whether the votes are for a full feed. Short posts are whole even in a feed of teasers, broken texts never."""
    broken = sum(vote.weight == _PARAMETERS.broken_vote for vote in votes)
    if broken > _PARAMETERS.max_broken_share * len(votes):
        return False
    total = sum(vote.weight for vote in votes)
    for vote in votes:
        if total > 0:  # open votes can only add to it
            return True
        if vote.open:
            vote.settle()
            total += vote.weight - _PARAMETERS.weakest_vote
    return total > 0


def _vote(sample: TrainingSample) -> _Vote:
    size = len(sample.content)
    if size < 2:
        return _Vote(sample, _PARAMETERS.weakest_vote)
    if sample.anchor.share < _PARAMETERS.min_anchor_share:
        return _Vote(sample, 0.0)
    end = feed_text_end(sample)
    if sample.has_read_more and _goes_on(sample, end):
        return _Vote(sample, _PARAMETERS.broken_vote)
    full = label_full(sample) if size >= _PARAMETERS.min_long_text_words else None
    if full is not None and _is_container(sample, full):
        return _Vote(sample, 1.0, full)
    if _breaks_off(sample, end) or _goes_on(sample, end):
        return _Vote(sample, _PARAMETERS.broken_vote, full)
    if sample.has_read_more:
        partial = label_partial(sample)
        is_broken = partial.total > size + _PARAMETERS.min_paragraph_words
        return _Vote(sample, _PARAMETERS.broken_vote if is_broken else 1.0, full, partial)
    return _Vote(sample, _PARAMETERS.weakest_vote, full, open=True)


def _is_container(sample: TrainingSample, full: ArticleLabels) -> bool:
    """Whether the feed's text is the text of an element of the page; a paragraph may be a long teaser."""
    scores = full.scores(sample.outline)
    most = max(scores)
    return most > _PARAMETERS.min_node_score and sample.outline.tags[scores.index(most)] != "p"


def _breaks_off(sample: TrainingSample, end: int) -> bool:
    """Whether the feed's text ends in the middle of a block."""
    return any(
        block.start < end < block.end - _PARAMETERS.min_rest_words
        and block.end - end > _PARAMETERS.min_rest_share * (block.end - block.start)
        for block in sample.outline.blocks
    )


def _goes_on(sample: TrainingSample, end: int) -> bool:
    """Whether a paragraph of the post follows the one in which the feed's text ends, as with Hugo's feeds."""
    out = sample.outline
    for index, (last, following) in enumerate(pairwise(out.blocks)):
        if last.start < end <= last.end:
            size = following.end - following.start
            return (
                out.tags[last.node] == out.tags[following.node] == "p"
                and out.parent[last.node] == out.parent[following.node]
                and not sample.noisy[following.node]
                and size >= _PARAMETERS.min_paragraph_words
                and following.linked < _PARAMETERS.max_linked_share * size
                and not sample.repeated[index + 1]
            )
    return False
