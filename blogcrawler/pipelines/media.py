"""Fetch the pictures and recordings of the article."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.exceptions import DropItem, NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.pipelines.files import FilesPipeline

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext, SilentHosts
from ..errors import ArchiveError
from ..faults import optional_step
from ..http import in_page_thread
from ..items import Post
from ..media import MediaKind, MediaLibrary, Medium, article_media, media_type

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.pipelines.media import FileInfo, FileInfoOrError
    from twisted.python.failure import Failure

__all__ = ["ArticleMediaPipeline"]

logger = logging.getLogger(__name__)

#: Number of downloads at the same time. Each is in memory until it is complete.
_CONCURRENT_DOWNLOADS: dict[MediaKind, int] = {"picture": 8, "recording": 1}
#: Longer articles are read in a thread, so that the reactor keeps running.
_LONG_ARTICLE = 100_000
_DAY = 24 * 60 * 60
#: Number of results to keep in memory. The library has all of them.
_MAX_RECENT = 1000
#: Number of libraries to keep open.
_MAX_OPEN_LIBRARIES = 24


class _Recent(OrderedDict[bytes, Any]):
    """The latest results. Scrapy's own dictionary would grow with every picture."""

    def __setitem__(self, key: bytes, value: Any) -> None:
        super().__setitem__(key, value)
        if len(self) > _MAX_RECENT:
            self.popitem(last=False)


@dataclass(slots=True)
class _Wanted:
    """An address to fetch for a post; ``got`` is the record of the file, once it is saved."""

    post: Post
    kind: MediaKind
    url: str
    got: dict[str, Any] | None = None


