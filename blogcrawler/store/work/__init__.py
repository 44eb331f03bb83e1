"""Leases, the queue of blogs, workers and past runs, in SQL tables."""

from .leasing import adopt_blogs, free_blogs, hold, lock_leases
from .run_history import SqlRunHistory
from .work_queue import SqlWorkQueue

__all__ = ["SqlRunHistory", "SqlWorkQueue", "adopt_blogs", "free_blogs", "hold", "lock_leases"]
