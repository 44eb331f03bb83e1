"""Runs crawls in this process."""

from .crawl_setup import prepare_crawl
from .process import run
from .terminal_crawl import crawl_blog, update_blogs

__all__ = [
    "crawl_blog",
    "prepare_crawl",
    "run",
    "update_blogs",
]
