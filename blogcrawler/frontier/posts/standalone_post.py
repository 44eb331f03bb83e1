"""Posts in a template that no other page has, so that no rules can be learned for it."""

from __future__ import annotations

from ...dates import read_iso
from ...dom import Page, PageKind, RegionKind, page_kind, page_regions, read, words
from ...extraction import contains_words, guess_title, visible_date
from .url_shape import SegmentKind, url_shape_of

__all__ = ["is_standalone_post"]

#: Characters. Pages with less text are seldom articles.
_MIN_TEXT_LENGTH = 200
_KIND = '/html/head/meta[@property="og:type"]'
_PUBLISHED = '/html/head/meta[@property="article:published_time" or @property="article:published"]'


def is_standalone_post(page: Page, url: str, language: str, *, posts_state_kind: bool) -> bool:
    """Whether a page is clearly a post: it has one article, its head names the article's title, and it is dated.

    The date must be in the metadata, together with the type ``article``, or be a visible date in the month that the
    URL names. The metadata counts only if the blog's other posts do not have the type (``posts_state_kind``).
    """
    if not ((not posts_state_kind and _metadata_says_article(page)) or _shows_date_of_url(page, url, language)):
        return False
    title = guess_title(page)
    head = " ".join(read(page, "/html/head/title", "text", 1))
    body = page.tree.find("body")
    if body is None or not title or not words(title) or not contains_words(head, title):
        return False
    if not any(len(text) < 2 * len(title) and contains_words(text, title) for text in map(str, body.itertext())):
        return False
    regions = page_regions(page)
    text_length = sum(region.clean_text for region in regions if region.kind is RegionKind.INFORMATION)
    return text_length >= _MIN_TEXT_LENGTH and page_kind(regions) is PageKind.ARTICLE


def _metadata_says_article(page: Page) -> bool:
    kinds = [kind.lower() for kind in read(page, _KIND, "content", 1)]
    return kinds == ["article"] and any(map(read_iso, read(page, _PUBLISHED, "content", 1)))


def _shows_date_of_url(page: Page, url: str, language: str) -> bool:
    """Whether the page shows a date in the month that its URL names: /2006/03/name."""
    shape, segments = url_shape_of(url)
    kinds = shape.kinds
    if shape.query or kinds[-1:] != (SegmentKind.WORDS,) or kinds.count(SegmentKind.YEAR) != 1:
        return False
    year = kinds.index(SegmentKind.YEAR)
    between = segments[year + 1 : -1]
    if not 1 <= len(between) <= 2 or not all(part.isdigit() for part in between):
        return False
    shown = visible_date(page, language)
    return shown is not None and (shown.day.year, shown.day.month) == (int(segments[year]), int(between[0][:4]))
