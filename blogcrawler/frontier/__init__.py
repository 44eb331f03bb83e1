"""What to download next: which addresses are posts, what belongs to the blog, what is a trap, in which order."""

from .barren import BarrenShapes
from .diskset import DiskSet
from .judge import PostJudge, learn_judge
from .links import Link, LinkOrder, PlainOrder, page_links
from .pattern import PostPattern, Verdict, learn_pattern, likely_posts
from .queue import DiskFrontier, Frontier
from .scope import Scope
from .traps import trap_of

__all__ = [
    "BarrenShapes",
    "DiskFrontier",
    "DiskSet",
    "Frontier",
    "Link",
    "LinkOrder",
    "PlainOrder",
    "PostJudge",
    "PostPattern",
    "Scope",
    "Verdict",
    "learn_judge",
    "learn_pattern",
    "likely_posts",
    "page_links",
    "trap_of",
]
