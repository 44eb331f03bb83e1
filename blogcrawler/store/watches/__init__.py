"""Watches, the posts queued for them, their clips, and the messages with them."""

from .sql_watches import SqlWatches, queue_events

__all__ = ["SqlWatches", "queue_events"]
