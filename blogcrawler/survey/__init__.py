"""Survey a blog before the crawl: the seed, its feed, its home page, the training pages."""

from .blog_survey import survey, survey_from_seed
from .feed_search import as_feed, find_feed, read_as_feed
from .prefetch import Prefetcher
from .seed import resolve_seed
from .visits import Fetch, SurveyDownloads

__all__ = [
    "Fetch",
    "Prefetcher",
    "SurveyDownloads",
    "as_feed",
    "find_feed",
    "read_as_feed",
    "resolve_seed",
    "survey",
    "survey_from_seed",
]
