"""The requests of a page in the browser, answered with the crawl's own downloader."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from .blocked_requests import is_blocked
from .parts import InterceptedResponse, Parts

if TYPE_CHECKING:
    from playwright.async_api import Request, Route

__all__ = ["InterceptedRequest", "Traffic"]

logger = logging.getLogger(__name__)

#: The smallest picture. Scripts wait for pictures to load, but we do not need them.
_PIXEL = b"GIF89a\1\0\1\0\0\0\0!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\1D\0;"
#: Request headers about the browser and its connection, which the crawl sets itself.
_UNSENT_HEADERS = frozenset({"user-agent", "accept-encoding", "connection", "host", "content-length", "cookie"})
#: Response headers about the bytes on the wire.
_HIDDEN_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie"})
#: Limits for one page.
_MAX_REQUESTS, _MAX_BYTES = 300, 50_000_000
_CACHED_KINDS = frozenset({"script", "stylesheet"})


@dataclass(frozen=True, slots=True)
class InterceptedRequest:
    """A request of a page, as the downloader needs it."""

    url: str
    method: str
    headers: Mapping[str, str]
    body: bytes | None
    page: str


Fetch = Callable[[InterceptedRequest], Awaitable[InterceptedResponse | None]]


@dataclass(slots=True)
class Traffic:
    """Answers all requests of one page: for the page itself with ``document``, for the rest with ``fetch``.

    ``folder`` is the blog's, if the crawl has several. Every picture is replaced by a pixel; advertisements,
    analytics, fonts, videos and leaving the page are refused.
    """

    url: str
    document: InterceptedResponse
    fetch: Fetch
    parts: Parts
    folder: str = ""
    requests: int = 0
    blocked: int = 0
    _bytes: int = 0
    _pending: int = 0
    _last: float = field(default_factory=time.monotonic)
    _given: bool = False

    def begin(self) -> None:
        """Prepare for a page that is about to load its document."""
        self._given = False

    async def handle(self, route: Route, request: Request) -> None:
        """The handler for Playwright's ``page.route``; nothing reaches the network."""
        from playwright.async_api import Error

        self._pending += 1
        try:
            answer = await self._answer(request)
            self._last = time.monotonic()
            with suppress(Error):  # the page may be gone
                if answer is None:
                    await route.abort("blockedbyclient")
                else:
                    await route.fulfill(status=answer.status, headers=dict(answer.headers), body=answer.body)
        except Error as error:
            logger.debug("%s: %s", request.url, error)
        finally:
            self._pending -= 1
            self._last = time.monotonic()

    async def _answer(self, request: Request) -> InterceptedResponse | None:
        url, kind = urldefrag(request.url)[0], request.resource_type
        main = request.is_navigation_request() and request.frame.parent_frame is None
        if main:
            if self._given or url != urldefrag(self.url)[0]:
                return None
            self._given = True
            return self.document
        if is_blocked(url, kind):
            self.blocked += 1
            return None
        if kind == "image":
            return InterceptedResponse(url, 200, {"content-type": "image/gif"}, _PIXEL)
        if request.is_navigation_request() and request.method != "GET":
            return None
        if self.requests >= _MAX_REQUESTS or self._bytes >= _MAX_BYTES:
            return None
        if kind in _CACHED_KINDS and request.method == "GET":
            answer = await self.parts.get(self.folder, url, lambda: self._fetched(url, request))
        else:
            answer = await self._fetched(url, request)
        if answer is None:
            return None
        if request.is_navigation_request() and answer.url != url:
            return _moved(answer.url)
        return _readable(answer, request)

    async def _fetched(self, url: str, request: Request) -> InterceptedResponse | None:
        self.requests += 1
        headers = {name: value for name, value in request.headers.items() if _is_sent(name)}
        answer = await self.fetch(InterceptedRequest(url, request.method, headers, request.post_data_buffer, self.url))
        self._bytes += len(answer.body) if answer is not None else 0
        return answer

    @property
    def idle(self) -> float:
        """Seconds since the last request."""
        return 0.0 if self._pending else time.monotonic() - self._last

    async def quiet(self, seconds: float, until: float) -> None:
        """Wait until there is no request for some seconds from now on, or until ``until`` (monotonic)."""
        self._last = time.monotonic()
        while (now := time.monotonic()) < until:
            rest = self._last + seconds - now
            if self._pending == 0 and rest <= 0:
                return
            await asyncio.sleep(max(rest, 0.02) if self._pending == 0 else 0.02)


def _is_sent(name: str) -> bool:
    return name not in _UNSENT_HEADERS and not name.startswith(("sec-", ":"))


def _readable(answer: InterceptedResponse, request: Request) -> InterceptedResponse:
    """The response with headers that let the page's script read it; it has only public content."""
    headers = {name: value for name, value in answer.headers.items() if name not in _HIDDEN_HEADERS}
    headers["access-control-allow-origin"] = request.headers.get("origin") or _origin(request.frame.url)
    headers["access-control-allow-credentials"] = "true"
    return InterceptedResponse(answer.url, answer.status, headers, answer.body)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else "*"


def _moved(url: str) -> InterceptedResponse:
    """A page that sends a frame to the target of a redirect, so that its address is right."""
    target = escape(url.replace("\\", "%5C"), quote=True)
    body = f'<meta http-equiv="refresh" content="0; url={target}">'
    return InterceptedResponse(url, 200, {"content-type": "text/html; charset=utf-8"}, body.encode())
