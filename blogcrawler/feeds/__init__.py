"""Web feeds and sitemaps, in which a site announces its pages.

Find a blog's feeds (``feed_candidates``, ``usual_addresses``), read them (``parse_feed``), choose the
feed of posts (``best_feed``), and continue with older entries (``next_pages``). Functions over bytes and parsed
pages; nothing here downloads anything.
"""

from .feed_titles import blog_title
from .finding.choose_feed import best_feed, is_comment_feed, rank_feeds
from .finding.discovery import addresses_above, feed_candidates, other_slash, usual_addresses
from .finding.feed_kinds import feed_kind
from .finding.moved_feeds import gone_to, own_address
from .finding.platforms import lists_all
from .news import comment_reading, comments_since, feed_reading, left_out, missing, news_since
from .paging import next_pages
from .parsing.decoding import decode
from .parsing.entries import Raw, entry_text, links_of
from .parsing.entry_links import is_proxy, same_site_variants
from .parsing.parse_feed import parse_feed, read_feed
from .parsing.podcasts import PodcastFeed
from .parsing.texts import as_html, title_text
from .platform_news import WatchPoints, watch_points
from .publication_models import online_rhythm, poisson_rhythm
from .rhythm import HOURS, LONGEST, SHORTEST, FeedRhythm, Patience
from .sitemaps import Sitemap, SitemapPage, may_list_posts, parse_sitemap, sitemaps_in_robots, usual_sitemaps
from .statistics import Intervals, feed_type, intervals, pooled_deviation
from .study import FeedFacts, GroupFigures, feed_facts, group_figures, type_counts
from .study_plots import study_svg
from .update_hints import FeedHints, feed_hints
from .visit_budget import RequestBudget, expected_gain

__all__ = [
    "HOURS",
    "LONGEST",
    "SHORTEST",
    "FeedFacts",
    "FeedHints",
    "FeedRhythm",
    "GroupFigures",
    "Intervals",
    "Patience",
    "PodcastFeed",
    "Raw",
    "RequestBudget",
    "Sitemap",
    "SitemapPage",
    "WatchPoints",
    "addresses_above",
    "as_html",
    "best_feed",
    "blog_title",
    "comment_reading",
    "comments_since",
    "decode",
    "entry_text",
    "expected_gain",
    "feed_candidates",
    "feed_facts",
    "feed_hints",
    "feed_kind",
    "feed_reading",
    "feed_type",
    "gone_to",
    "group_figures",
    "intervals",
    "is_comment_feed",
    "is_proxy",
    "left_out",
    "links_of",
    "lists_all",
    "may_list_posts",
    "missing",
    "news_since",
    "next_pages",
    "online_rhythm",
    "other_slash",
    "own_address",
    "parse_feed",
    "parse_sitemap",
    "poisson_rhythm",
    "pooled_deviation",
    "rank_feeds",
    "read_feed",
    "same_site_variants",
    "sitemaps_in_robots",
    "study_svg",
    "title_text",
    "type_counts",
    "usual_addresses",
    "usual_sitemaps",
    "watch_points",
]
