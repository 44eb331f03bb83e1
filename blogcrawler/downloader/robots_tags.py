"""The robots tags of responses, also of those that are still compressed."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import brotli

from ..crawl_settings import CrawlSettings
from ..dom import RobotsTags

if sys.version_info < (3, 14):
    from backports import zstd
else:
    from compression import zstd

if TYPE_CHECKING:
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

__all__ = ["respected_tags", "stated_tags"]

_HEAD_BYTES = 65_536


def respected_tags(settings: BaseSettings) -> RobotsTags:
    """The tags that a crawl with these settings respects (``BLOGCRAWLER_ROBOTS_TAGS``)."""
    return RobotsTags.of_crawl(CrawlSettings.from_settings(settings).robots_tags, settings.get("USER_AGENT") or "")


def stated_tags(tags: RobotsTags, response: Response) -> frozenset[str]:
    """The respected tags that a response states."""
    if not tags.respected:
        return frozenset()
    headers = [value.decode("latin-1") for value in response.headers.getlist("X-Robots-Tag")]
    return tags.stated(headers, _beginning(response) if _may_be_html(response) else b"")


def _may_be_html(response: Response) -> bool:
    kind = (response.headers.get("Content-Type") or b"").lower()
    return not kind or b"html" in kind


def _beginning(response: Response) -> bytes:
    """The first bytes of a body, decompressed; empty if they cannot be."""
    encoding = (response.headers.get("Content-Encoding") or b"").strip().lower()
    try:
        return _STARTS[encoding](response.body) if encoding in _STARTS else response.body[:_HEAD_BYTES]
    except (zlib.error, brotli.error, zstd.ZstdError, EOFError):
        return b""


def _inflated(body: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(body, _HEAD_BYTES)
    except zlib.error:  # some servers send it without zlib's header
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, _HEAD_BYTES)


_STARTS: dict[bytes, Callable[[bytes], bytes]] = {
    b"gzip": lambda body: zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, _HEAD_BYTES),
    b"deflate": _inflated,
    b"br": lambda body: bytes(brotli.Decompressor().process(body, output_buffer_limit=_HEAD_BYTES)),
    b"zstd": lambda body: zstd.ZstdDecompressor().decompress(body, _HEAD_BYTES),
}
