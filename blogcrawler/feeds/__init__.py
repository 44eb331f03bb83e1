"""Web feeds and sitemaps: the ways in which a site itself announces its pages.

Find a blog's feeds (``feed_candidates``, ``usual_addresses``), read them (``parse_feed``), take the one of
the posts (``best_feed``), and go on to older entries (``next_pages``). Functions over bytes and parsed pages;
nothing here downloads anything.
"""

from __future__ import annotations

from blogcrawler.feeds.choosing import best_feed, is_comment_feed, rank_feeds
from blogcrawler.feeds.discovery import FeedLink, addresses_above, feed_candidates, usual_addresses
from blogcrawler.feeds.links import same_site_variants
from blogcrawler.feeds.paging import next_pages
from blogcrawler.feeds.parsing import parse_feed
from blogcrawler.feeds.platforms import lists_all
from blogcrawler.feeds.podcasts import PodcastFeed
from blogcrawler.feeds.sitemaps import (
    Sitemap,
    SitemapPage,
    may_list_posts,
    parse_sitemap,
    sitemaps_in_robots,
    usual_sitemaps,
)

__all__ = [
    "FeedLink",
    "PodcastFeed",
    "Sitemap",
    "SitemapPage",
    "addresses_above",
    "best_feed",
    "feed_candidates",
    "is_comment_feed",
    "lists_all",
    "may_list_posts",
    "next_pages",
    "parse_feed",
    "parse_sitemap",
    "rank_feeds",
    "same_site_variants",
    "sitemaps_in_robots",
    "usual_addresses",
    "usual_sitemaps",
]
