"""The web archive of one crawl."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from blogcrawler.archive import Exchange, WarcInfo, WarcWriter

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from blogcrawler.items import WarcPlace

__all__ = ["CrawlArchive"]


class CrawlArchive:
    """A writer into the folder of the crawl's blog, shared by the handlers of http and https.

    It is opened by the first exchange, so a crawl that fetches nothing leaves nothing, and closed when
    the last handler lets go of it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = weakref.ref(crawler)
        self._users = 0
        self._writer: WarcWriter | None = None

    @classmethod
    def of(cls, crawler: Crawler) -> CrawlArchive:
        """The archive of this crawl; who asks for it must also ``release`` it."""
        archive = _archives.setdefault(crawler, cls(crawler))
        archive._users += 1
        return archive

    def write(self, exchange: Exchange) -> WarcPlace:
        """Write an exchange and keep the crawl's statistics."""
        crawler = self._crawler()
        assert crawler is not None
        if self._writer is None:
            self._writer = _open(crawler)
        place = self._writer.write(exchange)
        if crawler.stats is not None:
            counts = self._writer.counts
            crawler.stats.set_value("warc/records", counts.records)
            crawler.stats.set_value("warc/revisits", counts.revisits)
            crawler.stats.set_value("warc/bytes", counts.bytes)
            crawler.stats.set_value("warc/file_count", counts.files)
        return place

    def release(self) -> None:
        """One user less; the last one closes the files and writes the index."""
        self._users -= 1
        if self._users == 0 and self._writer is not None:
            writer, self._writer = self._writer, None
            writer.close()


_archives: weakref.WeakKeyDictionary[Crawler, CrawlArchive] = weakref.WeakKeyDictionary()


def _open(crawler: Crawler) -> WarcWriter:
    settings, spider = crawler.settings, crawler.spider
    folder: Path | None = getattr(spider, "folder", None)
    if folder is None:
        folder = Path(settings.get("BLOGCRAWLER_HOME", "archive")) / getattr(spider, "name", "crawl")
    return WarcWriter(
        folder / "warc",
        prefix=folder.name,
        max_bytes=settings.getint("BLOGCRAWLER_WARC_MAX_BYTES", 1_000_000_000),
        info=WarcInfo(
            operator=settings.get("BLOGCRAWLER_CONTACT"),
            robots="obey" if settings.getbool("ROBOTSTXT_OBEY") else "ignore",
            user_agent=settings.get("USER_AGENT"),
            part_of=folder.name,
        ),
    )
