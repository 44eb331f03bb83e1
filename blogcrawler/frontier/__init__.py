"""What to download next: which addresses are posts, what belongs to the blog, what is a trap, in which order."""

from .apps import app_files, posts_in_script
from .bandit import PathBandit
from .barren import BarrenShapes
from .clues import Clue, Role, clue_of, listed_clue
from .diskset import DiskSet
from .explorer import GUIDED_PRIORITY, LEAVE, POST_PRIORITY, Explorer, Guide, priority_of
from .judge import PostJudge, learn_judge
from .linkreader import LinkReader
from .links import Link, page_links
from .lonepost import is_lone_post
from .nearest import NearestLinks
from .othertemplate import OtherTemplate, learn_other_template
from .pageflips import flips_by_address
from .parts import next_part, whole_of
from .pattern import PostPattern, Verdict, learn_pattern, likely_posts
from .predictor import Gain, LinkPredictor
from .queue import DiskFrontier, Frontier
from .scope import Scope
from .scripted import scripted_links
from .strays import Strays
from .traps import trap_of

__all__ = [
    "GUIDED_PRIORITY",
    "LEAVE",
    "POST_PRIORITY",
    "BarrenShapes",
    "Clue",
    "DiskFrontier",
    "DiskSet",
    "Explorer",
    "Frontier",
    "Gain",
    "Guide",
    "Link",
    "LinkPredictor",
    "LinkReader",
    "NearestLinks",
    "OtherTemplate",
    "PathBandit",
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
    "page_links",
    "posts_in_script",
    "priority_of",
    "scripted_links",
    "trap_of",
    "whole_of",
]
