"""What a crawl leaves for later updates: documents to watch, and date estimates for undated posts."""

from .date_estimates import date_undated
from .feed_facts import describe_feed
from .first_crawl import first_sources, sitemap_source
from .sitemap_snapshot import sitemap_facts, sitemap_reading

__all__ = [
    "date_undated",
    "describe_feed",
    "first_sources",
    "sitemap_facts",
    "sitemap_reading",
    "sitemap_source",
]
