from __future__ import annotations

import gzip
import logging
import random
import resource
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warc_reading import assert_valid, cdxj, records, warcs

from blogcrawler.archive import Exchange, WarcWriter
from blogcrawler.errors import ArchiveError

WRITE_UNTIL_KILLED = """
import itertools, os, random, sys
from datetime import UTC, datetime
from pathlib import Path
from blogcrawler.archive import Exchange, WarcWriter

writer = WarcWriter(Path(sys.argv[1]), max_bytes=200_000)
print("ready", flush=True)
for number in itertools.count() if len(sys.argv) < 3 else range(int(sys.argv[2])):
    url = f"http://example.org/{os.getpid()}/{number}"
    body = random.randbytes(random.randrange(8_000)) if number % 5 else b"the same for all"
    request = b"GET /x HTTP/1.1\\r\\nHost: example.org\\r\\n\\r\\n"
    writer.write(Exchange(url, request, b"HTTP/1.1 200 OK\\r\\n\\r\\n" + body, datetime.now(UTC)))
writer.close()
"""


def exchange(number: int, size: int = 500) -> Exchange:
    body = random.Random(number).randbytes(size)
    request = b"GET /x HTTP/1.1\r\nHost: example.org\r\n\r\n"
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + body
    return Exchange(f"http://example.org/{number}", request, response, datetime.now(UTC))


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITE_UNTIL_KILLED, str(folder), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def finish(process: subprocess.Popen[str]) -> int:
    process.communicate(timeout=30)
    return process.returncode


def indexed(folder: Path) -> set[tuple[str, int]]:
    return {(line["filename"], int(line["offset"])) for line in cdxj(folder)}


def written(folder: Path) -> set[tuple[str, int]]:
    return {(one.file, one.offset) for one in records(folder) if one.kind in ("response", "revisit")}


def test_what_a_killed_writer_leaves_is_repaired_and_indexed_by_the_next_one(tmp_path: Path) -> None:
    pause = random.Random(7)
    for _ in range(10):
        process = start(tmp_path)
        time.sleep(pause.uniform(0.0, 0.12))
        process.send_signal(signal.SIGKILL)
        assert finish(process) == -signal.SIGKILL
    WarcWriter(tmp_path).close()  # a kill may have cut off the last record in the middle of its write
    assert_valid(tmp_path)
    assert indexed(tmp_path) == written(tmp_path)
    assert len(warcs(tmp_path)) > 3


def test_two_writers_share_a_folder(tmp_path: Path) -> None:
    processes = [start(tmp_path, "150"), start(tmp_path, "150")]
    assert [finish(process) for process in processes] == [0, 0]
    assert_valid(tmp_path)
    assert indexed(tmp_path) == written(tmp_path)
    assert len(indexed(tmp_path)) == 300
    originals = {one.fields["WARC-Payload-Digest"] for one in records(tmp_path, "response")}
    assert {one.fields["WARC-Payload-Digest"] for one in records(tmp_path, "revisit")} <= originals


def test_an_incomplete_record_is_cut_off_wherever_it_ends(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(1))
        place = writer.write(exchange(2))
    (path,) = warcs(tmp_path)
    whole = path.read_bytes()
    for end in [*range(place["offset"] + 1, len(whole), 37), len(whole) - 1]:
        path.write_bytes(whole[:end])
        WarcWriter(tmp_path).close()
        assert path.stat().st_size == place["offset"]
        assert_valid(tmp_path)
        assert [line["url"] for line in cdxj(tmp_path)] == ["http://example.org/1"]
        path.write_bytes(whole)
        WarcWriter(tmp_path).close()
        assert path.read_bytes() == whole
        assert len(cdxj(tmp_path)) == 2
    assert "unfinished record" in caplog.text


def test_zeros_of_a_lost_write_are_cut_off(tmp_path: Path) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(1))
    (path,) = warcs(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + bytes(5000))
    WarcWriter(tmp_path).close()
    assert path.read_bytes() == whole


def test_damage_within_a_file_is_reported_and_what_follows_is_indexed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(1))
        place = writer.write(exchange(2))
        writer.write(exchange(3))
    (path,) = warcs(tmp_path)
    (tmp_path / "index.db").unlink()
    data = bytearray(path.read_bytes())
    data[place["offset"] : place["offset"] + 40] = b"\xff" * 40
    path.write_bytes(data)
    for _ in range(2):
        WarcWriter(tmp_path).close()
    assert path.read_bytes() == data
    assert [line["url"] for line in cdxj(tmp_path)] == ["http://example.org/1", "http://example.org/3"]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("damage", ["gone", "garbage"])
def test_the_index_is_rebuilt_from_the_files(tmp_path: Path, damage: str) -> None:
    with WarcWriter(tmp_path, max_bytes=3000) as writer:
        for number in range(15):
            writer.write(exchange(number % 10))
    before = (tmp_path / "index.cdxj").read_bytes()
    (tmp_path / "index.cdxj").unlink()
    if damage == "gone":
        (tmp_path / "index.db").unlink()
    else:
        (tmp_path / "index.db").write_bytes(b"no database" * 1000)
    with WarcWriter(tmp_path) as writer:
        assert writer.counts.files == 0
    assert (tmp_path / "index.cdxj").read_bytes() == before
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(3))
    assert writer.counts.revisits == 1


def test_a_file_in_use_is_left_alone(tmp_path: Path) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(1))
        (path,) = warcs(tmp_path)
        whole = path.stat().st_size
        with path.open("ab") as file:  # as if the writer were in the middle of a record
            file.write(gzip.compress(b"a record that")[:-4])
        WarcWriter(tmp_path).close()
        assert path.stat().st_size > whole
    WarcWriter(tmp_path).close()
    assert path.stat().st_size == whole


def test_a_full_disk_raises_our_error_and_leaves_complete_records(tmp_path: Path) -> None:
    # A limit on the size of files simulates a full disk: the write stops within a record.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange(1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
        try:
            with pytest.raises(ArchiveError, match="Cannot write to the archive"):
                writer.write(exchange(2, size=80_000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert_valid(tmp_path)
        writer.write(exchange(3))
    assert_valid(tmp_path)
    assert [line["url"] for line in cdxj(tmp_path)] == ["http://example.org/1", "http://example.org/3"]
