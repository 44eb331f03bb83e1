"""The web archive of one crawl."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ..archive import Exchange, WarcCounts, WarcInfo, WarcWriter
from ..crawl_settings import CrawlSettings
from .crawl_context import CrawlContext

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from ..items import WarcPlace

__all__ = ["CrawlArchive"]

#: Writers that are kept open.
_OPEN = 24


class CrawlArchive:
    """A writer into the folder of each blog of the crawl, shared by the handlers of http and https.

    A writer is opened by the first exchange, so a crawl that fetches nothing leaves nothing, and closed when
    the last handler lets go of it, or when many others were used since.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = weakref.ref(crawler)
        self._users = 0
        self._writers: OrderedDict[Path, WarcWriter] = OrderedDict()
        self._closed = WarcCounts()

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlArchive:
        """The archive of this crawl; who asks for it must also ``release`` it."""
        archive = _archives.setdefault(crawler, cls(crawler))
        archive._users += 1
        return archive

    def write(self, exchange: Exchange, folder: Path | None = None) -> WarcPlace:
        """Write an exchange, into the folder of a blog if the crawl has several, and keep the crawl's statistics."""
        place = self._opened(exchange.url, folder).write(exchange)
        self._settle()
        return place

    def write_conversion(
        self, url: str, content: bytes, mime: str, original: WarcPlace, folder: Path | None = None
    ) -> WarcPlace:
        """Write what was made of a page, whose own record is ``original``."""
        made = datetime.now(UTC)
        place = self._opened(url, folder).write_conversion(url, content, mime, made, original["record_id"])
        self._settle()
        return place

    def _opened(self, url: str, folder: Path | None) -> WarcWriter:
        crawler = self._crawler()
        assert crawler is not None
        folder = folder or _folder(crawler, url)
        writer = self._writers.get(folder)
        if writer is None:
            writer = self._writers[folder] = _open(crawler, folder)
        self._writers.move_to_end(folder)
        return writer

    def _settle(self) -> None:
        """Close the files that were not written to for long, and count."""
        while len(self._writers) > _OPEN:
            self._close(*self._writers.popitem(last=False))
        crawler = self._crawler()
        if crawler is not None and crawler.stats is not None:
            every = [self._closed, *(writer.counts for writer in self._writers.values())]
            crawler.stats.set_value("warc/records", sum(counts.records for counts in every))
            crawler.stats.set_value("warc/revisits", sum(counts.revisits for counts in every))
            crawler.stats.set_value("warc/bytes", sum(counts.bytes for counts in every))
            crawler.stats.set_value("warc/file_count", sum(counts.files for counts in every))

    def _close(self, _: Path, writer: WarcWriter) -> None:
        counts, total = writer.counts, self._closed
        total.records += counts.records
        total.revisits += counts.revisits
        total.bytes += counts.bytes
        total.files += counts.files
        writer.close()

    def release(self) -> None:
        """One user less; the last one closes the files and writes the index."""
        self._users -= 1
        while self._users == 0 and self._writers:
            self._close(*self._writers.popitem(last=False))


_archives: weakref.WeakKeyDictionary[Crawler, CrawlArchive] = weakref.WeakKeyDictionary()


def _folder(crawler: Crawler, url: str) -> Path:
    """The folder of the crawl's blog; if it has several, of the one on the host of an address."""
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
