"""A running web server and a real browser for it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from blogcrawler.web import WebOptions, web_app

CHROMIUM = Path("/usr/bin/chromium")
AXE = Path(__file__).resolve().parents[2] / ".programs" / "npm" / "node_modules" / "axe-core" / "axe.min.js"


@contextmanager
def web_server(options: WebOptions) -> Iterator[str]:
    """Serve an archive in a thread; gives the address without the last slash."""
    with serving(web_app(options)) as address:
        yield address


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Serve an application in a thread."""
    with socket.socket(proto=socket.IPPROTO_TCP) as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(30)
