"""The database: blogs, posts and their history in SQLite or PostgreSQL."""

from .catalogue_interface import BlogContents, BlogOutline, Catalogue, PostEntry, PostLink, PostSurroundings, Timeline
from .interface import BlogSchedule, PastView, PostHistory, SearchSources, Store
from .opening import DATABASE_FILE, database_name, has_database, open_existing_store, open_store
from .search import words_matcher
from .search_interface import SearchHit, SearchQuery, SearchResult
from .storable_values import storable
from .watch_interface import WATCHED_PAGES, OutgoingMessage, WatchStore
from .work_interface import QueuedBlog, RunHistory, WorkerState, WorkQueue

__all__ = [
    "DATABASE_FILE",
    "WATCHED_PAGES",
    "BlogContents",
    "BlogOutline",
    "BlogSchedule",
    "Catalogue",
    "OutgoingMessage",
    "PastView",
    "PostEntry",
    "PostHistory",
    "PostLink",
    "PostSurroundings",
    "QueuedBlog",
    "RunHistory",
    "SearchHit",
    "SearchQuery",
    "SearchResult",
    "SearchSources",
    "Store",
    "Timeline",
    "WatchStore",
    "WorkQueue",
    "WorkerState",
    "database_name",
    "has_database",
    "open_existing_store",
    "open_store",
    "storable",
    "words_matcher",
]
