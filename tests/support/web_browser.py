"""A running web server and a real browser for it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import BrowserContext, Page
from starlette.types import ASGIApp

from blogcrawler.web import WebOptions, web_app

CHROMIUM = Path("/usr/bin/chromium")
AXE = Path(__file__).resolve().parents[2] / ".programs" / "npm" / "node_modules" / "axe-core" / "axe.min.js"


def watched(context: BrowserContext, server: str) -> tuple[Page, list[str]]:
    """A page, and the list to which everything that goes wrong on it is added."""
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(server) else wrong.append(request.url))
    return page, wrong


def serious_findings(page: Page) -> dict[str, list[str]]:
    """What axe-core finds on a page that keeps some people from using it, with the markup of some examples."""
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return {
        violation["id"]: [node["html"][:200] for node in violation["nodes"][:3]]
        for violation in result["violations"]
        if violation["impact"] in ("serious", "critical")
    }


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
