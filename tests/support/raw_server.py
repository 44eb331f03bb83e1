"""A server that sends exactly the given bytes, and records exactly the bytes it received."""

from __future__ import annotations

import contextlib
import re
import select
import socket
import ssl
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

Script = list[bytes | float | str]
"""Bytes to send, seconds to wait, ``"close"`` or ``"reset"``."""

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


@dataclass
class Served:
    """One exchange as the server saw it."""

    path: str
    request: bytes
    connection: int
    response: bytes = b""


@dataclass
class RawServer:
    """Responds to each path with a script, also as a proxy; forwards CONNECT tunnels."""

    scripts: dict[str, Script]
    tls: ssl.SSLContext | None = None
    served: list[Served] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        scheme = "https" if self.tls else "http"
        self.url = f"{scheme}://127.0.0.1:{self.port}"
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        for connection in self._open:
            connection.close()

    def _accept(self) -> None:
        number = 0
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                number += 1
                threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            self._open.append(connection)
            with connection:
                for request in _requests(connection):
                    target = request.split(b" ", 2)[1].decode()
                    if request.startswith(b"CONNECT "):
                        self.served.append(Served(target, request, number))
                        _tunnel(connection, target)
                        return
                    path = re.sub(r"^http://[^/]*", "", target)
                    served = Served(path, request, number)
                    self.served.append(served)
                    for step in self.scripts.get(path, [b"HTTP/1.1 404 Nope\r\nContent-Length: 0\r\n\r\n"]):
                        if isinstance(step, bytes):
                            served.response += step
                            connection.sendall(step)
                        elif isinstance(step, float):
                            time.sleep(step)
                        elif step == "reset":
                            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                            return
                        else:
                            return


def _tunnel(connection: socket.socket, target: str) -> None:
    """Be a proxy: pass bytes on in both directions until either side ends."""
    host, port = target.split(":")
    with socket.create_connection((host, int(port))) as server:
        connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        other = {connection: server, server: connection}
        while True:
            for ready in select.select(list(other), [], [])[0]:
                data = ready.recv(65536)
                if not data:
                    return
                other[ready].sendall(data)


def _requests(connection: socket.socket) -> Iterator[bytes]:
    data = b""
    while True:
        while b"\r\n\r\n" not in data:
            more = connection.recv(65536)
            if not more:
                return
            data += more
        head, _, rest = data.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        missing = (int(length[1]) if length else 0) - len(rest)
        while missing > 0:
            more = connection.recv(65536)
            data += more
            missing -= len(more)
        yield data
        data = b""
