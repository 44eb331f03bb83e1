from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from exchanges import PAGE, exchange
from hypothesis import given, settings
from hypothesis import strategies as st
from warc_reading import assert_valid, cdxj, records, warcs

from blogcrawler.archive import Exchange, WarcInfo, WarcWriter
from blogcrawler.errors import ArchiveError


def test_an_exchange_becomes_linked_records(tmp_path: Path) -> None:
    folder = tmp_path / "warc"
    with WarcWriter(folder) as writer:
        place = writer.write(exchange(ip="192.0.2.7"))
    info, request, response = records(folder)
    assert [info.kind, request.kind, response.kind] == ["warcinfo", "request", "response"]
    assert request.block == exchange().request
    assert response.block == PAGE
    assert request.fields["WARC-Concurrent-To"] == response.fields["WARC-Record-ID"] == place["record_id"]
    for record in (request, response):
        assert record.fields["WARC-IP-Address"] == "192.0.2.7"
        assert record.fields["WARC-Date"] == "2026-11-16T03:30:05.123456Z"
        assert record.fields["WARC-Target-URI"] == "http://example.org/post"
        assert record.fields["WARC-Warcinfo-ID"] == info.fields["WARC-Record-ID"]
    assert place["file"] == f"warc/{response.file}"
    assert place["offset"] == response.offset
    assert_valid(folder)


def test_every_file_begins_with_a_warcinfo_record(tmp_path: Path) -> None:
    about = WarcInfo(operator="Ann\r\nB: c", robots="obey", user_agent="bot/1 (+http://b.org)", part_of="example.org")
    with WarcWriter(tmp_path, info=about, max_bytes=1) as writer:
        writer.write(exchange())
        writer.write(exchange())
    infos = records(tmp_path, "warcinfo")
    assert len(infos) == 2
    for info in infos:
        fields = dict(line.split(": ", 1) for line in info.block.decode().splitlines())
        assert fields["software"].startswith("blogcrawler/")
        assert fields["format"] == "WARC File Format 1.1"
        assert fields["operator"] == "Ann B: c"
        assert fields["robots"] == "obey"
        assert fields["http-header-user-agent"] == "bot/1 (+http://b.org)"
        assert fields["isPartOf"] == "example.org"
        assert info.fields["WARC-Filename"] == info.file


def test_files_rotate_and_their_names_sort(tmp_path: Path) -> None:
    with WarcWriter(tmp_path, prefix="127.0.0.1:80", max_bytes=2000) as writer:
        places = [
            writer.write(exchange(f"http://example.org/{number}", PAGE + bytes([number]))) for number in range(12)
        ]
    files = [place["file"].split("/")[1] for place in places]
    assert files == sorted(files)
    assert len(set(files)) == len(warcs(tmp_path)) == writer.counts.files > 2
    assert all(path.stat().st_size < 3500 for path in warcs(tmp_path))
    assert all(name.startswith("127.0.0.1_80-20") for name in files)
    assert_valid(tmp_path)


def test_a_payload_that_is_already_archived_becomes_a_revisit(tmp_path: Path) -> None:
    again = PAGE.replace(b"OK\r\n", b"OK\r\nX-New: header\r\n")
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange())
        writer.write(exchange("http://example.org/other", again))
    with WarcWriter(tmp_path) as later:
        place = later.write(exchange("http://example.org/later", again))
    assert (writer.counts.revisits, later.counts.revisits) == (1, 1)
    (original,) = records(tmp_path, "response")
    for revisit in records(tmp_path, "revisit"):
        assert revisit.fields["WARC-Profile"].endswith("/warc/1.1/revisit/identical-payload-digest")
        assert revisit.fields["WARC-Refers-To-Target-URI"] == "http://example.org/post"
        assert revisit.fields["WARC-Refers-To-Date"] == original.fields["WARC-Date"]
        assert revisit.fields["WARC-Payload-Digest"] == original.fields["WARC-Payload-Digest"]
        assert revisit.block == again.removesuffix(b"<p>Hello")
    assert place["record_id"] == records(tmp_path, "revisit")[-1].fields["WARC-Record-ID"]
    assert sorted(line["mime"] for line in cdxj(tmp_path)) == ["text/html", "warc/revisit", "warc/revisit"]
    assert_valid(tmp_path)


@pytest.mark.parametrize(
    "second",
    [
        exchange(response=PAGE.replace(b"200", b"404")),
        exchange(response=PAGE[:-1]),
        exchange(response=PAGE, truncated="length"),
        exchange(method=b"POST"),
    ],
    ids=["other status", "other payload", "truncated", "not GET"],
)
def test_only_complete_equal_pages_are_revisits(tmp_path: Path, second: Exchange) -> None:
    for order in ([exchange(), second], [second, exchange()]):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        with WarcWriter(folder) as writer:
            for one in order:
                writer.write(one)
        assert records(folder, "revisit") == []


