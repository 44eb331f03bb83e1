"""Answer requests from the web archive instead of the network."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from ..archive import PageLookup
from ..errors import ArchiveError
from ..urls import page_key
from .crawl_context import CrawlContext

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["ArchiveReader", "NotArchived"]


class NotArchived(IgnoreRequest):
    """The web archive has no response from this address."""


class ArchiveReader(BaseDownloadHandler):
    """Answers each request with the latest response in the blog's web archive; there is no network.

    If only the address with another scheme was captured, or that without ``www.``, the response has that address.

    An error is the answer only if nothing else was ever captured. What the archive lacks is skipped; a robots.txt that
    it lacks forbids nothing.
    """

    async def download_request(self, request: Request) -> Response:
        """The archived response; raises ``NotArchived``."""
        url = urldefrag(request.url)[0]
        found = self._lookup.latest(url) if request.method == "GET" else None
        if found is None and urlsplit(url).path == "/robots.txt":
            return Response(url, status=404, request=request)
        if found is None:
            raise NotArchived(f"{url} is not in the web archive")
        archived, captured = found
        request.meta.update(warc=archived.place, captured=captured.isoformat())
        headers = Headers(archived.headers)
        # Not request.url: the blog that was crawled at http:// must not get addresses with https://, nor with www.
        # A page that repeats another one is stored as a reference to it, and keeps its own address.
        address = archived.url if page_key(archived.url) == page_key(url) else request.url
        kind = responsetypes.from_args(headers=headers, url=address, body=archived.body)
        return kind(address, status=archived.status, headers=headers, body=archived.body, request=request)

    @cached_property
    def _lookup(self) -> PageLookup:
        folder = CrawlContext.of(self.crawler).folder
        if folder is None:
            raise ArchiveError("the crawl has no folder with a web archive")
        return PageLookup(folder / "warc")

    async def close(self) -> None:
        """Close the index of the archive."""
        if "_lookup" in self.__dict__:
            self._lookup.close()
