"""What is remembered about a sitemap: a key and the last change of every page that it lists."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from ..feeds import Sitemap
from ..urls import page_key

if TYPE_CHECKING:
    pass

__all__ = ["listing_key", "sitemap_reading"]


def sitemap_reading(sitemap: Sitemap) -> dict[str, str]:
    """What a sitemap lists: a key of each address, and when it was changed last."""
    return {listing_key(page.url): page.lastmod.isoformat() if page.lastmod else "" for page in sitemap.pages}


def listing_key(url: str) -> str:
    """The key of an address in what is kept of a sitemap."""
    return blake2b(page_key(url).encode("utf-8", "replace"), digest_size=8).hexdigest()
