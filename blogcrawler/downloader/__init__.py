"""Components between Scrapy and the network: the archive, private networks, pauses, prefetched responses.

- :class:`ArchivingDownloadHandler` records every HTTP exchange in the blog's web archive;
- :class:`GuardedResolver` and :class:`PrivateNetworkMiddleware` keep a crawl out of private networks.
"""

from .back_off import ServerGivenUp
from .crawl_archive import CrawlArchive
from .crawl_context import CrawlContext
from .public_addresses import host_and_port, hostname, is_public, literal_address
from .robots_tags import respected_tags, stated_tags
from .robots_txt import RobotsRules, RobotsUnreachable
from .silent_hosts import SilentHosts

__all__ = [
    "CrawlArchive",
    "CrawlContext",
    "RobotsRules",
    "RobotsUnreachable",
    "ServerGivenUp",
    "SilentHosts",
    "host_and_port",
    "hostname",
    "is_public",
    "literal_address",
    "respected_tags",
    "stated_tags",
]