class ArticleMediaPipeline(FilesPipeline):
    """Fetches the media of each post and saves them in ``media/`` of the blog's folder, each content once.

    These are pictures (in their best size), audio, video, full-size pictures that the article links to, and enclosures
    of the feed, also from other hosts. robots.txt, throttling and the web archive apply as for pages. The type of a
    file is recognised by its content. ``media`` of the record lists the files. An address that was fetched in the last
    ``FILES_EXPIRES`` days (90) is not fetched again, in this crawl or another.

    Settings: ``BLOGCRAWLER_MEDIA_ENABLED``, ``BLOGCRAWLER_MEDIA_MAX_BYTES`` (of a picture),
    ``BLOGCRAWLER_MEDIA_MAX_RECORDING_BYTES``, ``BLOGCRAWLER_MEDIA_PER_POST``, ``BLOGCRAWLER_MEDIA_MAX_TOTAL_BYTES``.
    Stats: ``media/held`` and ``media/bytes`` (new files), ``media/known`` (files saved before), ``media/failed``,
    ``media/refused`` (neither picture nor recording), ``media/empty``, ``media/left_out`` (unresponsive hosts),
    ``media/over_limit`` (beyond the total).
    """

    def __init__(self, store_uri: str, *, crawler: Crawler) -> None:
        super().__init__(store_uri, crawler=crawler)
        settings = CrawlSettings.from_settings(crawler.settings)
        self._folder = Path(store_uri)
        self._libraries: dict[Path, MediaLibrary] = {}
        self._limits: dict[MediaKind, int] = {
            "picture": settings.media_max_bytes,
            "recording": settings.media_max_recording_bytes,
        }
        self._per_post = settings.media_per_post
        self._max_total = settings.media_max_total_bytes
        self._turns = {kind: asyncio.Semaphore(number) for kind, number in _CONCURRENT_DOWNLOADS.items()}
        self._silent = SilentHosts()
        self._broken: ArchiveError | None = None
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        if not settings.media_enabled:
            raise NotConfigured
        folder = CrawlContext.of(crawler).folder
        return cls(str(folder or settings.home), crawler=crawler)

    def open_spider(self) -> None:  # type: ignore[override]
        super().open_spider()
        self.spiderinfo.downloaded = _Recent()

    def close_spider(self) -> None:
        for library in self._libraries.values():
            library.close()

    def _library(self, post: Post) -> MediaLibrary:
        """The library of the post's blog."""
        folder = CrawlContext.of(self.crawler).separate_folder(post.blog) or self._folder
        library = self._libraries.pop(folder, None) or MediaLibrary(folder)
        self._libraries[folder] = library
        if len(self._libraries) > _MAX_OPEN_LIBRARIES:
            self._libraries.pop(next(iter(self._libraries))).close()
        return library

    async def process_item(self, item: Any) -> Any:  # type: ignore[override]
        if isinstance(item, Post):
            enclosures, item.media = [medium["url"] for medium in item.media], []
            with optional_step("media", item.url):
                media = (await self._media_of(item, enclosures))[: self._per_post]
                found = await asyncio.gather(*(self._fetch(item, medium) for medium in media))
                item.media = list({medium["url"]: medium for medium in found if medium}.values())
            if self._broken is not None:
                raise DropItem(f"its media cannot be saved: {item.url}")
        return item

    async def _media_of(self, post: Post, enclosures: list[str]) -> list[Medium]:
        if len(post.content_html) > _LONG_ARTICLE:
            return await in_page_thread(article_media, post.content_html, post.url, enclosures)
        return article_media(post.content_html, post.url, enclosures)

    async def _fetch(self, post: Post, medium: Medium) -> dict[str, Any] | None:
        """The record of a medium once it is saved; if the best size is unavailable, the next one is tried."""
        for url in medium.candidates:
            wanted = _Wanted(post, medium.kind, url)
            with optional_step("media", post.url):
                async with self._turns[medium.kind]:
                    await super().process_item(wanted)
            if wanted.got is not None:
                return wanted.got
        self.crawler.stats.inc_value("media/failed")
        return None

    # --- Scrapy's files pipeline ------------------------------------------------------------------------------

    def get_media_requests(self, item: _Wanted, info: FilesPipeline.SpiderInfo) -> list[Request]:
        parts, page = urlsplit(item.url), urlsplit(item.post.url)
        if self._broken is not None:
            return []
        stats = self.crawler.stats
        if 0 < self._max_total <= stats.get_value("media/bytes", 0):
            if not stats.get_value("media/over_limit"):
                note = "No more media are saved: BLOGCRAWLER_MEDIA_MAX_TOTAL_BYTES is reached."
                stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), note])
            stats.inc_value("media/over_limit")
            return []
        if item.url in self._silent:
            self.crawler.stats.inc_value("media/left_out")
            return []
        # Like browsers, tell other hosts the site, but not the page.
        referer = item.post.url if parts.netloc == page.netloc else f"{page.scheme}://{page.netloc}/"
        headers = {"Accept": "*/*", "Referer": referer}
        meta: dict[str, Any] = {
            "part_of": item.post.url,
            "download_maxsize": self._limits[item.kind],
            "max_retry_times": 1,
        }
        if folder := CrawlContext.of(self.crawler).separate_folder(item.post.blog):
            meta["blog_folder"] = folder
        try:
            return [Request(item.url, NO_CALLBACK, headers=headers, meta=meta)]
        except ValueError as error:
            logger.debug("%s is not a valid address: %s", item.url, error)
            return []

    def media_to_download(  # type: ignore[override]
        self, request: Request, info: FilesPipeline.SpiderInfo, *, item: Any = None
    ) -> FileInfo | None:
        """The saved file of an address that need not be fetched."""
        holding = self._library(item.post).stored(request.url)
        if holding is not None and time.time() - holding.fetched < self.expires * _DAY:
            self.crawler.stats.inc_value("media/known")
            return {"url": holding.url, "path": holding.path, "checksum": holding.sha256, "status": "uptodate"}
        return None

    async def media_downloaded(  # type: ignore[override]
        self, response: Response, request: Request, info: FilesPipeline.SpiderInfo, *, item: Any = None
    ) -> FileInfo | None:
        """Save what was fetched, if it is a picture or recording."""
        stats = self.crawler.stats
        self._silent.answered(request.url)
        if response.status != 200:
            logger.debug("%s answers with HTTP %s", request.url, response.status)
            return None
        if not response.body:
            stats.inc_value("media/empty")
            return None
        with optional_step("media", request.url):
            kind = media_type(response.body)
            if kind is None:
                stats.inc_value("media/refused")
                return None
            holding = self._library(item.post).add(request.url, response.body, kind)
            stats.inc_value("media/held")
            stats.inc_value("media/bytes", holding.bytes)
            return {"url": holding.url, "path": holding.path, "checksum": holding.sha256, "status": "downloaded"}
        return None

    def media_failed(  # type: ignore[override]
        self, failure: Failure, request: Request, info: FilesPipeline.SpiderInfo
    ) -> None:
        """Missing pictures are normal and only counted. A full disk ends the crawl."""
        error = failure.value
        if isinstance(error, ArchiveError):
            self._give_up(error)
        elif self._silent.failed(request.url, error):
            logger.info("%s does not answer; its media are skipped", urlsplit(request.url).netloc)
        logger.debug("%s cannot be fetched: %s", request.url, error)

    def item_completed(self, results: list[FileInfoOrError], item: _Wanted, info: FilesPipeline.SpiderInfo) -> _Wanted:
        for done, result in results:
            holding = self._library(item.post).stored(item.url) if done and result else None
            item.got = holding.record() if holding else None
        return item

    def _give_up(self, error: ArchiveError) -> None:
        """End the crawl; with ``JOBDIR`` the pages in flight are fetched again when it is resumed."""
        CrawlContext.of(self.crawler).keep_in_flight()
        if self._broken is not None:
            return
        self._broken = error
        logger.error("%s", error)
        stats = self.crawler.stats
        stats.set_value("blogcrawler/notes", [*stats.get_value("blogcrawler/notes", []), str(error)])
        self._closing = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="archive_failed"))
