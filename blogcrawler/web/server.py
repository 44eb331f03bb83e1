"""Runs the web application on a port."""

from __future__ import annotations

import dataclasses
import errno
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from ..errors import UsageError
from .app import web_app
from .options import WebOptions
from .site import Site

__all__ = ["serve_web"]

REPLAY_PATH = "/replay"
"""The path below which a replay application shows captured pages."""
_SECONDS_FOR_OPEN_REQUESTS = 2


def serve_web(
    options: WebOptions,
    host: str = "127.0.0.1",
    port: int = 8080,
    started: Callable[[str], None] | None = None,
    replay: ASGIApp | None = None,
) -> None:
    """Serve until Ctrl-C; ``started`` is called with the address once the port is open.

    ``replay`` replays captured pages. It gets a free port, because these pages must not be of the same origin.
    ``UsageError`` if the port is in use, or the host is not one of this machine.
    """
    name = f"[{host}]" if ":" in host else host
    with closing(_bind(host, port)) as bound, ExitStack() as stack:
        if replay is not None:
            other = stack.enter_context(_serving(replay, stack.enter_context(closing(_bind(host, 0)))))
            options = dataclasses.replace(options, replay=f"http://{name}:{other}{REPLAY_PATH}")
        if started is not None:
            started(f"http://{name}:{bound.getsockname()[1]}/")
        with suppress(KeyboardInterrupt):  # uvicorn raises it again after a clean stop
            _Server(web_app(options)).run(sockets=[bound])


class _Server(uvicorn.Server):
    """A server that ends its event streams first: it waits for open requests, and they would stay open for ever."""

    def __init__(self, app: Starlette) -> None:
        super().__init__(_config(app))
        self._site: Site = app.state.site

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._site.crawls.ending = True
        super().handle_exit(sig, frame)


@contextmanager
def _serving(app: ASGIApp, bound: socket.socket) -> Iterator[int]:
    """Serve another application in a thread; gives its port."""
    server = uvicorn.Server(_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    yield bound.getsockname()[1]
    server.should_exit = True
    thread.join(2 * _SECONDS_FOR_OPEN_REQUESTS)


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_FOR_OPEN_REQUESTS,
    )


def _bind(host: str, port: int) -> socket.socket:
    try:
        # asyncio sends small packets at once only if the protocol is named; otherwise pages are 40 ms late.
        bound = socket.socket(
            socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP
        )
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((host, port))
            bound.listen(128)
        except OSError:
            bound.close()
            raise
        return bound
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(f"port {port} is in use; choose another one with --port") from None
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise UsageError(f"cannot listen on {host}, port {port}: {reason}") from None
