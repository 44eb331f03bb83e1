"""Feed entries made from the pages themselves, for blogs without a feed or with one of a few entries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

from ....dates import url_date
from ....dom import Page, words
from ....items import FeedEntry
from ...extractor import metadata_date
from ...fields.title_affixes import blog_name_affixes, strip_blog_name
from ...fields.titles import guess_titles

__all__ = ["entries_beside_feed", "own_entries"]


def own_entries(pages: Sequence[Page]) -> list[FeedEntry]:
    """An entry for each page of a blog with the title and the date that the page states."""
    titles = guess_titles(pages)
    affixes = blog_name_affixes(titles, pages)
    return [
        FeedEntry(
            url=page.url, title=title and strip_blog_name(title, affixes), published=_stated(page), from_page=True
        )
        for page, title in zip(pages, titles, strict=True)
    ]


def entries_beside_feed(known: Sequence[tuple[FeedEntry, Page]], pages: Sequence[Page]) -> list[FeedEntry]:
    """An entry for each page that the feed does not list, given ``known`` entries with their pages.

    It has a title only if pages and feed agree on the titles of known entries. It has no date: only the feed's is
    certain.
    """
    made = own_entries([*(page for _, page in known), *pages])
    own, further = made[: len(known)], made[len(known) :]
    agrees = all(_same(entry.title, one.title) for (entry, _), one in zip(known, own, strict=True))
    return [FeedEntry(url=entry.url, title=entry.title if agrees else None, from_page=True) for entry in further]


def _same(one: str | None, other: str | None) -> bool:
    return words(one or "") == words(other or "")


def _stated(page: Page) -> datetime | None:
    date = metadata_date(page, "published") or url_date(page.url)
    return (date.when() or datetime.combine(date.day, time())) if date else None
