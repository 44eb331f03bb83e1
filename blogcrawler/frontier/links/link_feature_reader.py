"""Reads what the links of a page say, with the regions of the page that they stand in."""

from __future__ import annotations

from collections.abc import Sequence

from ...dom import Page, page_regions, region_around
from ..posts.url_pattern import PostPattern, Verdict
from .link_features import LinkFeatures, link_features_of
from .link_position import Place, place_of
from .links import Link

__all__ = ["LinkFeatureReader"]


class LinkFeatureReader:
    """Gives the clues of links.

    The pages of a blog are alike, so that a page is only analysed if it has links in places where there were none
    before: links in the same place stand in the same kind of region. ``remembered`` places are known at most.
    """

    def __init__(self, pattern: PostPattern, remembered: int = 2_000) -> None:
        self._pattern, self._remembered = pattern, remembered
        self._regions: dict[tuple[str, Place], str] = {}

    def clues(self, page: Page, links: Sequence[Link], source: str) -> list[LinkFeatures]:
        """The clues of a page's links; ``source`` says what kind of page it is."""
        places = [() if link.verdict is Verdict.YES else place_of(link.element) for link in links]
        if any(place and (source, place) not in self._regions for place in places):
            self._look_at(page, links, places, source)
        return [
            link_features_of(link, self._pattern, source, self._regions.get((source, place), ""), place)
            for link, place in zip(links, places, strict=True)
        ]

    def _look_at(self, page: Page, links: Sequence[Link], places: Sequence[Place], source: str) -> None:
        if len(self._regions) > self._remembered:
            self._regions.clear()
        kinds = {region.element: region.kind for region in page_regions(page)}
        for link, place in zip(links, places, strict=True):
            if place and link.element is not None:
                self._regions.setdefault((source, place), region_around(link.element, kinds) or "")
