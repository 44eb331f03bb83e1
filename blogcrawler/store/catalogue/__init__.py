"""Lists and totals of posts for people who browse the archive."""

from .post_counts import create_post_counts, post_counts
from .sql_catalogue import SqlCatalogue

__all__ = ["SqlCatalogue", "create_post_counts", "post_counts"]
