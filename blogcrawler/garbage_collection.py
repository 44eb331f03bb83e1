"""A Scrapy add-on that makes Python collect garbage less often during a crawl, and not at all at its end."""

from __future__ import annotations

import atexit
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["GarbageCollectionAddon"]

#: Scrapy and its dependencies are some hundred thousand objects that live as long as the process. Scanning them at
#: Python's default thresholds takes about 5 % of the CPU time of a small crawl.
_THRESHOLDS = (10_000, 20, 20)


class GarbageCollectionAddon:
    """Raises the thresholds of Python's garbage collector when a process starts to crawl.

    When the process exits, it is told to leave what is in memory to the operating system: taking modules, classes and
    caches apart would take longer than importing them. Everything that writes files has been closed by then.

    Scrapy calls ``update_pre_crawler_settings`` whenever it creates a crawler process (``blogcrawler crawl``,
    ``scrapy crawl``, Scrapyd) and before it imports the spiders, so that importing them is faster too.
    """

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        gc.set_threshold(*_THRESHOLDS)
        atexit.unregister(gc.freeze)  # another crawl in this process has registered it
        atexit.register(gc.freeze)
