from __future__ import annotations

import gzip
from datetime import timedelta
from pathlib import Path

import pytest
from exchanges import BEGAN, PAGE, exchange

from blogcrawler.archive import LastAnswers, WarcWriter

URL = "http://example.org/post"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "warc"


def test_an_answer_is_given_once_with_its_place(folder: Path):
    with WarcWriter(folder) as writer:
        place = writer.write(exchange())
    answers = LastAnswers(folder, BEGAN)
    answer = answers.take(URL)
    assert answer is not None
    assert (answer.status, answer.body, answer.place) == (200, b"<p>Hello", place)
    assert answer.headers == [("Content-Type", "text/html; charset=utf-8")]
    assert answers.take(URL) is None
    assert not answers


def test_a_writer_that_was_killed_leaves_its_answers(folder: Path):
    killed = WarcWriter(folder)
    killed.write(exchange())
    killed._file.close()  # type: ignore[union-attr]  # its lock goes with the process
    (file,) = folder.glob("*.warc.gz")
    with file.open("ab") as torn:
        torn.write(gzip.compress(b"WARC/1.1")[:9])
    assert LastAnswers(folder, BEGAN).take(URL) is not None


def test_chunks_are_put_together_and_what_is_packed_stays_so(folder: Path):
    packed = gzip.compress(b"<p>Hello")
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:7], packed[7:], b""))
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
    with WarcWriter(folder) as writer:
        writer.write(exchange(response=head + chunks))
        writer.write(exchange(URL + "2", response=head + b"not chunked at all"))
    answers = LastAnswers(folder, BEGAN)
    answer = answers.take(URL)
    assert answer is not None
    assert (answer.headers, answer.body) == ([("Content-Encoding", "gzip")], packed)
    assert answers.take(URL + "2") is None


@pytest.mark.parametrize(
    ("status", "given"), [(200, True), (301, True), (404, True), (410, True), (403, False), (429, False), (503, False)]
)
def test_only_what_asking_again_would_bring_is_given(folder: Path, status: int, given: bool):
    with WarcWriter(folder) as writer:
        writer.write(exchange(response=b"HTTP/1.1 %d X\r\n\r\nx" % status))
    assert (LastAnswers(folder, BEGAN).take(URL) is not None) is given


def test_what_broke_off_was_posted_or_is_older_is_not_given(folder: Path):
    with WarcWriter(folder) as writer:
        writer.write(exchange(truncated="time"))
        writer.write(exchange(URL + "2", method=b"POST"))
        writer.write(exchange(URL + "3"))
    answers = LastAnswers(folder, BEGAN)
    assert answers.take(URL) is None
    assert answers.take(URL + "2") is None
    assert len(LastAnswers(folder, BEGAN + timedelta(seconds=1))) == 0


def test_the_latest_are_looked_at_and_not_too_many(folder: Path):
    for number in range(4):
        with WarcWriter(folder) as writer:
            writer.write(exchange(f"{URL}{number}", PAGE + b"%d" % number))
            writer.write(exchange(URL, PAGE + b"at %d" % number))
    answers = LastAnswers(folder, BEGAN, most=5)
    assert len(answers) == 3
    latest = answers.take(URL)
    assert latest is not None
    assert latest.body == b"<p>Helloat 3"
    assert answers.take(f"{URL}0") is None
    assert answers.take(f"{URL}3") is not None


def test_where_there_is_no_archive_nothing_is_made(folder: Path):
    assert LastAnswers(folder, BEGAN).take(URL) is None
    assert not folder.exists()
