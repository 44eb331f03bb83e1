"""Files that several pages need: fetched once."""

from __future__ import annotations

import asyncio
import weakref
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["InterceptedResponse", "Parts", "intercepted"]


@dataclass(frozen=True, slots=True)
class InterceptedResponse:
    """The decoded response; ``url`` is the address after redirects."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes


class Parts:
    """A cache of scripts and styles that the pages of a blog share, of limited size.

    The browser and whoever archives what pages need use the same one, so that each of them is fetched once.
    """

    def __init__(self, most_bytes: int = 32_000_000) -> None:
        self._most = most_bytes
        self._size = 0
        self._answers: OrderedDict[tuple[str, str], InterceptedResponse] = OrderedDict()
        self._coming: dict[tuple[str, str], asyncio.Future[InterceptedResponse | None]] = {}

    @classmethod
    def of(cls, crawler: Crawler) -> Parts:
        """The cache of a crawl."""
        return _parts.setdefault(crawler, cls())

    async def get(
        self, folder: str, url: str, fetch: Callable[[], Awaitable[InterceptedResponse | None]]
    ) -> InterceptedResponse | None:
        """The cached response of an address, else the result of ``fetch``, which concurrent callers share.

        ``folder`` is the blog's, if the crawl has several: each has an archive of its own.
        """
        key = (folder, url)
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if key not in self._coming:
            coming = self._coming[key] = asyncio.ensure_future(fetch())
            coming.add_done_callback(lambda _: self._coming.pop(key, None))
        answer = await asyncio.shield(self._coming[key])
        if answer is not None and answer.status == 200 and _is_shared(answer):
            self._keep(key, answer)
        return answer

    async def known(self, folder: str, url: str) -> InterceptedResponse | None:
        """The response of an address if it is cached or being fetched."""
        coming = self._coming.get((folder, url))
        return await asyncio.shield(coming) if coming is not None else self._answers.get((folder, url))

    def _keep(self, key: tuple[str, str], answer: InterceptedResponse) -> None:
        if key in self._answers or len(answer.body) > self._most:
            return
        self._answers[key] = answer
        self._size += len(answer.body)
        while self._size > self._most:
            _, gone = self._answers.popitem(last=False)
            self._size -= len(gone.body)


_parts: weakref.WeakKeyDictionary[Crawler, Parts] = weakref.WeakKeyDictionary()


def intercepted(response: Response) -> InterceptedResponse:
    """A response of the downloader."""
    headers = {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
    }
    return InterceptedResponse(response.url, response.status, headers, response.body)


def _is_shared(answer: InterceptedResponse) -> bool:
    """Whether a browser would ask for this again on other pages: not fonts and pictures, which it never gets."""
    kind = answer.headers.get("content-type", "")
    return not kind.startswith(("font/", "image/", "application/font", "application/vnd.ms-fontobject"))
