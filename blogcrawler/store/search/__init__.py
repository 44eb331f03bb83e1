"""Full-text search over posts, in SQLite and PostgreSQL."""

from .snippets import words_matcher
from .sql_search import SqlSearch, create_search_tables

__all__ = ["SqlSearch", "create_search_tables", "words_matcher"]
