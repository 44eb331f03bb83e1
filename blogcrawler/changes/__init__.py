"""What has changed in a post since it was seen last, and when it is worth while to look again.

Change is judged on objects: the article, its title, authors, tags, date, and each comment; never on what stands
around them. Pure functions: no I/O, no Scrapy.
"""

from .comparing import Kind, better_dated, compare, markup, settle
from .difference import difference
from .planning import next_look
from .template import reads_otherwise, shown

__all__ = ["Kind", "better_dated", "compare", "difference", "markup", "next_look", "reads_otherwise", "settle", "shown"]
