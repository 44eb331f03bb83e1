"""Fetch the requisites of pages during a crawl, so that they are in the web archive."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.http.request import NO_CALLBACK

from ..archive import PageLookup
from ..crawl_settings import CrawlSettings
from ..dom import Page, stylesheet_text
from ..downloader import CrawlContext, SilentHosts
from ..errors import ArchiveError
from ..faults import optional_step
from ..frontier import DiskSet
from ..http import in_page_thread
from ..media import MediaLibrary
from ..rendering import InterceptedResponse, Parts, intercepted, is_blocked
from .find_requisites import Requisite, RequisiteKind, page_requisites, stylesheet_requisites
from .requisite_queue import QueuedRequisite, RequisiteQueue

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler

__all__ = ["RequisiteService"]

logger = logging.getLogger(__name__)

#: Downloads at the same time: few, so that posts come first.
_CONCURRENT_DOWNLOADS = 2
#: Seconds for a download. A page looks almost right without one of its files.
_TIMEOUT = 30
_RESOURCE_TYPES = {RequisiteKind.STYLESHEET: "stylesheet", RequisiteKind.FILE: "script", RequisiteKind.PICTURE: "image"}


class RequisiteService:
    """Fetches what pages need to look as they did, each address once per crawl and blog.

    Stylesheets, scripts, fonts and icons are fetched alongside the posts, two at a time, and so are pictures that are
    on several pages. Other pictures may belong to articles: :meth:`finish` fetches those that were not fetched with the
    posts. Other hosts are allowed, but not those that only count readers; robots.txt, throttling and the guard against
    private networks apply as for pages. A failure is counted and has no other effect.

    ``database`` holds the queue. An update sets ``skips_archived``: it fetches only what the archive lacks.

    Settings: ``BLOGCRAWLER_REQUISITES_ENABLED``, ``BLOGCRAWLER_REQUISITES_MAX_BYTES`` (of a file),
    ``BLOGCRAWLER_REQUISITES_PER_BLOG``; without a web archive (``BLOGCRAWLER_WARC_ENABLED``) nothing is fetched. Stats:
    ``requisites/requests``, ``requisites/fetched``, ``requisites/failed``, ``requisites/known`` (fetched with a post),
    ``requisites/left_out`` (limits, counters of readers, unresponsive hosts).
    """

    def __init__(
        self, crawler: Crawler, settings: CrawlSettings, database: sqlite3.Connection, *, skips_archived: bool = False
    ) -> None:
        self._crawler = crawler
        self._is_enabled = settings.requisites_enabled and settings.warc_enabled
        self._max_bytes = settings.requisites_max_bytes
        self._skips_archived = skips_archived
        self._queue = RequisiteQueue(database, settings.requisites_per_blog)
        self._silent = SilentHosts()
        self._requested = DiskSet()
        self._parts = Parts.of(crawler)
        self._workers: set[asyncio.Task[None]] = set()
        self._is_finishing = False
        if self._is_enabled:
            crawler.signals.connect(self._note_request, signal=signals.request_reached_downloader)

    def _note_request(self, request: Request) -> None:
        """Remember a file that is fetched for an article or by the browser, whether or not it exists."""
        if "part_of" in request.meta:
            self._requested.add(f"{request.meta.get('blog_folder', '')} {request.url}")

    def collect(self, page: Page, blog: str) -> None:
        """Fetch the requisites of a page of a blog, soon."""
        if not self._is_enabled:
            return
        with optional_step("requisites", page.url):
            self._add(page_requisites(page), page.url, blog)
            self._start_workers()

    def finish(self) -> bool:
        """Fetch all that is left, now that all posts are saved; returns whether there is anything left to wait for."""
        if self._is_enabled and not self._is_closing():
            self._is_finishing = True
            self._start_workers()
        return bool(self._workers)

    async def wait(self) -> None:
        """Fetch all that is left, and wait for it."""
        while self.finish():
            await asyncio.gather(*self._workers, return_exceptions=True)
        self._is_finishing = False

    def _add(self, requisites: list[Requisite], page: str, blog: str) -> None:
        wanted = [one for one in requisites if not is_blocked(one.url, _RESOURCE_TYPES[one.kind])]
        if self._skips_archived and (folder := self._folder(blog)) is not None:
            with PageLookup(folder / "warc") as archive:
                wanted = [one for one in wanted if not archive.captures(one.url)]
        if excess := self._queue.add(wanted, page, blog):
            self._count("left_out", excess)

    def _start_workers(self) -> None:
        missing = min(_CONCURRENT_DOWNLOADS - len(self._workers), len(self._queue))
        for _ in range(missing):
            worker = asyncio.ensure_future(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._ended)

    def _ended(self, worker: asyncio.Task[None]) -> None:
        self._workers.discard(worker)
        if not worker.cancelled() and (error := worker.exception()) is not None:
            logger.error("Requisites are no longer fetched: %s", error, exc_info=error)
        if self._is_finishing and (slot := self._crawler.engine._slot) is not None:
            slot.nextcall.schedule()  # the engine notices now that nothing is left, not seconds later

    async def _work(self) -> None:
        # The engine closes the database while the last download ends.
        with suppress(ArchiveError, sqlite3.ProgrammingError):
            while not self._is_closing():
                requisite = self._queue.next(with_pictures=self._is_finishing)
                if requisite is None:
                    return
                with optional_step("requisites", requisite.url):
                    await self._fetch(requisite)
                self._queue.done(requisite)

    async def _fetch(self, requisite: QueuedRequisite) -> None:
        if requisite.url in self._silent:
            self._count("left_out")
            return
        request = self._request(requisite)
        folder = str(request.meta.get("blog_folder", ""))
        is_new = self._requested.add(f"{folder} {request.url}") and not self._is_saved(requisite)
        if not is_new:
            self._count("known")
            response = await self._parts.known(folder, request.url)  # the browser has fetched it
        elif requisite.kind is RequisiteKind.PICTURE:
            response = await self._download(request)
        else:
            response = await self._parts.get(folder, request.url, partial(self._download, request))
        if is_new:
            self._count("fetched" if response is not None and response.status == 200 else "failed")
        if response is not None and response.status == 200 and requisite.kind is RequisiteKind.STYLESHEET:
            found = await in_page_thread(_read_stylesheet, response)
            self._add(found, requisite.page, requisite.blog)

    async def _download(self, request: Request) -> InterceptedResponse | None:
        url = request.url
        self._count("requests")
        try:
            response = await self._crawler.engine.download_async(request)
        except ArchiveError:  # the crawl is being closed
            CrawlContext.of(self._crawler).keep_in_flight()
            raise
        except Exception as error:
            if self._silent.failed(url, error):
                logger.info("%s does not answer; what pages need from it is skipped", urlsplit(url).netloc)
            logger.debug("%s cannot be fetched: %s", url, error)
            return None
        self._silent.answered(url)
        return intercepted(response)

    def _request(self, requisite: QueuedRequisite) -> Request:
        parts, page = urlsplit(requisite.url), urlsplit(requisite.page)
        # Like browsers, tell other hosts the site, but not the page.
        referer = requisite.page if parts.netloc == page.netloc else f"{page.scheme}://{page.netloc}/"
        meta: dict[str, Any] = {
            "part_of": requisite.page,
            "download_maxsize": self._max_bytes,
            "download_timeout": _TIMEOUT,
            "max_retry_times": 1,
        }
        if folder := CrawlContext.of(self._crawler).separate_folder(requisite.blog):
            meta["blog_folder"] = folder
        return Request(requisite.url, NO_CALLBACK, headers={"Accept": "*/*", "Referer": referer}, meta=meta)

    def _is_saved(self, requisite: QueuedRequisite) -> bool:
        """Whether a picture was fetched with a post."""
        folder = self._folder(requisite.blog)
        if requisite.kind is not RequisiteKind.PICTURE or folder is None:
            return False
        library = MediaLibrary(folder)
        try:
            return library.stored(requisite.url) is not None
        finally:
            library.close()

    def _folder(self, blog: str) -> Path | None:
        context = CrawlContext.of(self._crawler)
        return context.folder or context.separate_folder(blog)

    def _is_closing(self) -> bool:
        engine = self._crawler.engine
        return engine is None or engine.spider is None or engine._slot is None or engine._slot.closing is not None

    def _count(self, name: str, number: int = 1) -> None:
        self._crawler.stats.inc_value(f"requisites/{name}", number)


def _read_stylesheet(response: InterceptedResponse) -> list[Requisite]:
    stated = response.headers.get("content-type", "").partition("charset=")[2]
    css = stylesheet_text(response.body, stated.strip("\"' ;") or None)
    return stylesheet_requisites(css, response.url)
