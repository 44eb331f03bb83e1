"""Workers: take blogs from the queue and crawl or update them, each in a process of its own."""

from .fork_server import forking
from .metrics_server import METRICS_TYPE, metrics_page, serve_metrics
from .worker import Worker
from .yields import YieldDrop, yield_drop

__all__ = ["METRICS_TYPE", "Worker", "YieldDrop", "forking", "metrics_page", "serve_metrics", "yield_drop"]
