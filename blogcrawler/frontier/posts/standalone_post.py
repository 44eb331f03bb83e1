"""A page that is clearly a post though no other page looks like it, so that nothing can be learned of its template."""

from __future__ import annotations

from ...dates import read_iso
from ...dom import Page, PageKind, RegionKind, page_kind, page_regions, read, words
from ...extraction import contains_words, guess_title, visible_date
from .url_shape import url_shape_of

__all__ = ["is_standalone_post"]

#: An article has so many characters.
_LEAST_TEXT = 200
_KIND = '/html/head/meta[@property="og:type"]'
_PUBLISHED = '/html/head/meta[@property="article:published_time" or @property="article:published"]'


def is_standalone_post(page: Page, url: str, language: str, *, posts_state_kind: bool) -> bool:
    """Whether a page has one article, is called by its title, and says when it was published: to machines, where other
    posts of the blog do not (``posts_state_kind``), or to readers the month that its address names."""
    if not ((not posts_state_kind and _is_stated(page)) or _is_dated(page, url, language)):
        return False
    title = guess_title(page)
    head = " ".join(read(page, "/html/head/title", "text", 1))
    body = page.tree.find("body")
    if body is None or not title or not words(title) or not contains_words(head, title):
        return False
    if not any(len(text) < 2 * len(title) and contains_words(text, title) for text in map(str, body.itertext())):
        return False
    regions = page_regions(page)
    text = sum(region.clean_text for region in regions if region.kind is RegionKind.INFORMATION)
    return text >= _LEAST_TEXT and page_kind(regions) is PageKind.ARTICLE


def _is_stated(page: Page) -> bool:
    kinds = [kind.lower() for kind in read(page, _KIND, "content", 1)]
    return kinds == ["article"] and any(map(read_iso, read(page, _PUBLISHED, "content", 1)))


def _is_dated(page: Page, url: str, language: str) -> bool:
    """Whether the page shows a date of the month in which its address stands: /2006/03/name."""
    shape, segments = url_shape_of(url)
    kinds = shape.kinds
    if shape.query or kinds[-1:] != ("S",) or kinds.count("Y") != 1:
        return False
    year = kinds.index("Y")
    between = segments[year + 1 : -1]
    if not 1 <= len(between) <= 2 or not all(part.isdigit() for part in between):
        return False
    shown = visible_date(page, language)
    return shown is not None and (shown.day.year, shown.day.month) == (int(segments[year]), int(between[0][:4]))
