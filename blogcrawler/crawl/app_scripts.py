"""Posts that only the scripts of an application know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http import Response

from ..blog import KnownBlog
from ..dom import Page
from ..feeds import Sitemap, SitemapPage
from ..frontier import CrawlState, DiskFrontier, app_files, posts_in_script
from .link_follower import LinkFollower
from .request_factory import RequestFactory

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["AppScripts"]

#: So many files are asked for at most.
_MOST = 12


class AppScripts:
    """Asks for the scripts of a blog that is an application, when links have led to all that they lead to and no
    sitemap lists the posts. Stats: ``frontier/scripts`` (files read), ``frontier/scripted`` (posts found in them)."""

    def __init__(
        self,
        blog: KnownBlog,
        requests: RequestFactory,
        following: LinkFollower,
        frontier: DiskFrontier,
        state: CrawlState,
        stats: StatsCollector,
    ) -> None:
        self._blog, self._requests, self._following = blog, requests, following
        self._frontier, self._state, self._stats = frontier, state, stats

    def look_at(self, page: Page) -> None:
        """Remember the scripts of a list."""
        known = self._state.scripts
        if len(known) < _MOST and (new := [url for url in app_files(page) if url not in known]):
            self._state.scripts = list(islice(dict.fromkeys([*known, *new]), _MOST))
            self._state.save(self._frontier)

    def last(self) -> list[Request]:
        """Requests for what was not asked for, when nothing else is left."""
        if self._following.all_listed:
            return []
        return [self._requests.script(url) for url in self._state.scripts if self._requests.is_new(url)]

    def read(self, response: Response) -> Iterator[Request]:
        """Requests for the posts that a script knows."""
        text = response.body.decode("utf-8", "replace")
        posts = posts_in_script(text, response.url, self._blog.scope)
        requests = list(self._following.listed(_as_sitemap(response.url, posts)))
        self._stats.inc_value("frontier/scripts")
        self._stats.inc_value("frontier/scripted", len(requests))
        yield from requests


def _as_sitemap(url: str, posts: Iterable[str]) -> Sitemap:
    return Sitemap(url, tuple(map(SitemapPage, posts)))
