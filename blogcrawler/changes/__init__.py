"""What has changed in a post since it was seen last, and when it is worth while to look again.

Change is judged on objects: the article, its title, authors, tags, date, and each comment; never on what stands
around them. Pure functions: no I/O, no Scrapy.
"""

from .comparison import Kind, better_dated, compare, markup, settle
from .next_check import next_look
from .template_change import reads_otherwise, shown
from .text_diff import difference

__all__ = [
    "Kind",
    "better_dated",
    "compare",
    "difference",
    "markup",
    "next_look",
    "reads_otherwise",
    "settle",
    "shown",
]
