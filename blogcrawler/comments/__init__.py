"""Comments of posts: which platform a page uses, where it gives its comments away, how they are read. Pure functions
over parsed pages and answers: no I/O, no Scrapy.

    asking = gather(page, url, entry, BlogComments())
    address = next(asking)                      # what it wants to be fetched
    address = asking.send(Answer(address, 200, body))
"""

from .blog_comments import BlogComments
from .gathering import Discussion, Gathering, gather
from .platforms.definition import Browser, CommentPlatform, comment_platforms
from .platforms.detect import inline_scripts, page_platforms
from .platforms.endpoint_urls import endpoint_of, page_values
from .platforms.json_answer import EndpointAnswer

__all__ = [
    "BlogComments",
    "Browser",
    "CommentPlatform",
    "Discussion",
    "EndpointAnswer",
    "Gathering",
    "comment_platforms",
    "endpoint_of",
    "gather",
    "inline_scripts",
    "page_platforms",
    "page_values",
]
