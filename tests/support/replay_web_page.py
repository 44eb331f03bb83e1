"""ReplayWeb.page, the viewer of web archives, served from its npm package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Frame
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from web_browser import serving

#: Where ``make`` unpacks the package.
VIEWER = Path(__file__).resolve().parents[2] / ".programs" / "packages" / "replaywebpage"


@contextmanager
def replay_web_page(wacz: Path) -> Iterator[str]:
    """Serve the viewer and a WACZ file; gives the address at which the file is open."""
    routes = [
        Mount("/files", StaticFiles(directory=wacz.parent)),
        Mount("/", StaticFiles(directory=VIEWER, html=True)),
    ]
    with serving(Starlette(routes=routes)) as address:
        yield f"{address}/?source={quote(f'{address}/files/{wacz.name}')}"


def replayed_text(browser: Browser, viewer: str, url: str) -> str:
    """The text of a page as ReplayWeb.page shows it."""
    context = browser.new_context(viewport={"width": 1280, "height": 1600})
    page = context.new_page()
    try:
        page.goto(f"{viewer}#view=replay&url={quote(url)}")
        for _ in range(100):
            frame = next((one for one in page.frames if _is_replay(one, url)), None)
            if frame is not None and frame.evaluate("document.readyState") == "complete":
                page.wait_for_timeout(500)
                return str(frame.evaluate("document.body.innerText"))
            page.wait_for_timeout(200)
        raise AssertionError(f"{url} is not shown: {[one.url for one in page.frames]}")
    finally:
        context.close()


def _is_replay(frame: Frame, url: str) -> bool:
    return "mp_/" in frame.url and frame.url.endswith(url)
