"""Find what has changed in a post since the last check, and decide when to check again.

Posts are compared by article, title, authors, tags, date and comments, never by the rest of their pages. Pure
functions: no I/O, no Scrapy.
"""

from .check_schedule import next_check
from .comparison import ChangeKind, comment_key, compare, fill_gaps, is_better_dated, is_new_version, markup_digest
from .template_change import rules_miss_text, shown_share
from .text_diff import DiffLine, diff_posts

__all__ = [
    "ChangeKind",
    "DiffLine",
    "comment_key",
    "compare",
    "diff_posts",
    "fill_gaps",
    "is_better_dated",
    "is_new_version",
    "markup_digest",
    "next_check",
    "rules_miss_text",
    "shown_share",
]
