"""The crawl of a new blog: which links to follow, which requests to make, what the pages bring."""

from .app_scripts import AppScripts
from .download_failures import DownloadFailures
from .feed_only_posts import FeedOnlyPosts, feed_only_blog
from .json_lists import json_list
from .knowledge_guide import KnowledgeGuide
from .link_follower import LinkFollower
from .link_repair import LinkRepair
from .list_dates import ListDates
from .other_templates import OtherTemplates
from .request_factory import RequestFactory
from .sitemaps_and_feed_pages import SitemapsAndFeedPages

__all__ = [
    "AppScripts",
    "DownloadFailures",
    "FeedOnlyPosts",
    "KnowledgeGuide",
    "LinkFollower",
    "LinkRepair",
    "ListDates",
    "OtherTemplates",
    "RequestFactory",
    "SitemapsAndFeedPages",
    "feed_only_blog",
    "json_list",
]
