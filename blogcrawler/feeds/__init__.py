"""Web feeds and sitemaps: the ways in which a site itself announces its pages.

Functions over bytes and parsed pages; nothing here downloads anything.
"""

from __future__ import annotations

from blogcrawler.feeds.links import same_site_variants
from blogcrawler.feeds.parsing import parse_feed
from blogcrawler.feeds.podcasts import PodcastFeed

__all__ = ["PodcastFeed", "parse_feed", "same_site_variants"]
