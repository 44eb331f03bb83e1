"""Run a crawl in this process."""

from .process import run
from .terminal_crawl import crawl_blog, update_blogs

__all__ = [
    "crawl_blog",
    "run",
    "update_blogs",
]
