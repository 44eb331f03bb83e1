"""Look up pages in an archive folder by any address they are known under."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urljoin, urlsplit, urlunsplit

from ..items import WarcPlace
from .archived_response import ArchivedResponse, read_response
from .capture_index import CaptureIndex
from .recovery import recover
from .surt import surt

__all__ = ["PageCapture", "PageLookup"]

_REVISIT = "warc/revisit"
_INDEX_FILES = ("index.html", "index.htm", "index.php")
_MAX_REDIRECTS = 5
_TIMESTAMP = "%Y%m%d%H%M%S"


@dataclass(frozen=True, slots=True)
class PageCapture:
    """A capture of an address: when (``20140301120000``), and with which status."""

    url: str
    timestamp: str
    status: str
    mime: str
    digest: str
    file: str
    offset: int


class PageLookup:
    """Finds captures of a page in an archive folder. Use it in a ``with`` statement.

    Scheme, ``www.`` and the final slash make no difference. :meth:`find` also ignores ``index.html`` and follows
    redirects.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = CaptureIndex(folder) if folder.is_dir() else None
        if self._index is not None:
            recover(folder, self._index)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the index."""
        if self._index is not None:
            self._index.close()

    def at(self, place: WarcPlace) -> ArchivedResponse | None:
        """The response at a place that a record names; ``None`` if the file is gone or damaged there."""
        file = Path(place["file"]).name
        try:
            return read_response(self._folder, file, place["offset"])
        except FileNotFoundError:
            return None

    def find(self, urls: Iterable[str]) -> ArchivedResponse | None:
        """The latest complete response from the first of these addresses that has one."""
        for url in urls:
            found = self._follow(url)
            if found is not None:
                return found
        return None

    def latest(self, url: str) -> tuple[ArchivedResponse, datetime] | None:
        """The latest response from this address that is no error, or else the latest, and when it was captured.

        The same address without ``www.`` or with another scheme will do, unless that is a redirect.
        """
        captures = self.captures(url)
        exact = [one for one in captures if one.url == url]
        others = [one for one in captures if one.url != url and not one.status.startswith("3")]
        for capture in sorted(exact, key=_is_error) + sorted(others, key=_is_error):
            if (found := self.read(capture)) is not None:
                return found, datetime.strptime(capture.timestamp, _TIMESTAMP).replace(tzinfo=UTC)
        return None

    def captures(self, url: str) -> list[PageCapture]:
        """All captures of an address, the latest first; none if it is not a web address."""
        try:
            key = surt(url)
        except ValueError:
            return []
        return [_capture(*one) for one in self._index.captures(key)] if self._index is not None else []

    def read(self, capture: PageCapture) -> ArchivedResponse | None:
        """The response of a capture; for a revisit, the one with the same payload. ``None`` if it is damaged."""
        if capture.mime != _REVISIT:
            return self._read_at(capture)
        assert self._index is not None
        original = self._index.original(f"sha1:{capture.digest}")
        for found in self.captures(original.url) if original is not None else ():
            if found.digest == capture.digest and found.mime != _REVISIT:
                return self._read_at(found)
        return None

    def _read_at(self, capture: PageCapture) -> ArchivedResponse | None:
        try:
            return read_response(self._folder, capture.file, capture.offset)
        except OSError:  # the file was removed
            return None

    def _follow(self, url: str) -> ArchivedResponse | None:
        for _ in range(_MAX_REDIRECTS + 1):
            found = next(self._responses(url), None)
            if found is None or not 300 <= found.status < 400:
                return found
            target = next((value for name, value in found.headers if name.lower() == "location"), "")
            try:
                url = urljoin(found.url, target)
            except ValueError:
                return None
        return None

    def _responses(self, url: str) -> Iterator[ArchivedResponse]:
        """The captures of a page or redirect, the latest first; the page comes before redirects to another spelling."""
        if self._index is None:
            return
        captures = [one for key in dict.fromkeys(_keys(url)) for one in self._index.captures(key)]
        entries = [(file, offset, json.loads(line.split(" ", 2)[2])) for file, offset, line in captures]
        for wanted in ("2", "3"):
            for file, offset, entry in entries:
                if entry["status"].startswith(wanted):
                    found = self._read(file, offset, entry)
                    if found is not None:
                        yield found

    def _read(self, file: str, offset: int, entry: dict[str, str]) -> ArchivedResponse | None:
        assert self._index is not None
        if entry["mime"] != _REVISIT:
            return read_response(self._folder, file, offset)
        for original, start, line in self._index.with_payload(entry["digest"]):
            if json.loads(line.split(" ", 2)[2])["mime"] != _REVISIT:
                return read_response(self._folder, original, start)
        return None


def _is_error(capture: PageCapture) -> bool:
    return capture.status >= "400"


def _capture(file: str, offset: int, line: str) -> PageCapture:
    _, timestamp, fields = line.split(" ", 2)
    entry = json.loads(fields)
    return PageCapture(entry["url"], timestamp, entry["status"], entry["mime"], entry["digest"], file, offset)


def _keys(url: str) -> Iterator[str]:
    """The sort keys of an address with and without an index file. They ignore scheme, ``www.`` and the final slash."""
    try:
        parts = urlsplit(url)
        yield surt(url)
        folder, _, name = parts.path.rpartition("/")
        if name.lower() in _INDEX_FILES:
            yield surt(urlunsplit(parts._replace(path=f"{folder}/")))
        else:
            inside = parts.path.rstrip("/")
            for index in _INDEX_FILES:
                yield surt(urlunsplit(parts._replace(path=f"{inside}/{index}")))
    except ValueError:
        return
