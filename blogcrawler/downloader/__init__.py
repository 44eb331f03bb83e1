"""What stands between Scrapy and the network: the archive that records it, the guard that bounds it.

- :class:`ArchivingDownloadHandler` records every HTTP exchange in the blog's web archive;
- :class:`GuardedResolver` and :class:`PrivateNetworkMiddleware` keep a crawl out of private networks.
"""

from __future__ import annotations

from blogcrawler.downloader.handler import ArchivingDownloadHandler
from blogcrawler.downloader.network import GuardedResolver, PrivateNetworkMiddleware

__all__ = ["ArchivingDownloadHandler", "GuardedResolver", "PrivateNetworkMiddleware"]
