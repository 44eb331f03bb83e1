"""What is stored about a sitemap."""

from __future__ import annotations

from ..feeds import Sitemap
from ..urls import listing_key

__all__ = ["sitemap_reading"]


def sitemap_reading(sitemap: Sitemap) -> dict[str, str]:
    """A key of each address in a sitemap, with the date of its last change."""
    return {listing_key(page.url): page.lastmod.isoformat() if page.lastmod else "" for page in sitemap.pages}
