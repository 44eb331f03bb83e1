"""Whether pages look like posts, judged by what they show and by each other; for blogs without a feed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from ..dom import Page, PageKind, find, group_by_template, page_kind, page_regions, page_structure
from ..extraction import guess_titles, metadata_date, visible_date
from ..frontier import has_dated_path

__all__ = ["AlikePages", "LikenessParameters", "rank_by_likeness"]


@dataclass(frozen=True, slots=True)
class LikenessParameters:
    """What makes pages look like posts."""

    #: What a date, an article, and a title that no other page has are worth. A list of posts has none of them but a
    #: title of its own, and a page about the blog has no date.
    date: float = 0.4
    article: float = 0.3
    title: float = 0.3
    #: A page that scores less than this share of the median of its template is something else: a list, a page about
    #: the blog.
    min_score_share: float = 0.65
    #: Pages from here on are enough: a larger group does not look more like posts.
    enough_pages: int = 6
    #: With this many likely posts in a template, the others in it must be like them.
    min_likely: int = 4


_PARAMETERS = LikenessParameters()


@dataclass(frozen=True, slots=True)
class AlikePages:
    """Pages of one template: their places among all pages, and how much they look like posts, from 0 to 1."""

    places: tuple[int, ...]
    likeness: float


def rank_by_likeness(pages: Sequence[Page], likely: Collection[int] = ()) -> list[AlikePages]:
    """The pages of each template, those first that look most like posts.

    ``likely`` are the places of pages that lists of posts lead to. Others, to which only menus lead, must have the
    containers that the likely ones of their template share. If the templates of all pages differ, the pages that look
    most like posts are taken together.
    """
    titles = guess_titles(pages)
    counts = Counter(titles)
    scores = [
        _score(page, has_own_title=title is not None and counts[title] == 1)
        for page, title in zip(pages, titles, strict=True)
    ]
    groups = [_alike(_like_likely(places, pages, scores, likely), scores) for places in group_by_template(pages)]
    groups.sort(key=lambda one: -one.likeness * min(len(one.places), _PARAMETERS.enough_pages))
    if len(pages) > 1 and len(groups) == len(pages):
        top = max(scores)
        return [_alike([place for place, score in enumerate(scores) if score == top], scores)]
    return groups


def _like_likely(
    places: Sequence[int], pages: Sequence[Page], scores: Sequence[float], likely: Collection[int]
) -> Sequence[int]:
    """The likely posts of a template, and those of its other pages that are like them; all if few are likely."""
    sure = [place for place in places if place in likely]
    if len(sure) < _PARAMETERS.min_likely or len(sure) == len(places):
        return places
    posts = _best(sure, scores)
    shared = frozenset.intersection(*(page_structure(pages[place]) for place in posts))
    least = min(scores[place] for place in posts)
    return [
        place
        for place in places
        if place in likely or (scores[place] >= least and shared <= page_structure(pages[place]))
    ]


def _best(places: Sequence[int], scores: Sequence[float]) -> tuple[int, ...]:
    least = _PARAMETERS.min_score_share * median(scores[place] for place in places)
    return tuple(place for place in places if scores[place] >= least)


def _alike(places: Sequence[int], scores: Sequence[float]) -> AlikePages:
    kept = _best(places, scores)
    return AlikePages(kept, sum(scores[place] for place in kept) / len(kept))


def _score(page: Page, *, has_own_title: bool) -> float:
    is_article = page_kind(page_regions(page)) is PageKind.ARTICLE
    return _PARAMETERS.date * _is_dated(page) + _PARAMETERS.article * is_article + _PARAMETERS.title * has_own_title


def _is_dated(page: Page) -> bool:
    """Whether a page has a date of its own: in its metadata, its address, its only ``<time>``, or one that it shows."""
    if metadata_date(page, "published") or has_dated_path(page.url) or len(find(page.tree, "//time")) == 1:
        return True
    return visible_date(page) is not None
