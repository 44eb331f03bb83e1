"""Runs the web application on a port."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

import uvicorn

from ..errors import UsageError
from .app import web_app
from .options import WebOptions

__all__ = ["serve_web"]

_SECONDS_FOR_OPEN_REQUESTS = 2


def serve_web(
    options: WebOptions, host: str = "127.0.0.1", port: int = 8080, started: Callable[[str], None] | None = None
) -> None:
    """Serve until Ctrl-C; ``started`` is called with the address once the port is open.

    ``UsageError`` if the port is in use, or the host is not one of this machine.
    """
    bound = _bind(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}/"
    if started is not None:
        started(address)
    config = uvicorn.Config(
        web_app(options),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_FOR_OPEN_REQUESTS,
    )
    try:
        uvicorn.Server(config).run(sockets=[bound])
    except KeyboardInterrupt:  # uvicorn raises it again after a clean stop
        pass
    finally:
        bound.close()


def _bind(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.socket(family)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(128)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise UsageError(f"port {port} is in use; choose another one with --port") from None
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot listen on {host}, port {port}: {reason}") from None
    return bound
