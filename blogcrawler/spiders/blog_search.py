"""Uses a blog's own search to find posts that no link leads to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..crawl import BlogCrawl, CrawlTools
from ..deepweb import ExplorationLimits
from ..errors import ArchiveError, NotFetched
from .form_search import FormSearch

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["BlogSearch"]

#: Requests that a blog's search may cost. Posts that it finds are fetched in addition.
_MAX_REQUESTS = 300


class BlogSearch:
    """Searches a blog once, when its links have run out, and queues what was found. Stat: ``search/queued``."""

    def __init__(self, crawler: Crawler, tools: CrawlTools, crawl: BlogCrawl) -> None:
        self._crawler, self._tools, self._crawl = crawler, tools, crawl
        self._task: asyncio.Future[None] | None = None

    def is_running(self) -> bool:
        """Start the search, unless it was started before; whether there is something to wait for."""
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
            return True
        return not self._task.done()

    async def _run(self) -> None:
        limits = ExplorationLimits(max_requests=_MAX_REQUESTS, details=False)
        search = FormSearch(self._crawler, limits, self._tools.note, saves=False)
        try:
            harvest = await search.run(await search.page(self._tools.state.home))
        except (NotFetched, ArchiveError) as error:
            self._tools.note(f"The search of the blog was not used: {error}")
            return
        if harvest is None:
            self._tools.note("The home page has no search form, so the blog was not searched.")
            return
        requests = self._crawl.searched(record.url for record in harvest.records if record.url)
        self._crawler.stats.inc_value("search/queued", len(requests))
        for request in requests:
            self._crawler.engine.crawl(request)
        self._tools.note(f"The search of the blog found {len(requests):,} pages that no link leads to.")
