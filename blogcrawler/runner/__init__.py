"""Runs crawls in this process."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .process import prepare_log, run
from .verbosity import Verbosity

if TYPE_CHECKING:
    from .crawl_setup import prepare_crawl
    from .deep_crawl import deep_in_terminal
    from .many_crawls import INTERRUPTED, crawl_all
    from .reextraction import Reextraction, reextract_blog, reextract_on_dask, reextract_on_this_machine
    from .terminal_crawl import crawl_in_terminal, update_blogs

__all__ = [
    "INTERRUPTED",
    "Reextraction",
    "Verbosity",
    "crawl_all",
    "crawl_in_terminal",
    "deep_in_terminal",
    "prepare_crawl",
    "prepare_log",
    "reextract_blog",
    "reextract_on_dask",
    "reextract_on_this_machine",
    "run",
    "update_blogs",
]

_MODULES = {
    "INTERRUPTED": "many_crawls",
    "Reextraction": "reextraction",
    "crawl_all": "many_crawls",
    "crawl_in_terminal": "terminal_crawl",
    "deep_in_terminal": "deep_crawl",
    "prepare_crawl": "crawl_setup",
    "reextract_blog": "reextraction",
    "reextract_on_dask": "reextraction",
    "reextract_on_this_machine": "reextraction",
    "update_blogs": "terminal_crawl",
}


def __getattr__(name: str) -> Any:
    """Import what a crawl, an update or a search needs when it is first used: nobody needs all three."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
