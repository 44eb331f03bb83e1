from __future__ import annotations

from pathlib import Path

import pytest
from exchanges import exchange

from blogcrawler.archive import PageLookup, WarcWriter

URL = "http://example.org/post"


def answer(body: bytes, status: bytes = b"200 OK", more: bytes = b"") -> bytes:
    head = b"HTTP/1.1 " + status + b"\r\nContent-Type: text/html\r\n" + more
    return head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with WarcWriter(tmp_path / "warc") as writer:
        writer.write(exchange(URL, response=answer(b"<p>first")))
        writer.write(exchange("http://example.org/dir/index.html", response=answer(b"<p>index")))
        moved = answer(b"", b"301 Moved", b"Location: /post\r\n")
        writer.write(exchange("http://example.org/old", response=moved))
        writer.write(exchange("http://example.org/loop", response=answer(b"", b"302 Found", b"Location: /loop\r\n")))
        writer.write(exchange("http://example.org/gone", response=answer(b"gone", b"404 Not Found")))
    return tmp_path / "warc"


def body(folder: Path, *urls: str) -> bytes | None:
    with PageLookup(folder) as lookup:
        found = lookup.find(urls)
    return found.body if found is not None else None


@pytest.mark.parametrize(
    "url", [URL, URL + "/", "https://example.org/post", "https://www.example.org/post/", "http://example.org/old"]
)
def test_a_page_is_found_by_any_of_its_addresses(folder: Path, url: str):
    assert body(folder, url) == b"<p>first"


@pytest.mark.parametrize(
    "url", ["http://example.org/dir", "https://example.org/dir/", "http://example.org/dir/index.html"]
)
def test_the_index_file_makes_no_difference(folder: Path, url: str):
    assert body(folder, url) == b"<p>index"


@pytest.mark.parametrize(
    "url", ["http://example.org/loop", "http://example.org/gone", "http://example.org/p", "http://["]
)
def test_what_is_missing_or_leads_nowhere_is_not_found(folder: Path, url: str):
    assert body(folder, url) is None


def test_the_next_address_is_tried(folder: Path):
    assert body(folder, "http://example.org/gone", URL) == b"<p>first"


def test_the_latest_capture_counts_and_a_revisit_has_the_payload_of_its_original(folder: Path):
    with WarcWriter(folder) as writer:
        writer.write(exchange(URL, response=answer(b"<p>second")))
        writer.write(exchange("http://example.org/copy", response=answer(b"<p>first")))
    assert body(folder, "http://example.org/copy") == b"<p>first"


def test_a_record_is_read_at_its_place(folder: Path):
    with WarcWriter(folder) as writer:
        place = writer.write(exchange(URL, response=answer(b"<p>third")))
    with PageLookup(folder) as lookup:
        found = lookup.at(place)
        assert found is not None
        assert (found.url, found.body) == (URL, b"<p>third")
        assert lookup.at({**place, "file": "warc/none.warc.gz"}) is None
        assert lookup.at({**place, "offset": 10**9}) is None


def test_a_blog_without_a_web_archive_has_no_pages(tmp_path: Path):
    assert body(tmp_path / "none", URL) is None
