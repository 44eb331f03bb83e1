"""The web archive answers requests of a reextraction."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from exchanges import exchange
from scrapy import Request
from scrapy.utils.test import get_crawler

from blogcrawler.archive import PageLookup, WarcWriter
from blogcrawler.downloader.archive_reader import ArchiveReader


@pytest.mark.parametrize("asked", ["https://pier.example/", "http://www.pier.example/", "http://pier.example/"])
def test_a_response_has_the_address_at_which_it_was_captured(tmp_path: Path, asked: str) -> None:
    with WarcWriter(tmp_path / "warc") as writer:
        writer.write(exchange("http://pier.example/"))
    reader = ArchiveReader.from_crawler(get_crawler())
    reader.__dict__["_lookup"] = PageLookup(tmp_path / "warc")
    response = asyncio.run(reader.download_request(Request(asked)))
    asyncio.run(reader.close())
    assert (response.url, response.status) == ("http://pier.example/", 200)


def test_a_page_that_repeats_another_one_keeps_its_address(tmp_path: Path) -> None:
    """It is stored as a reference to the other page."""
    with WarcWriter(tmp_path / "warc") as writer:
        for url in ("http://pier.example/", "http://pier.example/?cat=1"):
            writer.write(exchange(url))
    reader = ArchiveReader.from_crawler(get_crawler())
    reader.__dict__["_lookup"] = PageLookup(tmp_path / "warc")
    response = asyncio.run(reader.download_request(Request("http://pier.example/?cat=1")))
    asyncio.run(reader.close())
    assert (response.url, response.body) == ("http://pier.example/?cat=1", b"<p>Hello")
