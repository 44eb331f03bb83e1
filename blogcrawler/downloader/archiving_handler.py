"""Download pages and write them to the web archive."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import (
    DownloadCancelledError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.httpobj import urlparse_cached

from ..archive import Exchange, Truncation, in_origin_form, without_interim
from ..crawl_settings import CrawlSettings
from ..errors import ArchiveError, BlogCrawlerError
from ..storage import upload_blog
from .crawl_archive import CrawlArchive
from .recording import Recording, RecordingPool, current_recording
from .robots_tags import respected_tags, stated_tags

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["ArchivingDownloadHandler"]

logger = logging.getLogger(__name__)


class ArchivingDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's HTTP/1.1 handler, which also records each exchange in the blog's web archive.

    What goes over the wire is written byte for byte to ``warc/`` in the blog's folder (``CrawlContext.folder``, or
    ``request.meta["blog_folder"]`` if a crawl has several blogs), including robots.txt, redirects, errors and
    every retry. A response that breaks off is kept and marked as truncated. The place of the response's record is in
    ``response.meta["warc"]``. A response that says ``noarchive`` is not kept, if the crawl respects it. If the archive
    cannot be written, for example because the disk is full, the crawl stops with the reason ``archive_failed``.

    At the end the files are copied to ``BLOGCRAWLER_STORAGE``, if that is set.

    Settings: ``BLOGCRAWLER_STORAGE``, ``BLOGCRAWLER_STORAGE_KEEP``, ``BLOGCRAWLER_WARC_ENABLED``,
    ``BLOGCRAWLER_WARC_MAX_BYTES`` (per file), ``BLOGCRAWLER_CONTACT``, ``BLOGCRAWLER_ROBOTS_TAGS``. Stats:
    ``warc/records``, ``warc/revisits``, ``warc/bytes``, ``warc/file_count``, ``warc/noarchive``, ``storage/files``,
    ``storage/bytes``, ``storage/failed``.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._archive: CrawlArchive | None = None
        if CrawlSettings.from_settings(crawler.settings).warc_enabled:
            from twisted.internet import reactor

            self._archive = CrawlArchive.of(crawler)
            self._tags = respected_tags(crawler.settings)
            per_host = self._pool.maxPersistentPerHost
            self._pool = RecordingPool(reactor, persistent=True)
            self._pool.maxPersistentPerHost = per_host

    async def download_request(self, request: Request) -> Response:
        """Download a page and archive the exchange."""
        if self._archive is None:
            return await super().download_request(request)
        request.meta.pop("warc", None)  # left by the request that this one retries or is redirected from
        maxsize = request.meta.get("download_maxsize", self._default_maxsize)
        # Scrapy does not count chunk headers and interim responses.
        recording = Recording(limit=2 * maxsize + (1 << 20) if maxsize else None)
        token = current_recording.set(recording)
        try:
            response = await super().download_request(request)
        except Exception as error:
            await self._write(request, recording, _truncation(error))
            raise
        finally:
            current_recording.reset(token)
        if "noarchive" in stated_tags(self._tags, response):
            self._crawler.stats.inc_value("warc/noarchive")
            return response
        flags = response.flags
        if "dataloss" in flags:
            await self._write(request, recording, "disconnect")
        elif "download_stopped" in flags:
            await self._write(request, recording, "unspecified")
        else:
            await self._write(request, recording, "length" if recording.cut else None)
        return response

    async def _write(self, request: Request, recording: Recording, truncated: Truncation | None) -> None:
        response = without_interim(recording.response)
        if self._archive is None or not response.startswith(b"HTTP/"):
            return
        proxied = bool(request.meta.get("proxy"))
        plain = urlparse_cached(request).scheme == "http"
        exchange = Exchange(
            url=urldefrag(request.url)[0],
            request=in_origin_form(recording.request) if proxied and plain else recording.request,
            response=response,
            began=recording.began,
            ip=None if proxied else recording.ip,
            truncated=truncated,
        )
        try:
            request.meta["warc"] = await self._archive.write(exchange, request.meta.get("blog_folder"))
        except ArchiveError as error:
            self._stop(error)
            raise

    def _stop(self, error: ArchiveError) -> None:
        engine = self._crawler.engine
        if engine is None or engine.spider is None:
            return
        logger.error("The crawl stops: %s", error)
        stopped = deferred_from_coro(engine.close_spider_async(reason="archive_failed"))
        stopped.addErrback(lambda failure: logger.debug("Stopping: %s", failure.getErrorMessage()))

    async def close(self) -> None:
        """Close the connections and, with the last handler of the crawl, the archive."""
        try:
            await super().close()
        finally:
            if self._archive is not None:
                for folder in sorted(self._archive.release()):
                    await self._upload(folder)

    async def _upload(self, folder: Path) -> None:
        """Copy a blog's files to object storage, if there is one. What cannot be copied stays on the disk."""
        settings = CrawlSettings.from_settings(self._crawler.settings)
        if not settings.storage:
            return
        stats = self._crawler.stats
        try:
            done = await asyncio.to_thread(upload_blog, folder, settings.storage, keep=settings.storage_keep)
        except BlogCrawlerError as error:
            stats.inc_value("storage/failed")
            note = f"Not uploaded: {error}. The files are in {folder}; try again with: blogcrawler upload"
            logger.error("%s", note)
            stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), note])
        else:
            stats.inc_value("storage/files", done.files)
            stats.inc_value("storage/bytes", done.bytes)


def _truncation(error: Exception) -> Truncation:
    match error:
        case DownloadTimeoutError():
            return "time"
        case DownloadCancelledError():
            return "length"
        case ResponseDataLossError() | DownloadFailedError():
            return "disconnect"
        case _:
            return "unspecified"
