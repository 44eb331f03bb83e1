"""The database: blogs, posts and their history in SQLite or PostgreSQL."""

from .catalogue_interface import BlogContents, BlogOutline, Catalogue, PostEntry, Timeline
from .interface import BlogSchedule, PostHistory, Store
from .opening import DATABASE_FILE, database_name, has_database, open_existing_store, open_store
from .search import words_matcher
from .search_interface import SearchHit, SearchQuery, SearchResult
from .storable_values import storable
from .watch_interface import OutgoingMessage, WatchStore

__all__ = [
    "DATABASE_FILE",
    "BlogContents",
    "BlogOutline",
    "BlogSchedule",
    "Catalogue",
    "OutgoingMessage",
    "PostEntry",
    "PostHistory",
    "SearchHit",
    "SearchQuery",
    "SearchResult",
    "Store",
    "Timeline",
    "WatchStore",
    "database_name",
    "has_database",
    "open_existing_store",
    "open_store",
    "storable",
    "words_matcher",
]
