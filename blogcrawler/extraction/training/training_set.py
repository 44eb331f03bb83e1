"""The training set: the pages of a blog's feed entries, ready to be learned from."""

from __future__ import annotations

from collections.abc import Iterable

from ...dom import Page
from ...items import FeedEntry
from .mismatched_entries import drop_mismatched
from .sample import RepeatedBlocks, TrainingSample, make_sample

__all__ = ["training_samples"]


def training_samples(pairs: Iterable[tuple[FeedEntry, Page]]) -> list[TrainingSample]:
    """Feed entries with their pages as training samples, without entries that link to something else."""
    samples = drop_mismatched([make_sample(entry, page) for entry, page in pairs])
    repeats = RepeatedBlocks([(sample.outline, sample.anchor) for sample in samples])
    for number, sample in enumerate(samples):
        sample.repeats, sample.number = repeats, number
    return samples
