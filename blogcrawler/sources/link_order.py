"""Dates by the links between posts: a post appears after those that it links to, and before those that link to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..dates import DateCandidate, DateOrigin, between
from ..urls import page_key

__all__ = ["by_links"]

#: Links are trusted if this many lead from one dated post to another, and this share of them to an older one: some
#: authors add links to later posts.
_MIN_LINKS, _MIN_SHARE_TO_OLDER = 5, 0.95


def by_links(
    dated: Mapping[str, str], undated: Iterable[str], links: Mapping[str, Iterable[str]]
) -> Iterable[tuple[str, DateCandidate]]:
    """Estimates for undated posts that link to a dated one and that another dated one links to.

    ``links`` are the addresses in the text of each post.
    """
    days = {page_key(url): date[:10] for url, date in dated.items()}
    waiting = {page_key(url): url for url in undated}
    after: dict[str, str] = {}
    before: dict[str, str] = {}
    older = both = 0
    for url, targets in links.items():
        source = page_key(url)
        for target in set(map(page_key, targets)) - {source}:
            if source in days and target in days:
                both += 1
                older += days[target] <= days[source]
            elif source in waiting and target in days:
                after[source] = max(after.get(source, ""), days[target])
            elif source in days and target in waiting:
                before[target] = min(before.get(target, "9999"), days[source])
    if both < _MIN_LINKS or older < _MIN_SHARE_TO_OLDER * both:
        return
    for key in after.keys() & before.keys():
        if after[key] <= before[key] and (guess := between(after[key], before[key], DateOrigin.NEIGHBOURS)) is not None:
            yield waiting[key], guess
