"""HTTP exchanges to write to a web archive."""

from __future__ import annotations

from datetime import UTC, datetime

from blogcrawler.archive import Exchange

BEGAN = datetime(2026, 11, 16, 3, 30, 5, 123456, tzinfo=UTC)


PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hello"


def exchange(
    url: str = "http://example.org/post", response: bytes = PAGE, method: bytes = b"GET", **more: object
) -> Exchange:
    request = method + b" /post HTTP/1.1\r\nHost: example.org\r\n\r\n"
    return Exchange(url, request, response, BEGAN, **more)  # type: ignore[arg-type]
