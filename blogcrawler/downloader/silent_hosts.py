"""Hosts that do not answer are not asked for ever."""

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

_NO_ANSWER = (CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError, DownloadFailedError)


class SilentHosts:
    """Which hosts have not answered ``patience`` times in a row; these are left alone for the rest of the crawl.

    For what pages show from other hosts: many an old blog has its pictures on servers that are long gone.
    """

    def __init__(self, patience: int = 3) -> None:
        self._patience = patience
        self._failures: Counter[str] = Counter()

    def __contains__(self, url: str) -> bool:
        """Whether the host of an address is to be left alone."""
        return self._failures[_host(url)] >= self._patience

    def answered(self, url: str) -> None:
        """The host is there, whatever it said."""
        del self._failures[_host(url)]

    def failed(self, url: str, error: BaseException | None) -> bool:
        """Count a failure; whether it is the one after which the host is left alone."""
        if not isinstance(error, _NO_ANSWER):
            return False
        self._failures[_host(url)] += 1
        return self._failures[_host(url)] == self._patience


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()
