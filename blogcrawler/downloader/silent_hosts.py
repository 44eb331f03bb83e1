"""Giving up hosts that do not respond."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)

__all__ = ["SilentHosts"]

_NO_RESPONSE = (CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError, DownloadFailedError)


class SilentHosts:
    """The hosts that failed to respond ``max_failures`` times in a row, and are given up for the rest of the crawl.

    Used for files on other hosts: the pictures of many old blogs are on servers that no longer exist.
    """

    def __init__(self, max_failures: int = 3) -> None:
        self._max_failures = max_failures
        self._failures: Counter[str] = Counter()

    def __contains__(self, url: str) -> bool:
        """Whether the host of a URL was given up."""
        return self._failures[_host(url)] >= self._max_failures

    def answered(self, url: str) -> None:
        """Record that the host has responded, with any status."""
        del self._failures[_host(url)]

    def failed(self, url: str, error: BaseException | None) -> bool:
        """Count a failure; whether the host is given up because of it."""
        if not isinstance(error, _NO_RESPONSE):
            return False
        self._failures[_host(url)] += 1
        return self._failures[_host(url)] == self._max_failures


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()
