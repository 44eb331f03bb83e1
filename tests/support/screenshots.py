"""Pages in a real Chromium, live and replayed: what they look like and what they say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, ElementHandle, Frame, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
#: Wide enough for the desktop layout of a theme, high enough for its header and some text.
WIDTH, HEIGHT = 1280, 1600
#: Differences of a colour channel up to this come from smoothing.
_TOLERANCE = 16
_FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"]


@dataclass(frozen=True)
class Look:
    """A page as a browser shows it; ``failed`` are the addresses that it could not load."""

    picture: Image.Image
    text: str
    failed: tuple[str, ...]


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def look(browser: Browser, url: str, *, in_frame: bool = False) -> Look:
    """Open a page; with ``in_frame`` only the page in its frame counts, and has the size that others have."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    try:
        page.goto(url, wait_until="networkidle", timeout=30_000)
        shown: Page | ElementHandle = page
        frame: Frame | None = page.main_frame
        if in_frame:
            shown = page.wait_for_selector("iframe")
            box, frame = shown.bounding_box(), shown.content_frame()
            assert box is not None
            page.set_viewport_size({"width": WIDTH, "height": 2 * HEIGHT - round(box["height"])})
        assert frame is not None
        frame.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        _settle(page, frame)
        picture = Image.open(BytesIO(shown.screenshot())).convert("RGB")
        return Look(picture, frame.evaluate("document.body.innerText"), tuple(failed))
    finally:
        page.close()


def _settle(page: Page, frame: Frame) -> None:
    """Wait until the text of a page has not changed for a second: some themes let their parts appear one by one."""
    before, unchanged = None, 0
    for _ in range(60):
        now = frame.evaluate("document.body.innerText")
        unchanged = unchanged + 1 if now == before else 0
        if unchanged == 4:
            return
        before = now
        page.wait_for_timeout(250)


def similarity(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ by no more than a small tolerance in any colour."""
    if one.size != other.size:
        return 0.0
    difference = np.abs(np.asarray(one, dtype=np.int16) - np.asarray(other, dtype=np.int16))
    return float((difference.max(axis=2) <= _TOLERANCE).mean())


@contextmanager
def replaying(home: Path) -> Iterator[str]:
    """``blogcrawler replay`` of an archive; yields its address."""
    command = [
        sys.executable,
        "-c",
        "from blogcrawler.cli import main; main()",
        "replay",
        "--port",
        "0",
        "--home",
        home,
    ]
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Replay at "), line
        yield line.split()[2].rstrip("/")
    finally:
        process.terminate()
        process.communicate(timeout=20)


def replayed_url(server: str, url: str) -> str:
    """The address of the latest capture of a page, in its frame."""
    return f"{server}/replay/99991231235959/{url}"
