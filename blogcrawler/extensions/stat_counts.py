"""Counts by kind, read from the stats of a crawl."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

__all__ = ["count_failures", "count_faults", "count_rejected"]

_NOT_TRIED = ("IgnoreRequest", "RobotsUnreachable", "ServerGivenUp")


def count_rejected(stats: Mapping[str, Any]) -> dict[str, int]:
    """The number of pages that are not posts by reason, most frequent first."""
    return _count_below(stats, "pages/rejected/")


def count_faults(stats: Mapping[str, Any]) -> dict[str, int]:
    """The number of unexpected errors in each optional step, most frequent first."""
    return _count_below(stats, "faults/")


def count_failures(stats: Mapping[str, Any]) -> dict[str, int]:
    """The number of failed downloads by kind, most frequent first.

    Addresses that robots.txt forbids, those of hosts whose robots.txt cannot be fetched and those of a server that was
    given up were not tried. A missing robots.txt is not a failure.
    """
    failures: dict[str, int] = {}
    for key, number in stats.items():
        path, _, name = key.rpartition("/")
        if path == "downloader/response_status_count" and name >= "400":
            missing = stats.get(f"robotstxt/response_status_count/{name}", 0) if name < "500" else 0
            failures[name] = number - missing
        elif path == "downloader/exception_type_count" and not name.endswith(_NOT_TRIED):
            kind = _words(name.rpartition(".")[2])
            failures[kind] = failures.get(kind, 0) + number
    return dict(sorted(((kind, number) for kind, number in failures.items() if number > 0), key=lambda one: -one[1]))


def _count_below(stats: Mapping[str, Any], prefix: str) -> dict[str, int]:
    counts = {key.removeprefix(prefix): number for key, number in stats.items() if key.startswith(prefix)}
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return {name.replace("_", " "): number for name, number in ordered if number > 0}


def _words(name: str) -> str:
    """The name of an exception in words: ``DNSLookupError`` becomes ``dns lookup``."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).lower()
    return words.removesuffix(" error")
