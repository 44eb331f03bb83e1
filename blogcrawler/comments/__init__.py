"""Comments of posts: which platform a page uses, where it gives its comments away, how they are read. Pure functions
over parsed pages and answers: no I/O, no Scrapy.

    asking = gather(page, url, entry, BlogComments())
    address = next(asking)                      # what it wants to be fetched
    address = asking.send(Answer(address, 200, body))
"""

from .answers import Answer
from .blogcomments import BlogComments
from .discussion import Discussion, Gathering, gather
from .platforms import Platform, known_platforms
from .recognising import page_platforms
from .rules import CommentRule

__all__ = [
    "Answer",
    "BlogComments",
    "CommentRule",
    "Discussion",
    "Gathering",
    "Platform",
    "gather",
    "known_platforms",
    "page_platforms",
]
