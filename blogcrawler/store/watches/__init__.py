"""Watches, the posts queued for them, their clips, and the messages with them."""

from .sql_watches import SqlWatches, queue_events
from .watch_interface import OutgoingMessage, WatchStore

__all__ = ["OutgoingMessage", "SqlWatches", "WatchStore", "queue_events"]
