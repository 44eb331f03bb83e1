from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
from scrapy.http import HtmlResponse

from blogcrawler.archive import ArchivedResponse
from blogcrawler.http import replayed

PAGE = "<p>Grüße".encode()


def archived(body: bytes, encoding: str) -> ArchivedResponse:
    headers = [("Content-Type", "text/html; charset=utf-8"), ("Content-Encoding", encoding)]
    place = {"file": "warc/a.warc.gz", "offset": 0, "record_id": "<urn:uuid:1>"}
    return ArchivedResponse("http://example.org/", "2024-01-01T00:00:00Z", 200, headers, body, place)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("encoding", "body"),
    [("gzip", gzip.compress(PAGE, mtime=0)), ("deflate", zlib.compress(PAGE)), ("br", brotli.compress(PAGE))],
)
def test_a_response_is_decompressed(encoding: str, body: bytes):
    response = replayed(archived(body, encoding))
    assert isinstance(response, HtmlResponse)
    assert response.text == "<p>Grüße"
