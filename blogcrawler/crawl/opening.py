"""Opening a crawl: its folder, its queue and what its other parts know about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy.settings import SETTINGS_PRIORITIES

from ..blog import find_blog, find_folder, make_folder
from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext, host_and_port, literal_address
from ..extensions import go_on_writing
from ..frontier import open_frontier
from .crawl_tools import CrawlTools

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["RECORDS_FILE", "open_crawl"]

#: The file of records in the folder of a blog.
RECORDS_FILE = "posts.jsonl"


def open_crawl(crawler: Crawler, url: str, render: str | None, note: Callable[[str], None]) -> CrawlTools:
    """Open the crawl of the blog at an address, or the stopped one in ``JOBDIR``; raises ``UsageError``."""
    settings = CrawlSettings.from_settings(crawler.settings)
    folder = find_folder(settings, url)
    make_folder(folder)
    frontier, state = open_frontier(crawler.settings, url)
    has_own_records = crawler.settings.getpriority("FEEDS") == SETTINGS_PRIORITIES["spider"]
    records = folder / RECORDS_FILE if has_own_records else None
    tools = CrawlTools(crawler, settings, frontier, state, {}, note, folder, records)
    host = urlsplit(url).hostname or ""
    known = find_blog(settings, url)
    # A name keeps what it was at the first crawl: whoever owns it can change its address. A number means itself.
    is_undecided = known is None or literal_address(host) is not None
    CrawlContext(
        name=host,
        url=url,
        host=host,
        undecided_host=host_and_port(url) if is_undecided else "",
        private_hosts={folder: known.private_host} if known is not None and known.private_host else {},
        folder=folder,
        render=render,
        prefetched=tools.prefetched,
        resumed_from=frontier.begun,
        appends_records=state.records_replaced,
        feed_names={"name": "newcrawl", "folder_name": folder.name, "host": host, "url": url},
        keep_in_flight=lambda: tools.scheduler.hold(),
    ).provide(crawler)
    if state.records_replaced:
        go_on_writing(crawler.settings)
    return tools
