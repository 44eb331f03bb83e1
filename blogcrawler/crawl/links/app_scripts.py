"""Posts that are named only in the scripts of a blog that is a JavaScript application."""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice
from typing import Any

from scrapy import Request
from scrapy.http import Response

from ...blog import KnownBlog
from ...dom import Page
from ...feeds import Sitemap, SitemapPage
from ...frontier import app_files, posts_in_script
from ..crawl_tools import CrawlTools
from ..thread_work import ThreadWork, in_thread
from .link_follower import LinkFollower
from .request_factory import RequestFactory

__all__ = ["AppScripts"]

_MAX_SCRIPTS = 12


class AppScripts:
    """Requests the scripts of an application when links lead to nothing new and no sitemap lists the posts.

    Stats: ``frontier/scripts`` (files read), ``frontier/scripted`` (posts found in them).
    """

    def __init__(self, blog: KnownBlog, requests: RequestFactory, links: LinkFollower, tools: CrawlTools) -> None:
        self._blog, self._requests, self._links, self._tools = blog, requests, links, tools

    def collect(self, page: Page) -> None:
        """Remember the scripts of a list of posts."""
        known = self._tools.state.scripts
        if len(known) < _MAX_SCRIPTS and (new := [url for url in app_files(page) if url not in known]):
            self._tools.state.scripts = list(islice(dict.fromkeys([*known, *new]), _MAX_SCRIPTS))
            self._tools.save_state()

    def last_requests(self) -> list[Request]:
        """Requests for the scripts, once nothing else is left to fetch."""
        if self._links.all_listed:
            return []
        return [self._requests.script(url) for url in self._tools.state.scripts if self._requests.is_new(url)]

    def read(self, response: Response) -> Generator[Request | ThreadWork, Any, None]:
        """Requests for the posts that a script names."""
        text = response.body.decode("utf-8", "replace")
        posts = yield from in_thread(posts_in_script, text, response.url, self._blog.scope)
        number = yield from self._links.follow_sitemap(Sitemap(response.url, tuple(map(SitemapPage, posts))))
        self._tools.stats.inc_value("frontier/scripts")
        self._tools.stats.inc_value("frontier/scripted", number)
