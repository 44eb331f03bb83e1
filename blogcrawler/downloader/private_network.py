"""Keep a crawl out of private networks.

A page may link to ``http://192.168.0.1/reboot`` or to a name that resolves to it, and the crawling machine may reach
hosts that the page's author cannot. Each request is checked for its blog, and names are checked again when they are
resolved, with the very address that is then connected to, so that changing the address of a name between two lookups
does not help an attacker.
"""

from __future__ import annotations

import ipaddress
import logging
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from scrapy.exceptions import CannotResolveHostError, IgnoreRequest
from scrapy.resolver import CachingThreadedResolver
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.url import add_http_if_no_scheme
from twisted.internet.error import DNSLookupError

from ..crawl_settings import CrawlSettings
from .crawl_context import CrawlContext
from .public_addresses import host_and_port, hostname, is_public, literal_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from ipaddress import IPv4Address, IPv6Address

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector
    from twisted.internet.base import ReactorBase
    from twisted.internet.defer import Deferred

__all__ = ["GuardedResolver", "PrivateNetworkMiddleware"]

logger = logging.getLogger(__name__)


class GuardedResolver(CachingThreadedResolver):
    """Scrapy's resolver, except that it resolves only allowed hosts to private addresses.

    Enabled with ``TWISTED_DNS_RESOLVER``. There is one per process, created before any crawler;
    :class:`PrivateNetworkMiddleware` tells it which hosts to allow. Without that middleware, all hosts are: other
    people's spiders and ``scrapy shell`` go where their users want.
    """

    def __init__(self, reactor: ReactorBase, cache_size: int, timeout: float) -> None:
        super().__init__(reactor, cache_size, timeout)
        self.is_guarding = False
        self.allowed: set[str] = set()
        self.refused: set[str] = set()

    async def find_address(self, name: str) -> IPv4Address | IPv6Address:
        """The address of a host, also if it is private; ``CannotResolveHostError`` if it has none."""
        try:
            address = await maybe_deferred_to_future(super().getHostByName(name))
            return ipaddress.ip_address(address)
        except (DNSLookupError, UnicodeError, ValueError) as error:
            raise CannotResolveHostError(f"{name} has no address") from error

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:  # noqa: N802
        """The address of a host, unless it is private and not allowed."""
        return super().getHostByName(name, timeout).addCallback(self._checked, hostname(name))

    def _checked(self, address: str, name: str) -> str:
        if not self.is_guarding or name in self.allowed or is_public(ipaddress.ip_address(address)):
            return address
        self.refused.add(name)
        raise DNSLookupError(f"{name} has the private address {address}")


class PrivateNetworkMiddleware:
    """Drops requests to hosts in private networks, with a warning in the log (once per host).

    Allowed are the host and port of the seed, if they were private at the first request of the blog's first crawl
    (``CrawlContext.private_hosts``, by ``request.meta["blog_folder"]`` if a crawl has several blogs), hosts listed in
    ``BLOGCRAWLER_PRIVATE_HOSTS``, and proxies. A proxy resolves names itself, so with one only literal addresses are
    checked. Stat: ``network/refused``.

    Must be closer to the downloader than Scrapy's proxy and retry middlewares.
    """

    def __init__(
        self,
        hosts: Iterable[str],
        context: CrawlContext,
        resolver: GuardedResolver | None,
        stats: StatsCollector | None,
    ) -> None:
        self._allowed = {hostname(host) for host in hosts}
        self._context = context
        self._resolver = resolver
        self._stats = stats
        self._warned: set[str] = set()
        if resolver is None:
            logger.warning("GuardedResolver is not installed: host names with private addresses are not refused")
        else:
            resolver.is_guarding = True
            resolver.allowed |= self._allowed

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Read the settings and find the resolver of this process."""
        from twisted.internet import reactor

        hosts = CrawlSettings.from_settings(crawler.settings).private_hosts
        resolver = getattr(reactor, "resolver", None)
        guarded = resolver if isinstance(resolver, GuardedResolver) else None
        return cls(hosts, CrawlContext.of(crawler), guarded, crawler.stats)

    async def process_request(self, request: Request) -> None:
        """Refuse private addresses before anything is requested."""
        host = hostname(urlparse_cached(request).hostname or "")
        if host in self._allowed:
            return
        address = literal_address(host)
        if proxy := request.meta.get("proxy"):
            if self._resolver is not None:
                self._resolver.allowed.add(hostname(urlsplit(add_http_if_no_scheme(proxy)).hostname or ""))
        elif address is None and self._resolver is not None:
            address = await self._resolver.find_address(host)
        if address is None:
            return
        is_private = not is_public(address)
        if self._context.undecided_host == (place := host_and_port(request.url)):
            self._context.undecided_host = ""
            if is_private:
                self._context.private_hosts[self._context.folder] = place
        if is_private:
            folder = request.meta.get("blog_folder", self._context.folder)
            if self._context.private_hosts.get(folder) != place:
                self._refuse(request, host)
            if self._resolver is not None:
                self._resolver.allowed.add(host)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Refuse names that resolved to private addresses. Names that do not exist may be tried again."""
        if self._resolver is None or not isinstance(exception, CannotResolveHostError):
            return
        host = hostname(urlparse_cached(request).hostname or "")
        if host in self._resolver.refused:
            self._refuse(request, host)

    def _refuse(self, request: Request, host: str) -> None:
        reason = (
            f"Refused {request.url}: {host} is in a private network. "
            "If it should be crawled, add it to BLOGCRAWLER_PRIVATE_HOSTS."
        )
        if host not in self._warned:
            self._warned.add(host)
            logger.warning(reason)
        if self._stats is not None:
            self._stats.inc_value("network/refused")
        raise IgnoreRequest(reason)
