"""Feed entries whose link leads to something else: another post, the home page. Nothing is learned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .sample import TrainingSample

__all__ = ["believable"]

#: A text of fewer words may stand anywhere; a page of fewer may be that of many posts.
_TELLING = 10
#: Such a share of the feed's text is found on the page of its post, and no more than that on another page.
_FOUND, _MISSED = 0.6, 0.3


def believable(found: Sequence[TrainingSample]) -> list[TrainingSample]:
    """The pages that are those of their entries, as far as most of the others are.

    Two entries that lead to the same page lead to a list. A page that has neither the entry's text nor its title is
    another one's, if most pages have the text.
    """
    seen = Counter(sample.out.text for sample in found)
    single = [sample for sample in found if seen[sample.out.text] < 2 or len(sample.out.words) < _TELLING]
    single = single if 2 * len(single) >= len(found) else list(found)
    told = [sample for sample in single if len(sample.content) >= _TELLING]
    if 2 * sum(sample.anchor.share >= _FOUND for sample in told) <= len(told):
        return single
    return [sample for sample in single if not _is_other(sample)]


def _is_other(sample: TrainingSample) -> bool:
    return len(sample.content) >= _TELLING and sample.anchor.share < _MISSED and not sample.after_title
