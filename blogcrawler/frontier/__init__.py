"""What to download next: which addresses are posts, what belongs to the blog, what is a trap, in which order."""

from .links.app_bundles import app_files, posts_in_script
from .links.link_feature_reader import LinkReader
from .links.link_features import Clue, Role, clue_of, listed_clue
from .links.links import Link, page_links
from .links.multipage_posts import next_part, whole_of
from .links.pagination import flips_by_address
from .links.scope import Scope
from .links.script_links import scripted_links
from .links.traps import trap_of
from .posts.other_template import OtherTemplate, learn_other_template
from .posts.page_classifier import PostJudge, learn_judge
from .posts.standalone_post import is_lone_post
from .posts.unclassified_pages import Strays
from .posts.url_pattern import PostPattern, Verdict, learn_pattern, likely_posts
from .queue.disk_queue import DiskFrontier
from .queue.disk_set import DiskSet
from .queue.exhausted_patterns import BarrenShapes
from .queue.explorer import GUIDED_PRIORITY, LEAVE, POST_PRIORITY, Explorer, Guide, priority_of
from .queue.knn_predictor import NearestLinks
from .queue.predictor import Gain, LinkPredictor
from .queue.scheduler import FrontierScheduler, open_frontier

__all__ = [
    "GUIDED_PRIORITY",
    "LEAVE",
    "POST_PRIORITY",
    "BarrenShapes",
    "Clue",
    "DiskFrontier",
    "DiskSet",
    "Explorer",
    "FrontierScheduler",
    "Gain",
    "Guide",
    "Link",
    "LinkPredictor",
    "LinkReader",
    "NearestLinks",
    "OtherTemplate",
    "PostJudge",
    "PostPattern",
    "Role",
    "Scope",
    "Strays",
    "Verdict",
    "app_files",
    "clue_of",
    "flips_by_address",
    "is_lone_post",
    "learn_judge",
    "learn_other_template",
    "learn_pattern",
    "likely_posts",
    "listed_clue",
    "next_part",
    "open_frontier",
    "page_links",
    "posts_in_script",
    "priority_of",
    "scripted_links",
    "trap_of",
    "whole_of",
]
