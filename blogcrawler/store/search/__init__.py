"""Full-text search over posts, in SQLite and PostgreSQL."""

from .scan import scan_posts
from .snippets import words_matcher
from .sql_search import SqlSearch, create_search_tables

__all__ = ["SqlSearch", "create_search_tables", "scan_posts", "words_matcher"]
