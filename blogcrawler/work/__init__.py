"""Workers: take blogs from the queue and crawl or update them, each in a process of its own."""

from .metrics_server import METRICS_TYPE, metrics_page, serve_metrics
from .worker import Worker
from .yields import YieldDrop, yield_drop

__all__ = ["METRICS_TYPE", "Worker", "YieldDrop", "metrics_page", "serve_metrics", "yield_drop"]
