"""The phases of a first crawl: survey the site, learn its rules, crawl its pages, close."""

from .blog_crawl import BlogCrawl
from .close_phase import closing_notes, estimate_dates, save_faults
from .crawl_tools import CrawlTools
from .download_failures import DownloadFailures
from .exploration import start_exploring
from .learn_phase import learn_blog, posts_of_feed, store_blog
from .opening import RECORDS_FILE, open_crawl
from .survey_phase import SurveyedSite, survey_site

__all__ = [
    "RECORDS_FILE",
    "BlogCrawl",
    "CrawlTools",
    "DownloadFailures",
    "SurveyedSite",
    "closing_notes",
    "estimate_dates",
    "learn_blog",
    "open_crawl",
    "posts_of_feed",
    "save_faults",
    "start_exploring",
    "store_blog",
    "survey_site",
]
