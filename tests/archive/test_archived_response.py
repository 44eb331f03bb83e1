"""Records that cannot be read back as a response."""

from __future__ import annotations

from pathlib import Path

import pytest

from blogcrawler.archive.archived_response import read_response
from blogcrawler.archive.record import gzip_record, new_record_id

FIELDS = {
    "WARC-Target-URI": "https://pier.example/",
    "WARC-Date": "2023-05-04T10:00:00Z",
    "Content-Type": "application/http; msgtype=response",
}
BLOCK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\ntide"


def _write(folder: Path, fields: dict[str, str], block: bytes, kind: str = "response") -> None:
    (folder / "a.warc.gz").write_bytes(gzip_record(kind, new_record_id(), fields, block))


def test_a_response_is_read(tmp_path: Path) -> None:
    _write(tmp_path, FIELDS, BLOCK)
    response = read_response(tmp_path, "a.warc.gz", 0)
    assert response is not None
    assert (response.status, response.body) == (200, b"tide")


@pytest.mark.parametrize(
    ("missing", "block"),
    [("WARC-Target-URI", BLOCK), ("", b"\r\n"), ("", b"HTTP/1.1 X OK\r\n\r\n"), ("", b"")],
    ids=["address", "head", "status", "everything"],
)
def test_a_record_that_lacks_something_is_no_response(missing: str, block: bytes, tmp_path: Path) -> None:
    _write(tmp_path, {name: value for name, value in FIELDS.items() if name != missing}, block)
    assert read_response(tmp_path, "a.warc.gz", 0) is None
