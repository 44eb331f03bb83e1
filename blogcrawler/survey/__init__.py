"""Survey a blog before the crawl: the seed, its feed, its home page, the training pages."""

from .blog_survey import survey
from .feed_search import as_feed, find_feed
from .prefetch import FirstPages
from .visits import Fetch, Visits

__all__ = [
    "Fetch",
    "FirstPages",
    "Visits",
    "as_feed",
    "find_feed",
    "survey",
]
