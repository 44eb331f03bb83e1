"""The web archives of all blogs in a folder, by address and moment."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from ..archive import ArchivedResponse, PageCapture, PageLookup
from .address import ReplayAddress

__all__ = ["ReplayCollection"]

#: Number of archives to keep open.
_MAX_OPEN = 24


class ReplayCollection:
    """Finds the capture of an address that is closest to a moment. For use in one thread.

    ``only`` is the name of a blog's folder, if no others are to be shown.
    """

    def __init__(self, home: Path, only: str | None = None) -> None:
        self._home = home
        self._only = only
        self._open: OrderedDict[str, PageLookup] = OrderedDict()

    def folders(self) -> list[str]:
        """The names of the folders that have an archive."""
        found = sorted(path.parent.name for path in self._home.glob("*/warc") if path.is_dir())
        return [name for name in found if self._only in (None, name)]

    def find(self, address: ReplayAddress) -> tuple[ReplayAddress, list[PageCapture]] | None:
        """The captures of an address, and the address with the folder of the blog that has them."""
        for folder in self._candidates(address):
            captures = self._archive(folder).captures(address.url)
            if captures:
                return replace(address, folder=folder), captures
        return None

    def has(self, folder: str, url: str) -> bool:
        """Whether the archive of a blog has a file from an address."""
        return any(capture.status.startswith("2") for capture in self._archive(folder).captures(url))

    def read(self, folder: str, capture: PageCapture) -> ArchivedResponse | None:
        """The response of a capture; ``None`` if it is damaged."""
        return self._archive(folder).read(capture)

    def close(self) -> None:
        """Close all archives."""
        while self._open:
            self._open.popitem()[1].__exit__(None, None, None)

    def _candidates(self, address: ReplayAddress) -> Iterator[str]:
        """The folders that may have an address: the given one, those named after its host, all others."""
        names = self.folders()
        host = urlsplit(address.url).hostname or ""
        named = [name for name in names if host.removeprefix("www.") in name]
        yield from dict.fromkeys([name for name in (address.folder, *named, *names) if name in names])

    def _archive(self, folder: str) -> PageLookup:
        archive = self._open.pop(folder, None) or PageLookup(self._home / folder / "warc")
        self._open[folder] = archive
        while len(self._open) > _MAX_OPEN:
            self._open.popitem(last=False)[1].__exit__(None, None, None)
        return archive


def by_closeness(captures: list[PageCapture], address: ReplayAddress) -> list[PageCapture]:
    """The captures, the best first: pages before redirects before errors, then the closest in time.

    The index ignores differences of spelling. A capture of exactly this address is preferred, whatever its scheme.
    """
    moment = _moment(address.timestamp)

    def rank(capture: PageCapture) -> tuple[bool, bool, bool, float]:
        kind = capture.status[:1]
        is_other = capture.url.partition(":")[2] != address.url.partition(":")[2].partition("#")[0]
        distance = abs((_moment(capture.timestamp) - moment).total_seconds())
        return kind not in ("2", "3"), kind != "2", is_other, distance

    return sorted(captures, key=rank)


def _moment(timestamp: str) -> datetime:
    try:
        return datetime.strptime(timestamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return datetime.now(UTC)
