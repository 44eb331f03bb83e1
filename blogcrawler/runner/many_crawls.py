"""Crawls several blogs one after another, each in a process of its own: Twisted's reactor cannot be started twice."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from typing import Any

from ..errors import BlogCrawlerError, UsageError
from ..terminal import one_line
from .terminal_crawl import crawl_in_terminal
from .verbosity import Verbosity

__all__ = ["INTERRUPTED", "crawl_all"]

#: The exit code of a program that was stopped by Ctrl-C: 128 and the number of the signal.
INTERRUPTED = 128 + signal.SIGINT


def crawl_all(
    blogs: Sequence[tuple[str, str | None]],
    given: dict[str, Any],
    fresh: bool = False,
    verbosity: Verbosity = Verbosity.NORMAL,
) -> int:
    """Crawl blogs, given by address and feed; returns 0 if all have posts, 1 if some have none, 130 after Ctrl-C."""
    outcomes: dict[str, int] = {}
    for number, (url, feed) in enumerate(blogs, 1):
        if verbosity > Verbosity.QUIET:
            print(f"Blog {number} of {len(blogs)}", file=sys.stderr, flush=True)
        outcomes[url] = _in_own_process(url, feed, given, fresh, verbosity)
        if outcomes[url] == INTERRUPTED:
            break
    failed = [url for url, code in outcomes.items() if code not in (0, INTERRUPTED)]
    crawled = sum(code == 0 for code in outcomes.values())
    print(f"Crawled {crawled:,} of {len(blogs):,} blogs")
    for url in failed:
        print(f"No posts: {one_line(url)}")
    if INTERRUPTED in outcomes.values():
        return INTERRUPTED
    return 1 if failed else 0


def _in_own_process(url: str, feed: str | None, given: dict[str, Any], fresh: bool, verbosity: Verbosity) -> int:
    process = get_context("spawn").Process(target=_crawl, args=(url, feed, given, fresh, verbosity))
    process.start()
    # A terminal sends Ctrl-C to both processes. The crawl saves its state; this one waits for it.
    handlers = {
        signal.SIGINT: signal.signal(signal.SIGINT, lambda *_: None),
        signal.SIGTERM: signal.signal(signal.SIGTERM, lambda *_: process.terminate()),
    }
    try:
        process.join()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    code = process.exitcode
    return 1 if code is None else code if code >= 0 else 128 - code


def _crawl(url: str, feed: str | None, given: dict[str, Any], fresh: bool, verbosity: Verbosity) -> None:
    try:
        code = crawl_in_terminal(url, feed, given, fresh, verbosity)
    except BlogCrawlerError as error:
        print(f"Error: {one_line(str(error))}", file=sys.stderr)
        code = 2 if isinstance(error, UsageError) else 1
    sys.exit(code)
