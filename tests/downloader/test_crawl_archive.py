"""Large files are archived without stopping the reactor."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scrapy.utils.test import get_crawler

from blogcrawler.archive import Exchange
from blogcrawler.archive.record import gzip_record
from blogcrawler.downloader.crawl_archive import CrawlArchive


def exchange(size: int) -> Exchange:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % size
    request = b"GET /a.jpg HTTP/1.1\r\nHost: pier.example\r\n\r\n"
    return Exchange("https://pier.example/a.jpg", request, head + b"x" * size, datetime.now(UTC), None, None)


def test_a_large_file_is_compressed_in_a_thread_and_a_small_one_is_not(tmp_path: Path) -> None:
    main = threading.current_thread()
    compressed_here: list[bool] = []

    def compress(kind: str, *args: Any) -> bytes:
        if kind == "response":
            compressed_here.append(threading.current_thread() is main)
        return gzip_record(kind, *args)

    archive = CrawlArchive.of(get_crawler())
    with patch("blogcrawler.archive.writer.gzip_record", compress):
        asyncio.run(archive.write(exchange(1000), tmp_path))
        asyncio.run(archive.write(exchange(900_000), tmp_path))
    archive.release()
    assert compressed_here == [True, False]
