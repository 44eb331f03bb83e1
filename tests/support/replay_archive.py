"""Small web archives, and requests to their replay without a server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from exchanges import exchange

from blogcrawler.archive import WarcWriter


@dataclass(frozen=True)
class Got:
    """A response of an ASGI application."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def answer(body: bytes | str, kind: str = "text/html", status: str = "200 OK", **headers: str) -> bytes:
    """A response as it goes over the wire."""
    data = body.encode() if isinstance(body, str) else body
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(data)}\r\n\r\n".encode() + data


def archive(folder: Path, *captures: tuple[str, str, bytes]) -> None:
    """Write captures to the archive of a blog: timestamp, address, response."""
    with WarcWriter(folder / "warc") as writer:
        for timestamp, url, response in captures:
            began = datetime.strptime(timestamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
            writer.write(replace(exchange(url, response=response), began=began))


def get(app: Any, path: str, **headers: str) -> Got:
    """Request a path from an ASGI application; names of headers have underscores."""
    return asyncio.run(_get(app, path, {"host": "127.0.0.1:8090"} | headers))


async def _get(app: Any, path: str, headers: dict[str, str]) -> Got:
    sent: list[dict[str, Any]] = []
    raw, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": raw,
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "server": ("127.0.0.1", 8090),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(dict(message))

    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    return Got(start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body)
