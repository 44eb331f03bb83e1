"""What is remembered about a sitemap: a key and the last change of every page that it lists."""

from __future__ import annotations

from ..feeds import Sitemap
from ..urls import listing_key

__all__ = ["sitemap_reading"]


def sitemap_reading(sitemap: Sitemap) -> dict[str, str]:
    """What a sitemap lists: a key of each address, and when it was changed last."""
    return {listing_key(page.url): page.lastmod.isoformat() if page.lastmod else "" for page in sitemap.pages}
