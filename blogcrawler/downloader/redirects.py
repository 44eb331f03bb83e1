"""Ignoring redirects to something that is not a web address."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware, RedirectMiddleware
from scrapy.http import HtmlResponse, Response

from ..urls import split_url

if TYPE_CHECKING:
    from scrapy import Request

__all__ = ["MetaRefreshes", "Redirects"]

logger = logging.getLogger(__name__)

#: Scrapy searches the first 4,096 characters; each has at most four bytes.
_HEAD_BYTES = 4 * 4096
_NOT_ASCII = bytes(range(128, 256))


class Redirects(RedirectMiddleware):
    """Scrapy's redirects. A response whose ``Location`` is not an address (``http://[::1``) stays as it is."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        return _only_to_web(super().process_response, request, response)


class MetaRefreshes(MetaRefreshMiddleware):
    """Scrapy's redirects by ``<meta http-equiv=refresh>``. A page that leads to ``javascript:``, ``mailto:`` or
    something that is not an address stays as it is."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        if not _may_refresh(response.body[:_HEAD_BYTES]):
            return response
        if not isinstance(response, HtmlResponse) or len(response.body) <= _HEAD_BYTES:
            return _only_to_web(super().process_response, request, response)
        # Scrapy would decode a page of any size to look at its first 4,096 characters.
        # Half a character at the end could change the encoding that is guessed.
        whole = response.body[:_HEAD_BYTES].rstrip(_NOT_ASCII)
        head = HtmlResponse(response.url, headers=response.headers, body=whole)
        result = _only_to_web(super().process_response, request, head)
        return response if result is head else result


def _may_refresh(head: bytes) -> bool:
    """Whether a page may have the tag. Scrapy would decode the page to find out."""
    return b"refresh" in head.lower() or b"\0" in head  # UTF-16 has zeros between the letters


def _only_to_web(
    redirect: Callable[[Request, Response], Request | Response], request: Request, response: Response
) -> Request | Response:
    try:
        result = redirect(request, response)
    except ValueError as error:  # urllib and Scrapy raise it for what is not an address
        logger.debug("%s redirects to something that is not a web address: %s", response.url, error)
        return response
    return response if not isinstance(result, Response) and split_url(result.url) is None else result
