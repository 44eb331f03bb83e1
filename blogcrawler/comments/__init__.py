"""Comments of posts: which platform a page uses, where it gives its comments away, how they are read. Pure functions
over parsed pages and answers: no I/O, no Scrapy.
"""

from .platforms import Platform, known_platforms
from .recognising import page_platforms

__all__ = ["Platform", "known_platforms", "page_platforms"]
