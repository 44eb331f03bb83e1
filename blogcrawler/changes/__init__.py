"""Find what has changed in a post since the last check, and decide when to check again.

Posts are compared by article, title, authors, tags, date and comments, never by the rest of their pages. Pure
functions: no I/O, no Scrapy.
"""

from .check_schedule import next_check
from .comparison import ChangeKind, comment_key, compare, fill_gaps, is_better_dated, is_new_version, markup_digest
from .diff_views import DIFF_VIEWS, diff_rows
from .marked_words import TextPieces
from .post_diff import DiffRow, Operation, PostDiff, diff_posts
from .template_change import rules_miss_text, shown_share

__all__ = [
    "DIFF_VIEWS",
    "ChangeKind",
    "DiffRow",
    "Operation",
    "PostDiff",
    "TextPieces",
    "comment_key",
    "compare",
    "diff_posts",
    "diff_rows",
    "fill_gaps",
    "is_better_dated",
    "is_new_version",
    "markup_digest",
    "next_check",
    "rules_miss_text",
    "shown_share",
]
