"""Runs crawls in this process."""

from .crawl_setup import prepare_crawl
from .deep_crawl import deep_in_terminal
from .many_crawls import INTERRUPTED, crawl_all
from .process import run
from .terminal_crawl import crawl_in_terminal, update_blogs
from .verbosity import Verbosity

__all__ = [
    "INTERRUPTED",
    "Verbosity",
    "crawl_all",
    "crawl_in_terminal",
    "deep_in_terminal",
    "prepare_crawl",
    "run",
    "update_blogs",
]
