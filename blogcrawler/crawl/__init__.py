"""The crawl of a new blog: which links to follow, which requests to make, what the pages bring."""

from .app_scripts import AppScripts
from .download_failures import Losses
from .feed_only_posts import FeedCopies, copied_blog
from .json_lists import json_list
from .knowledge_guide import KnowledgeGuide
from .link_follower import Following
from .link_repair import WayRepair
from .list_dates import ListedDates
from .other_templates import OtherTemplates
from .request_factory import Requests
from .sitemaps_and_feed_pages import Listings

__all__ = [
    "AppScripts",
    "FeedCopies",
    "Following",
    "KnowledgeGuide",
    "ListedDates",
    "Listings",
    "Losses",
    "OtherTemplates",
    "Requests",
    "WayRepair",
    "copied_blog",
    "json_list",
]
