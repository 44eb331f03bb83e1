"""Workers: take blogs from the queue and crawl or update them, each in a process of its own."""

from .child import end_with_parent
from .worker import Worker

__all__ = ["Worker", "end_with_parent"]
