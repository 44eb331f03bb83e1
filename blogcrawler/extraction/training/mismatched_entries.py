"""Feed entries that do not link to their post but to another one, or to the home page. Nothing is learned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .sample import TrainingSample

__all__ = ["drop_mismatched"]

#: A shorter text may appear on any page, and a shorter page may be shared by many posts.
_MIN_WORDS = 10
#: The page belongs to the entry if it has at least this share of the entry's text, to another if it has less than that.
_MATCHING_SHARE, _MISMATCHED_SHARE = 0.6, 0.3


def drop_mismatched(samples: Sequence[TrainingSample]) -> list[TrainingSample]:
    """The samples whose page belongs to their entry.

    If two entries lead to the same page, that is a list. If most pages have the text of their entry, those that have
    neither the text nor the title are something else.
    """
    pages = Counter(sample.outline.text for sample in samples)
    unique = [sample for sample in samples if pages[sample.outline.text] < 2 or len(sample.outline.words) < _MIN_WORDS]
    unique = unique if 2 * len(unique) >= len(samples) else list(samples)
    with_text = [sample for sample in unique if len(sample.content) >= _MIN_WORDS]
    if 2 * sum(sample.anchor.share >= _MATCHING_SHARE for sample in with_text) <= len(with_text):
        return unique
    return [sample for sample in unique if not _is_mismatched(sample)]


def _is_mismatched(sample: TrainingSample) -> bool:
    return len(sample.content) >= _MIN_WORDS and sample.anchor.share < _MISMATCHED_SHARE and not sample.after_title