def test_empty_payloads_are_not_revisits(tmp_path: Path) -> None:
    with WarcWriter(tmp_path) as writer:
        for _ in range(2):
            writer.write(exchange(response=b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    assert records(tmp_path, "revisit") == []


def test_a_payload_whose_file_was_deleted_is_written_again(tmp_path: Path) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange())
    warcs(tmp_path)[0].unlink()
    with WarcWriter(tmp_path) as writer:
        writer.write(exchange())
    assert len(records(tmp_path, "response")) == len(cdxj(tmp_path)) == 1


def test_the_index_leads_to_the_record(tmp_path: Path) -> None:
    with WarcWriter(tmp_path, max_bytes=3000) as writer:
        for number in range(20):
            writer.write(exchange(f"http://www.example.org/Post/{number}?b=1&a", PAGE + b"%d" % number))
    lines = cdxj(tmp_path)
    assert {line["key"] for line in lines} == {f"org,example)/post/{number}?a&b=1" for number in range(20)}
    for line in lines:
        data = (tmp_path / line["filename"]).read_bytes()
        offset, length = int(line["offset"]), int(line["length"])
        record = gzip.decompress(data[offset : offset + length]).decode()
        assert f"WARC-Target-URI: {line['url']}\r\n" in record
        assert f"WARC-Payload-Digest: sha1:{line['digest']}\r\n" in record
        assert record.endswith("\r\n\r\n")
        assert (line["timestamp"], line["mime"], line["status"]) == ("20261116033005", "text/html", "200")


@pytest.mark.parametrize(
    "hidden",
    [
        exchange(response=b"HTTP/1.1 304 Not Modified\r\n\r\n"),
        exchange(method=b"HEAD", response=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
        exchange(response=b"HTTP/1.1 200 OK\r\nContent-Ty", truncated="disconnect"),
        exchange(response=b"HTTP/1.1 2", truncated="time"),
    ],
    ids=["304", "HEAD", "half a head", "half a status"],
)
def test_responses_that_would_hide_a_page_are_archived_but_not_indexed(tmp_path: Path, hidden: Exchange) -> None:
    with WarcWriter(tmp_path) as writer:
        writer.write(hidden)
    (response,) = records(tmp_path, "response")
    assert response.block == hidden.response
    assert response.fields.get("WARC-Truncated") == hidden.truncated
    assert cdxj(tmp_path) == []
    assert_valid(tmp_path)
    (tmp_path / "index.db").unlink()
    WarcWriter(tmp_path).close()
    assert cdxj(tmp_path) == []


def test_a_folder_without_exchanges_has_no_warc(tmp_path: Path) -> None:
    WarcWriter(tmp_path).close()
    assert warcs(tmp_path) == []


def test_a_folder_that_cannot_be_created_raises_our_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError, match="folder"):
        WarcWriter(tmp_path / "file" / "warc")


header = st.text(st.characters(min_codepoint=1, max_codepoint=255, exclude_characters="\r\n"), max_size=20)


@settings(max_examples=60, deadline=None)
@given(
    status=st.integers(200, 599),
    headers=st.lists(st.tuples(st.from_regex(r"[A-Za-z-]{1,12}", fullmatch=True), header), max_size=5),
    newline=st.sampled_from([b"\r\n", b"\n"]),
    body=st.binary(max_size=300) | st.sampled_from([b"", b"\n\n", b"\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"]),
    cut=st.integers(0, 400),
)
def test_any_response_comes_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory,
    status: int,
    headers: list[tuple[str, str]],
    newline: bytes,
    body: bytes,
    cut: int,
) -> None:
    folder = tmp_path_factory.mktemp("warc")
    head = b"HTTP/1.1 %d Fine%b" % (status, newline)
    for name, value in headers:
        head += name.encode() + b":" + value.encode("latin-1") + newline
    whole = exchange(response=head + newline + body)
    part = exchange(response=whole.response[: 8 + cut], truncated="disconnect")
    with WarcWriter(folder) as writer:
        writer.write(whole)
        writer.write(part)
    assert [record.block for record in records(folder, "response")] == [whole.response, part.response]
    assert_valid(folder)


def test_while_a_large_exchange_is_compressed_others_are_written(tmp_path: Path) -> None:
    large = PAGE + b"tide" * 1000
    with WarcWriter(tmp_path, max_bytes=1) as writer:
        steps = writer.write_in_steps(exchange("http://example.org/large", large))
        digest = next(steps)()
        writer.write(exchange("http://example.org/small"))
        compress = steps.send(digest)
        writer.write(exchange("http://example.org/other", PAGE + b"."))
        with pytest.raises(StopIteration) as end:
            steps.send(compress())
    found = {record.fields["WARC-Target-URI"]: record for record in records(tmp_path, "response")}
    assert found.keys() == {f"http://example.org/{name}" for name in ("large", "small", "other")}
    assert found["http://example.org/large"].block == large
    place = end.value.value
    assert (place["file"].split("/")[1], place["offset"]) == (
        found["http://example.org/large"].file,
        found["http://example.org/large"].offset,
    )
    assert_valid(tmp_path)


def test_an_archive_that_was_closed_meanwhile_takes_nothing_more(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path)
    steps = writer.write_in_steps(exchange())
    digest = next(steps)()
    compress = steps.send(digest)
    writer.close()
    with pytest.raises(ArchiveError, match="was closed"):
        steps.send(compress())
