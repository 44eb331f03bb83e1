"""Write HTTP exchanges into a folder of WARC files."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from ..errors import ArchiveError
from ..items import WarcPlace
from .capture import Capture
from .capture_index import CaptureIndex, Original
from .exchange import Exchange, ResponseHead
from .record import gzip_record, new_record_id, sha1, warc_date
from .recovery import recover
from .warc_file import WarcFile
from .warc_info import WarcInfo

__all__ = ["WarcCounts", "WarcWriter"]

_REQUEST = {"Content-Type": "application/http; msgtype=request"}
_RESPONSE = {"Content-Type": "application/http; msgtype=response"}
_PROFILES = {
    200: {"WARC-Profile": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"},
    304: {"WARC-Profile": "http://netpreserve.org/warc/1.1/revisit/server-not-modified"},
}
_NOT_IN_FILE_NAMES = re.compile(r"[^A-Za-z0-9.]+")


@dataclass(slots=True)
class WarcCounts:
    """How much a writer has written."""

    records: int = 0
    revisits: int = 0
    bytes: int = 0
    files: int = 0


class WarcWriter:
    """Writes exchanges as WARC/1.1 ``request`` and ``response`` records, and keeps the folder's index.

    A payload that is already in the folder becomes a ``revisit`` record, as does "304 Not Modified". A new file is
    started when the current one has reached ``max_bytes``. Opening the folder repairs what a killed writer left;
    ``close`` writes ``index.cdxj``. Any number of writers may share a folder; each has its own files.
    """

    def __init__(
        self,
        folder: Path,
        *,
        info: WarcInfo | None = None,
        prefix: str = "blog",
        max_bytes: int = 1 << 30,
    ) -> None:
        self.counts = WarcCounts()
        self._folder = folder
        self._info = info or WarcInfo()
        self._prefix = _NOT_IN_FILE_NAMES.sub("_", prefix)
        self._max_bytes = max_bytes
        self._file: WarcFile | None = None
        self._warcinfo_id = ""
        self._closed = False
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArchiveError(f"Cannot create the archive's folder {folder}: {error.strerror}") from error
        self._index = CaptureIndex(folder)
        with ExitStack() as undo:
            undo.callback(self._index.close)
            recover(folder, self._index)
            undo.pop_all()

    def write(self, exchange: Exchange) -> WarcPlace:
        """Write an exchange; returns the place of its response."""
        steps = self.write_in_steps(exchange)
        result: Any = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as end:
                return cast("WarcPlace", end.value)
            result = step()

    def write_in_steps(self, exchange: Exchange) -> Generator[Callable[[], Any], Any, WarcPlace]:
        """The same, for a large exchange: yields what takes long, to be called in a thread, and is sent the results.

        Other exchanges may be written in between.
        """
        self._current_file()
        message = exchange.response
        head = ResponseHead.read(message)
        method = exchange.request.partition(b" ")[0]
        complete = exchange.truncated is None
        digest = yield partial(sha1, memoryview(message)[head.size :])
        original: Original | None = None
        if complete and head.status == 200 and method == b"GET":
            original = self._index.original(digest)
        elif complete and head.status == 304 and (last := self._index.latest(exchange.url)):
            digest, original = last
        date = warc_date(exchange.began)
        record_id = new_record_id()

        common = {
            "WARC-Date": date,
            "WARC-Target-URI": exchange.url,
            "WARC-IP-Address": exchange.ip,
            "WARC-Warcinfo-ID": self._warcinfo_id,
        }
        request = gzip_record(
            "request",
            new_record_id(),
            common | _REQUEST | {"WARC-Concurrent-To": record_id},
            exchange.request,
        )
        fields = common | _RESPONSE | {"WARC-Payload-Digest": digest, "WARC-Truncated": exchange.truncated}
        if original:
            fields |= _PROFILES[head.status or 200] | {
                "WARC-Refers-To-Target-URI": original.url,
                "WARC-Refers-To-Date": original.date,
            }
            response = gzip_record("revisit", record_id, fields, message[: head.size])
        else:
            response = yield partial(gzip_record, "response", record_id, fields, message)

        file = self._file or self._current_file()
        offset = file.append(request + response) + len(request)
        capture = Capture.of(
            head,
            url=exchange.url,
            method=method,
            date=date,
            digest=digest,
            offset=offset,
            length=len(response),
            revisit=original is not None,
            whole=complete,
        )
        self._index.add(file.name, file.size, [capture] if capture else [])
        self.counts.records += 2
        self.counts.revisits += original is not None
        self.counts.bytes += len(request) + len(response)
        return {"file": f"{self._folder.name}/{file.name}", "offset": offset, "record_id": record_id}

    def write_conversion(self, url: str, content: bytes, mime: str, made: datetime, original: str) -> WarcPlace:
        """Write what a page was converted to (WARC/1.1, 6.8); ``original`` is the id of the page's record.

        It is not in the index, because replay shows what the server sent.
        """
        file = self._current_file()
        record_id = new_record_id()
        fields = {
            "WARC-Date": warc_date(made),
            "WARC-Target-URI": url,
            "WARC-Refers-To": original,
            "WARC-Warcinfo-ID": self._warcinfo_id,
            "Content-Type": mime,
            "WARC-Payload-Digest": sha1(content),
        }
        record = gzip_record("conversion", record_id, fields, content)
        offset = file.append(record)
        self._index.add(file.name, file.size, [])
        self.counts.records += 1
        self.counts.bytes += len(record)
        return {"file": f"{self._folder.name}/{file.name}", "offset": offset, "record_id": record_id}

    def _current_file(self) -> WarcFile:
        if self._closed:
            raise ArchiveError(f"The archive in {self._folder} was closed while a page was written")
        if self._file is not None and self._file.size >= self._max_bytes:
            self._close_file()
        if self._file is None:
            file = WarcFile(self._folder, self._prefix, self.counts.files)
            self._warcinfo_id = new_record_id()
            fields = {
                "WARC-Date": warc_date(datetime.now(UTC)),
                "WARC-Filename": file.name,
                "Content-Type": "application/warc-fields",
            }
            file.append(gzip_record("warcinfo", self._warcinfo_id, fields, self._info.fields()))
            self._file = file
            self.counts.files += 1
            self.counts.records += 1
            self.counts.bytes += file.size
        return self._file

    def _close_file(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def close(self) -> None:
        """Close the current file and write ``index.cdxj``. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with ExitStack() as last:
            last.callback(self._index.close)
            last.callback(self._index.export)
            self._close_file()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
