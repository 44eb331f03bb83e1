"""Visit known blogs: find new posts, fetch them, notice deleted ones, and schedule the next visit."""

from .leases import Leases
from .visit import BlogVisit
from .visit_report import (
    MAX_LISTED_POSTS,
    PostNews,
    VisitReport,
    failed_visit,
    gone_notes,
    unfinished_crawl_notes,
    visit_ended,
)
from .watched_pages import PageVisits

__all__ = [
    "MAX_LISTED_POSTS",
    "BlogVisit",
    "Leases",
    "PageVisits",
    "PostNews",
    "VisitReport",
    "failed_visit",
    "gone_notes",
    "unfinished_crawl_notes",
    "visit_ended",
]
