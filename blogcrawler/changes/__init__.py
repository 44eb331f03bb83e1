"""What has changed in a post since it was seen last, and when it is worth while to look again.

Change is judged on objects: the article, its title, authors, tags, date, and each comment; never on what stands
around them. Pure functions: no I/O, no Scrapy.
"""

from .check_schedule import next_check
from .comparison import ChangeKind, better_dated, compare, markup, settle
from .template_change import reads_otherwise, shown
from .text_diff import difference

__all__ = [
    "ChangeKind",
    "better_dated",
    "compare",
    "difference",
    "markup",
    "next_check",
    "reads_otherwise",
    "settle",
    "shown",
]
