"""The comments of posts: which platform a page uses, where its comments are available, how they are read.

Pure functions over parsed pages and responses: no I/O, no Scrapy. ``gather`` is a generator that yields the addresses
it needs and is sent the responses:

    gathering = gather(page, url, entry, BlogComments())
    address = next(gathering)
    address = gathering.send(EndpointAnswer(address, 200, body))
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
