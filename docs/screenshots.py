"""Take the screenshots of docs/web.md: the pages of an archive of invented blogs, in Chromium.

python docs/screenshots.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests" / "support")]

from playwright.sync_api import sync_playwright  # noqa: E402
from sample_archive import BLOGS, CHANGED, THREAD, make_archive  # noqa: E402
from web_browser import CHROMIUM, web_server  # noqa: E402

from blogcrawler.web import WebOptions  # noqa: E402

#: Name of the picture: path, width, height, colours.
SHOTS = {
    "blogs": ("/", 1100, 760, "light"),
    "blogs-dark": ("/", 1100, 760, "dark"),
    "blogs-phone": ("/", 390, 800, "dark"),
    "blog": (f"/blog?url={BLOGS[0].url}", 1100, 860, "light"),
    "blog-phone": (f"/blog?url={BLOGS[1].url}", 390, 800, "light"),
    "post": (f"/post?url={BLOGS[4].url}39", 1100, 900, "dark"),
    "post-light": (f"/post?url={BLOGS[2].url}39", 1100, 900, "light"),
    "phone": (f"/post?url={BLOGS[3].url}39", 390, 800, "light"),
    "thread": (f"/post?url={THREAD}", 1100, 760, "light"),
    "versions": (f"/versions?url={CHANGED}&version=1", 1100, 620, "light"),
    "versions-phone": (f"/versions?url={CHANGED}&version=1", 390, 800, "dark"),
    "search": ("/search?q=harbour+wall", 1100, 760, "light"),
    "search-phone": ("/search?q=harbour+wall", 390, 800, "dark"),
    "changes": ("/changes?since=2020-01-01", 1100, 620, "light"),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_archive(Path(folder), posts=90)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        with web_server(WebOptions(Path(folder))) as address:
            for name, (path, width, height, colours) in SHOTS.items():
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=colours)
                page = context.new_page()
                page.goto(address + path, wait_until="networkidle")
                page.screenshot(path=HERE / f"web-{name}.png")
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
