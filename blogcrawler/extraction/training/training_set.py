"""The training set: the pages of a blog's feed entries, ready to be learned from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial

from ...dom import Page
from ...items import FeedEntry
from .closing_lines import closing_words
from .mismatched_entries import drop_mismatched
from .sample import RepeatedBlocks, TrainingSample, make_sample

__all__ = ["seek_closing_lines", "training_samples"]


def training_samples(pairs: Iterable[tuple[FeedEntry, Page]]) -> list[TrainingSample]:
    """Feed entries with their pages as training samples, without entries that link to something else."""
    samples = drop_mismatched([make_sample(entry, page) for entry, page in pairs])
    repeats = RepeatedBlocks([(sample.outline, sample.anchor) for sample in samples])
    for number, sample in enumerate(samples):
        sample.repeats, sample.number = repeats, number
    seek_closing_lines(samples)
    return samples


def seek_closing_lines(samples: Sequence[TrainingSample]) -> None:
    """Let the lines that close articles be looked for when they are first needed; again, if the days have changed."""
    find = cache(partial(closing_words, samples))
    for sample in samples:
        sample.closing_words = find
