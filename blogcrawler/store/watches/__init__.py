"""Watches, the posts queued for them, their clips, and the messages with them."""

from .sql_watches import SqlWatches, has_watches, queue_events
from .watch_tables import renew_ids

__all__ = ["SqlWatches", "has_watches", "queue_events", "renew_ids"]
