from __future__ import annotations

import zlib
from io import BytesIO

import pytest
from warcio.archiveiterator import ArchiveIterator

from blogcrawler.archive.record import gzip_record, sha1

ODD_HEAD = b"HTTP/1.1 200 Fine\r\nX-Folded: a\r\n\tb\r\nNo-Space:\xe4\r\nno colon\r\n\r\n"


def plain(record: bytes) -> bytes:
    """Decompress the gzip member that a record must be, and nothing but that."""
    gzip = zlib.decompressobj(16 + zlib.MAX_WBITS)
    content = gzip.decompress(record) + gzip.flush()
    assert gzip.eof
    assert gzip.unused_data == b""
    return content


@pytest.mark.parametrize("kind", ["warcinfo", "request", "response", "revisit", "conversion"])
@pytest.mark.parametrize("block", [b"", ODD_HEAD, ODD_HEAD + bytes(range(256)) * 200], ids=["empty", "small", "large"])
def test_a_record_has_the_given_fields_in_order_and_the_block_unchanged(kind: str, block: bytes) -> None:
    fields = {"WARC-Date": "2026-11-18T00:00:00.000000Z", "WARC-IP-Address": None, "Content-Type": "a/b; c=d"}
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x>\r\nWARC-Date: 2026-11-18T00:00:00.000000Z\r\n"
        f"Content-Type: a/b; c=d\r\nWARC-Block-Digest: {sha1(block)}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    assert plain(gzip_record(kind, "<urn:x>", fields, block)) == head.encode() + block + b"\r\n\r\n"


def test_warcio_reads_a_record_back() -> None:
    data = gzip_record("response", "<urn:x>", {"WARC-Target-URI": "http://a.org/ä"}, ODD_HEAD)
    record = next(ArchiveIterator(BytesIO(data), no_record_parse=True, check_digests="raise"))
    assert record.rec_headers.get_header("WARC-Target-URI") == "http://a.org/ä"
    assert record.raw_stream.read() == ODD_HEAD


def test_digests_are_labelled_and_in_base_32() -> None:
    assert sha1(b"") == "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
