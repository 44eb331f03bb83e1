"""The web archive of one crawl."""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..archive import Exchange, WarcCounts, WarcInfo, WarcWriter
from ..crawl_settings import CrawlSettings
from .crawl_context import CrawlContext

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from ..items import WarcPlace

__all__ = ["CrawlArchive"]

#: Number of writers to keep open.
_MAX_OPEN_WRITERS = 24
#: Compressing this many bytes, such as a photograph, takes tens of milliseconds.
_LARGE_BYTES = 500_000


class CrawlArchive:
    """Has a writer for the folder of each blog of the crawl; shared by the handlers of http and https.

    A writer is opened by the first exchange, so that a crawl without downloads leaves no files. It is closed when the
    last handler releases the archive, or when many other writers were used since.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = weakref.ref(crawler)
        self._users = 0
        self._folders: set[Path] = set()
        self._writers: OrderedDict[Path, WarcWriter] = OrderedDict()
        self._in_use: list[WarcWriter] = []
        self._closed = WarcCounts()

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlArchive:
        """The archive of this crawl. The caller must ``release`` it."""
        archive = _archives.setdefault(crawler, cls(crawler))
        archive._users += 1
        return archive

    async def write(self, exchange: Exchange, folder: Path | None = None) -> WarcPlace:
        """Write an exchange and update the stats. ``folder`` is the blog's, if the crawl has several.

        Large files are compressed in a thread, so that the reactor keeps running.
        """
        writer = self._writer_for(exchange.url, folder)
        if len(exchange.response) < _LARGE_BYTES:
            place = writer.write(exchange)
        else:
            self._in_use.append(writer)
            try:
                place = await _write_large(writer, exchange)
            finally:
                self._in_use.remove(writer)
        self._tidy_up()
        return place

    def write_conversion(
        self, url: str, content: bytes, mime: str, original: WarcPlace, folder: Path | None = None
    ) -> WarcPlace:
        """Write what a page was converted to; ``original`` is the place of the page's own record."""
        made = datetime.now(UTC)
        place = self._writer_for(url, folder).write_conversion(url, content, mime, made, original["record_id"])
        self._tidy_up()
        return place

    def _writer_for(self, url: str, folder: Path | None) -> WarcWriter:
        crawler = self._crawler()
        assert crawler is not None
        folder = folder or _folder(crawler, url)
        writer = self._writers.get(folder)
        if writer is None:
            writer = self._writers[folder] = _open(crawler, folder)
            self._folders.add(folder)
        self._writers.move_to_end(folder)
        return writer

    def _tidy_up(self) -> None:
        """Close the writers that were used least recently, and update the stats."""
        unused = (folder for folder, writer in self._writers.items() if writer not in self._in_use)
        for folder in list(islice(unused, max(0, len(self._writers) - _MAX_OPEN_WRITERS))):
            self._close(self._writers.pop(folder))
        crawler = self._crawler()
        if crawler is not None and crawler.stats is not None:
            all_counts = [self._closed, *(writer.counts for writer in self._writers.values())]
            crawler.stats.set_value("warc/records", sum(counts.records for counts in all_counts))
            crawler.stats.set_value("warc/revisits", sum(counts.revisits for counts in all_counts))
            crawler.stats.set_value("warc/bytes", sum(counts.bytes for counts in all_counts))
            crawler.stats.set_value("warc/file_count", sum(counts.files for counts in all_counts))

    def _close(self, writer: WarcWriter) -> None:
        counts, total = writer.counts, self._closed
        total.records += counts.records
        total.revisits += counts.revisits
        total.bytes += counts.bytes
        total.files += counts.files
        writer.close()

    def release(self) -> set[Path]:
        """Give up the archive; the last user closes the files and writes the index.

        Returns the folders of the blogs whose files are complete now.
        """
        self._users -= 1
        while self._users == 0 and self._writers:
            self._close(self._writers.popitem(last=False)[1])
        return set() if self._users else self._folders


_archives: weakref.WeakKeyDictionary[Crawler, CrawlArchive] = weakref.WeakKeyDictionary()


async def _write_large(writer: WarcWriter, exchange: Exchange) -> WarcPlace:
    steps = writer.write_in_steps(exchange)
    result: Any = None
    while True:
        try:
            step = steps.send(result)
        except StopIteration as end:
            return cast("WarcPlace", end.value)
        result = await asyncio.to_thread(step)


def _folder(crawler: Crawler, url: str) -> Path:
    """The folder of the crawl's blog, or of the blog that a URL belongs to if there are several."""
    context = CrawlContext.of(crawler)
    folder = context.folder or context.separate_folder(url)
    if folder is not None:
        return folder
    name = crawler.spider.name if crawler.spider is not None else "crawl"
    return CrawlSettings.from_settings(crawler.settings).home / name


def _open(crawler: Crawler, folder: Path) -> WarcWriter:
    settings, options = crawler.settings, CrawlSettings.from_settings(crawler.settings)
    return WarcWriter(
        folder / "warc",
        prefix=folder.name,
        max_bytes=options.warc_max_bytes,
        info=WarcInfo(
            operator=options.contact,
            robots="obey" if settings.getbool("ROBOTSTXT_OBEY") else "ignore",
            user_agent=settings.get("USER_AGENT"),
            part_of=folder.name,
        ),
    )
