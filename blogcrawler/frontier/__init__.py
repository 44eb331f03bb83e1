"""What to download next: which URLs are posts, belong to the blog or are traps, and in which order to fetch them."""

from .disk_set import DiskSet
from .links.app_bundles import app_files, posts_in_script
from .links.link_feature_reader import LinkFeatureReader
from .links.link_features import LinkFeatures, Role, link_features_of, listed_link_features
from .links.links import MAX_LINKS, Link, page_links
from .links.multipage_posts import next_part, whole_of
from .links.pagination import is_pagination_url
from .links.scope import Scope
from .links.script_links import scripted_links
from .links.traps import trap_of
from .posts.other_template import OtherTemplate, learn_other_template
from .posts.page_classifier import PostClassifier, Rejection, learn_post_classifier
from .posts.rejected_pages import RejectedPages
from .posts.standalone_post import is_standalone_post
from .posts.traits import page_traits
from .posts.unclassified_pages import UnclassifiedPages
from .posts.url_groups import group_likely_posts, has_dated_path
from .posts.url_pattern import PostPattern, Verdict, learn_pattern
from .queue.crawl_progress import Activity, CrawlProgress, whole_crawl
from .queue.crawl_state import CrawlPhase, CrawlState
from .queue.disk_queue import DiskFrontier
from .queue.exhausted_patterns import ExhaustedUrlPatterns
from .queue.explorer import GUIDED_PRIORITY, POST_PRIORITY, SKIP, Explorer, Guide, priority_of
from .queue.knn_predictor import KnnPredictor
from .queue.predictor import Gain, LinkPredictor
from .queue.scheduler import FrontierScheduler, open_frontier

__all__ = [
    "GUIDED_PRIORITY",
    "MAX_LINKS",
    "POST_PRIORITY",
    "SKIP",
    "Activity",
    "CrawlPhase",
    "CrawlProgress",
    "CrawlState",
    "DiskFrontier",
    "DiskSet",
    "ExhaustedUrlPatterns",
    "Explorer",
    "FrontierScheduler",
    "Gain",
    "Guide",
    "KnnPredictor",
    "Link",
    "LinkFeatureReader",
    "LinkFeatures",
    "LinkPredictor",
    "OtherTemplate",
    "PostClassifier",
    "PostPattern",
    "RejectedPages",
    "Rejection",
    "Role",
    "Scope",
    "UnclassifiedPages",
    "Verdict",
    "app_files",
    "group_likely_posts",
    "has_dated_path",
    "is_pagination_url",
    "is_standalone_post",
    "learn_other_template",
    "learn_pattern",
    "learn_post_classifier",
    "link_features_of",
    "listed_link_features",
    "next_part",
    "open_frontier",
    "page_links",
    "page_traits",
    "posts_in_script",
    "priority_of",
    "scripted_links",
    "trap_of",
    "whole_crawl",
    "whole_of",
]
