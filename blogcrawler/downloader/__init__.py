"""Components between Scrapy and the network: the archive, private networks, pauses, responses that are already there.

- :class:`ArchivingDownloadHandler` records every HTTP exchange in the blog's web archive;
- :class:`GuardedResolver` and :class:`PrivateNetworkMiddleware` keep a crawl out of private networks.
"""

from .crawl_archive import CrawlArchive
from .crawl_context import CrawlContext
from .silent_hosts import SilentHosts

__all__ = [
    "CrawlArchive",
    "CrawlContext",
    "SilentHosts",
]
