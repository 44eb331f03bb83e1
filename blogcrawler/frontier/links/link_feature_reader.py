"""Reads the features of a page's links, including the kinds of regions that contain them."""

from __future__ import annotations

from collections.abc import Sequence

from ...dom import Page, page_regions, region_around
from ..posts.url_pattern import PostPattern, Verdict
from .link_features import LinkFeatures, link_features_of
from .link_position import Position, position_of
from .links import Link

__all__ = ["LinkFeatureReader"]


class LinkFeatureReader:
    """Reads the features of links.

    The pages of a blog are alike, so a page is analysed only if it has links in positions that were not seen before:
    links in the same position are in the same kind of region. At most ``max_positions`` are remembered.
    """

    def __init__(self, pattern: PostPattern, max_positions: int = 2_000) -> None:
        self._pattern, self._max_positions = pattern, max_positions
        self._regions: dict[tuple[str, Position], str] = {}

    def read(self, page: Page, links: Sequence[Link], source: str) -> list[LinkFeatures]:
        """The features of a page's links; ``source`` is the kind of the page."""
        positions = [() if link.verdict is Verdict.YES else position_of(link.element) for link in links]
        if any(position and (source, position) not in self._regions for position in positions):
            self._analyse(page, links, positions, source)
        return [
            link_features_of(link, self._pattern, source, self._regions.get((source, position), ""), position)
            for link, position in zip(links, positions, strict=True)
        ]

    def _analyse(self, page: Page, links: Sequence[Link], positions: Sequence[Position], source: str) -> None:
        if len(self._regions) > self._max_positions:
            self._regions.clear()
        kinds = {region.element: region.kind for region in page_regions(page)}
        for link, position in zip(links, positions, strict=True):
            if position and link.element is not None:
                self._regions.setdefault((source, position), region_around(link.element, kinds) or "")
