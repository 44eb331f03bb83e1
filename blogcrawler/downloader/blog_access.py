"""What a blog demands of its visitors: cookies, headers, and the proxy by which it is reached."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings

from ..cookie_file import cookie_header, read_cookie_file
from ..crawl_settings import CrawlSettings
from ..urls import blog_address, containing_address, same_host, split_url
from .crawl_context import CrawlContext

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

__all__ = ["Access", "BlogAccess", "is_own_host"]

logger = logging.getLogger(__name__)

_DEFAULT_PORTS = (None, 80, 443)


@dataclass(frozen=True, slots=True)
class Access:
    """What to send to one blog."""

    cookies: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    jar: CookieJar | None = None
    proxy: str = ""

    @classmethod
    def of(cls, settings: CrawlSettings) -> Self:
        jar = read_cookie_file(settings.cookie_file) if settings.cookie_file else None
        return cls(settings.cookies, settings.headers, jar, settings.proxy)

    def headers_for(self, url: str) -> dict[str, str]:
        """All headers for a page of the blog, with the cookies in one of them."""
        found = [f"{name}={value}" for name, value in self.cookies]
        if self.jar is not None and (more := cookie_header(self.jar, url)):
            found.append(more)
        return dict(self.headers) | ({"Cookie": "; ".join(found)} if found else {})


class BlogAccess:
    """Sends the cookies and headers in the settings to the blog's own host, and to no other; uses the proxy.

    Settings: ``BLOGCRAWLER_COOKIES``, ``BLOGCRAWLER_HEADERS``, ``BLOGCRAWLER_COOKIE_FILE``, ``BLOGCRAWLER_PROXY``. A
    crawl of several blogs (an update) sends only what ``BLOGCRAWLER_BLOGS`` has for each of them, because what opens
    one blog is not for the others. The proxy is used for all hosts.

    Must be closer to the downloader than Scrapy's cookies, and farther than its proxies.
    """

    def __init__(self, blogs: dict[str, Access], proxy: str = "") -> None:
        self._blogs = blogs
        self._proxy = proxy

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = CrawlSettings.from_settings(crawler.settings)
        if url := CrawlContext.of(crawler).url:
            blogs = {url: Access.of(settings)}
            if (jar := blogs[url].jar) is not None and not cookie_header(jar, url):
                logger.warning("%s has no cookies for %s, or they have expired", settings.cookie_file, url)
        else:
            blogs = {
                blog_address(address): Access.of(CrawlSettings.from_settings(Settings(dict(values))))
                for address, values in settings.blogs
            }
        if not settings.proxy and all(access == Access() for access in blogs.values()):
            raise NotConfigured
        return cls(blogs, settings.proxy)

    def process_request(self, request: Request) -> None:
        """Add headers for the blog's own host; remove them if a redirect leads elsewhere."""
        own = self._access(request.url)
        for access in self._blogs.values():
            if access is not own:
                _remove(access, request)
        for name, value in (own.headers_for(request.url) if own else {}).items():
            request.headers[name] = value
        proxy = (own.proxy if own else "") or self._proxy
        if proxy and "proxy" not in request.meta:
            request.meta["proxy"] = proxy

    def _access(self, url: str) -> Access | None:
        own = [blog for blog in self._blogs if is_own_host(blog, url)]
        found = containing_address(own, url) or next(iter(own), None)
        return self._blogs[found] if found else None


def is_own_host(blog: str, url: str) -> bool:
    """Whether a URL is on the blog's host and port, ignoring ``www.``, and at least as secure as the blog's address."""
    home, page = split_url(blog), split_url(url)
    if home is None or page is None or not same_host(home.hostname or "", page.hostname or ""):
        return False
    same_port = home.port == page.port or (home.port in _DEFAULT_PORTS and page.port in _DEFAULT_PORTS)
    return same_port and (home.scheme == "http" or page.scheme == "https")


def _remove(access: Access, request: Request) -> None:
    """Remove the headers of a blog that were copied from the request that led here."""
    if b"Cookie" in request.headers and (access.cookies or access.jar is not None):
        del request.headers[b"Cookie"]
    for name, value in access.headers:
        if request.headers.get(name) == value.encode():
            del request.headers[name]
