"""Feed entries made from the pages themselves, for blogs without a feed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

from ....dates import url_date
from ....dom import Page
from ....items import FeedEntry
from ...extractor import metadata_date
from ...fields.titles import guess_titles

__all__ = ["own_entries"]


def own_entries(pages: Sequence[Page]) -> list[FeedEntry]:
    """An entry for each page of a blog with the title and the date that the page states."""
    return [
        FeedEntry(url=page.url, title=title, published=_stated(page))
        for page, title in zip(pages, guess_titles(pages), strict=True)
    ]


def _stated(page: Page) -> datetime | None:
    date = metadata_date(page, "published") or url_date(page.url)
    return (date.when() or datetime.combine(date.day, time())) if date else None
