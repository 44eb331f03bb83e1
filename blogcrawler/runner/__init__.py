"""Runs crawls in this process."""

from .crawl_setup import prepare_crawl
from .deep_crawl import deep_in_terminal
from .many_crawls import INTERRUPTED, crawl_all
from .process import run
from .reextraction import Reextraction, reextract_blog, reextract_on_dask, reextract_on_this_machine
from .terminal_crawl import crawl_in_terminal, update_blogs
from .verbosity import Verbosity

__all__ = [
    "INTERRUPTED",
    "Reextraction",
    "Verbosity",
    "crawl_all",
    "crawl_in_terminal",
    "deep_in_terminal",
    "prepare_crawl",
    "reextract_blog",
    "reextract_on_dask",
    "reextract_on_this_machine",
    "run",
    "update_blogs",
]
