"""Serves metrics over HTTP, next to a worker."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from ..errors import StoreError, UsageError
from ..store import Store

__all__ = ["METRICS_TYPE", "metrics_page", "serve_metrics"]

logger = logging.getLogger(__name__)

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics_page(store: Store) -> bytes:
    """All metrics in Prometheus' text format; ``MissingExtra`` without the extra ``metrics``."""
    from .metrics import exposition  # its package is optional

    return exposition(store)


def serve_metrics(store: Store, host: str, port: int) -> Callable[[], None]:
    """Serve ``/metrics`` in a thread; returns what ends it. ``UsageError`` if the port is taken."""
    metrics_page(store)  # says at once if the package or the database is missing

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = 200, b""
            if self.path.partition("?")[0] != "/metrics":
                status = 404
            else:
                try:
                    body = metrics_page(store)
                except StoreError as error:
                    status = 503
                    logger.warning("no metrics: %s", error)
            self.send_response(status)
            self.send_header("Content-Type", METRICS_TYPE)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    try:
        server = HTTPServer((host, port), Handler)
    except OSError as error:
        raise UsageError(f"metrics cannot be served at {host}:{port}: {error.strerror}") from None
    Thread(target=server.serve_forever, daemon=True).start()

    def close() -> None:
        server.shutdown()
        server.server_close()

    return close
