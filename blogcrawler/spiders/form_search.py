"""Runs the exploration of search forms inside a crawl: downloads by the crawl's own downloader, saves to its store."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http import TextResponse
from scrapy.http.request import NO_CALLBACK

from ..crawl_settings import CrawlSettings
from ..deepweb import (
    Exploration,
    ExplorationLimits,
    Form,
    FormRequest,
    SearchHarvest,
    find_search_forms,
    source_of,
    source_record,
)
from ..dom import Page
from ..errors import ArchiveError, NotFetched, UsageError
from ..http import advice_on_reason, is_html, reason_of, to_page
from ..items import SearchSource, SourceRecord
from ..store import open_store

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["FormSearch", "check_number", "read_queries"]

logger = logging.getLogger(__name__)


class FormSearch:
    """Finds the search form of a page and explores it.

    All requests go through the crawl's downloader: robots.txt, delays, retries, the private-network guard and the web
    archive apply as to any page. Stats: ``records/found``, ``search/requests``, ``search/failed``.
    """

    def __init__(
        self, crawler: Crawler, limits: ExplorationLimits, note: Callable[[str], None], *, saves: bool = True
    ) -> None:
        self.crawler, self.limits, self.note = crawler, limits, note
        self._saves = saves
        self.harvest: SearchHarvest | None = None
        self._exploration: Exploration | None = None
        self._reason = ""

    async def page(self, url: str) -> Page:
        """Download a page; raises ``NotFetched`` if that fails."""
        page = await self._fetch(FormRequest(url))
        if page is None:
            reason = self._reason or "it is not a page"
            raise NotFetched(f"{url} cannot be fetched: {reason}; {advice_on_reason(reason)}")
        return page

    async def run(
        self, page: Page, form: Form | None = None, queries: tuple[tuple[str, str], ...] = ()
    ) -> SearchHarvest | None:
        """Explore the search form of a page, or this one; ``None`` if the page has no search form that may be sent."""
        forms = [form] if form is not None else find_search_forms(page)
        allowed = [one for one in forms if one.method == "GET" or self.limits.allow_post]
        if forms and not allowed:
            self.note(
                "The search form is sent by POST, which may change something; --allow-post (allow_post=1) allows it."
            )
        for one in allowed:
            progress = self.save if self._saves else None
            self._exploration = Exploration(one, page, self._fetch, self.limits, progress, queries)
            self.harvest = await self._exploration.run()
            if self.harvest.records:
                break
        return self.harvest

    def result(self) -> tuple[SearchSource, list[SourceRecord]] | None:
        """What has been harvested so far; ``None`` if nothing has."""
        harvest = self._exploration.result() if self._exploration is not None else None
        if harvest is None:
            return None
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        return source_of(harvest, moment), [source_record(harvest, record, moment) for record in harvest.records]

    def save(self, harvest: SearchHarvest | None = None) -> None:
        """Save what has been harvested so far."""
        result = self.result()
        if result is None:
            return
        source, records = result
        settings = CrawlSettings.from_settings(self.crawler.settings)
        with closing(open_store(settings.database_url, settings.home)) as store:
            store.search_sources.save(source, records)
        self.crawler.stats.set_value("records/found", len(records))

    async def _fetch(self, request: FormRequest) -> Page | None:
        stats = self.crawler.stats
        stats.inc_value("search/requests")
        headers: dict[str, Any] = (
            {"Content-Type": "application/x-www-form-urlencoded"} if request.body is not None else {}
        )
        asked = Request(
            request.url, NO_CALLBACK, method=request.method, body=request.body or b"", headers=headers, dont_filter=True
        )
        try:
            response = await self.crawler.engine.download_async(asked)
        except (ArchiveError, asyncio.CancelledError):
            raise
        except Exception as error:
            self._reason = reason_of(error)
            logger.info("%s cannot be fetched: %s", request.url, self._reason)
            stats.inc_value("search/failed")
            return None
        if response.status >= 500 or response.status in (401, 403, 429) or not isinstance(response, TextResponse):
            self._reason = f"status {response.status}"
            stats.inc_value("search/failed")
            return None
        if not is_html(response):
            self._reason = "it is not an HTML page"
            stats.inc_value("search/failed")
            return None
        return to_page(response)


def check_number(text: str | int, name: str) -> int:
    """A number that the user gave as an argument of a spider."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise UsageError(f"{name}={text} is not a number of requests")
    return number


def read_queries(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs of field and value that the user gave as JSON; ``UsageError`` if they are not."""
    try:
        return tuple((str(field), str(value)) for field, value in json.loads(text or "[]"))
    except (ValueError, TypeError):
        raise UsageError('queries must be a JSON list of pairs, such as [["author", "Verne"]]') from None
