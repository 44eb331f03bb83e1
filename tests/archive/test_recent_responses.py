from __future__ import annotations

import gzip
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import BEGAN, PAGE, exchange

from blogcrawler.archive import RecentResponses, WarcWriter

URL = "http://example.org/post"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "warc"


def test_a_response_is_given_once_with_its_place(folder: Path):
    with WarcWriter(folder) as writer:
        place = writer.write(exchange())
    responses = RecentResponses(folder, BEGAN)
    response = responses.take(URL)
    assert response is not None
    assert (response.status, response.body, response.place) == (200, b"<p>Hello", place)
    assert response.headers == [("Content-Type", "text/html; charset=utf-8")]
    assert responses.take(URL) is None
    assert not responses


def test_a_killed_writer_leaves_its_responses(folder: Path):
    killed = WarcWriter(folder)
    killed.write(exchange())
    killed._file.close()  # type: ignore[union-attr]  # its lock goes with the process
    (file,) = folder.glob("*.warc.gz")
    with file.open("ab") as torn:
        torn.write(gzip.compress(b"WARC/1.1")[:9])
    assert RecentResponses(folder, BEGAN).take(URL) is not None


def test_chunks_are_joined_and_compressed_bodies_stay_compressed(folder: Path):
    packed = gzip.compress(b"<p>Hello")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:7], packed[7:], b""))
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
    with WarcWriter(folder) as writer:
        writer.write(exchange(response=head + chunks))
        writer.write(exchange(URL + "2", response=head + b"not chunked at all"))
    responses = RecentResponses(folder, BEGAN)
    response = responses.take(URL)
    assert response is not None
    assert (response.headers, response.body) == ([("Content-Encoding", "gzip")], packed)
    assert responses.take(URL + "2") is None


@pytest.mark.parametrize(
    ("status", "given"), [(200, True), (301, True), (404, True), (410, True), (403, False), (429, False), (503, False)]
)
def test_only_responses_that_would_be_the_same_again_are_given(folder: Path, status: int, given: bool):
    with WarcWriter(folder) as writer:
        writer.write(exchange(response=b"HTTP/1.1 %d X\r\n\r\nx" % status))
    assert (RecentResponses(folder, BEGAN).take(URL) is not None) is given


def test_truncated_posted_and_old_responses_are_not_given(folder: Path):
    with WarcWriter(folder) as writer:
        writer.write(exchange(truncated="time"))
        writer.write(exchange(URL + "2", method=b"POST"))
        writer.write(exchange(URL + "3"))
    responses = RecentResponses(folder, BEGAN)
    assert responses.take(URL) is None
    assert responses.take(URL + "2") is None
    assert len(RecentResponses(folder, BEGAN + timedelta(seconds=1))) == 0


def test_only_the_latest_responses_are_given(folder: Path):
    for number in range(4):
        with WarcWriter(folder) as writer:
            writer.write(exchange(f"{URL}{number}", PAGE + b"%d" % number))
            writer.write(exchange(URL, PAGE + b"at %d" % number))
    responses = RecentResponses(folder, BEGAN, limit=5)
    assert len(responses) == 3
    latest = responses.take(URL)
    assert latest is not None
    assert latest.body == b"<p>Helloat 3"
    assert responses.take(f"{URL}0") is None
    assert responses.take(f"{URL}3") is not None


def test_no_folder_is_created_if_there_is_no_archive(folder: Path):
    assert RecentResponses(folder, BEGAN).take(URL) is None
    assert not folder.exists()
