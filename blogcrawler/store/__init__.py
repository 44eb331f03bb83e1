"""The back end: blogs and posts in SQLite, or in PostgreSQL where an address of one is given."""

from .interface import Store
from .opening import DATABASE_FILE, database_name, open_store
from .storable_values import storable

__all__ = [
    "DATABASE_FILE",
    "Store",
    "database_name",
    "open_store",
    "storable",
]
