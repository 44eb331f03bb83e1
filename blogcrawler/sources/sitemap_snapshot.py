"""What is stored about a sitemap."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..feeds import Sitemap
from ..urls import listing_key

__all__ = ["sitemap_facts", "sitemap_reading"]


def sitemap_reading(sitemap: Sitemap) -> dict[str, str]:
    """A key of each address in a sitemap, with the date of its last change."""
    return {listing_key(page.url): page.lastmod.isoformat() if page.lastmod else "" for page in sitemap.pages}


def sitemap_facts(sitemap: Sitemap) -> dict[str, Any]:
    """How often the pages of a sitemap change, as it says: by address, except for what most of them state."""
    stated = {listing_key(page.url): page.changefreq for page in sitemap.pages}
    usual = Counter(stated.values()).most_common(1)[0][0] if stated else ""
    return {"changefreq": {key: often for key, often in stated.items() if often != usual}}
