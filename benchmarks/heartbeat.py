"""How long the reactor is blocked during crawls of corpus blogs and of a blog of hostile pages.

    python benchmarks/heartbeat.py [BLOG …] [--hostile 40] [--places 8]

Requests, timers and signals wait as long as a callback runs. An extension measures the time between two beats of the
reactor, which should come every 10 ms (``fixtures/heartbeat.py``), and where the reactor is in the longest gaps.
The hostile blog has ordinary posts and, between them, pages of ``hostile_pages.py``.
Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from corpus import CORPUS, ROOT, serve
from fixtures.hostile_shapes import PAGES, hostile_page, ordinary_article, ordinary_page

from blogcrawler.spiders.spider_settings import EXTENSIONS

MAX_GAP = 0.1
LIMIT = 230
POSTS = 12
BLOGS = ("54chen-2014",)
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": "0",
    "DOWNLOAD_DELAY": "0",
    "BLOGCRAWLER_RENDER": "never",
    "EXTENSIONS": json.dumps(EXTENSIONS | {"fixtures.heartbeat.Heartbeat": 0}),
}


def measure(name: str, url: str, environment: dict[str, str], options: argparse.Namespace) -> float:
    """Crawl a blog and print its gaps; returns the longest."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = SETTINGS | {
            "BLOGCRAWLER_HOME": folder,
            "HEARTBEAT_FILE": str(home / "gaps"),
            "LOG_FILE": str(home / "log"),
            "CLOSESPIDER_TIMEOUT": str(LIMIT),
        }
        parts = [part for key, value in settings.items() for part in ("-s", f"{key}={value}")]
        command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}", *parts]
        paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "benchmarks")])}
        subprocess.run(command, cwd=ROOT, env=environment | paths, capture_output=True, check=False)
        measured = json.loads((home / "gaps").read_text())
        posts = sum(len(file.read_text().splitlines()) for file in home.glob("*/posts.jsonl"))
    gaps = [seconds for seconds, _, is_closing in measured["gaps"] if not is_closing]
    longest = max(gaps, default=0.0)
    at_end = max((seconds for seconds, _, is_closing in measured["gaps"] if is_closing), default=0.0)
    print(
        f"{name:<28} {posts:>5} posts, {measured['beats']:>6} beats, {sum(gap > MAX_GAP for gap in gaps)} gaps over "
        f"{MAX_GAP * 1000:.0f} ms, the longest {longest * 1000:.0f} ms; {at_end * 1000:.0f} ms when the crawl ends",
        flush=True,
    )
    places: Counter[str] = Counter()
    for seconds, place, is_closing in measured["gaps"]:
        place = f"(at the end) {place}" if is_closing else place
        places[place] = max(places[place], seconds)
    for place, seconds in places.most_common(options.places):
        print(f"    {seconds * 1000:5.0f} ms  {place}")
    return longest


def hostile_blog(numbers: list[int]) -> dict[str, bytes]:
    """The pages of a blog by path: ordinary posts in the feed, and hostile ones."""
    pages = {f"/2023/05/post-{n}/": ordinary_page(n).encode() for n in range(POSTS)}
    links = "".join(f'<h2><a href="{path}">{path}</a></h2>{ordinary_article(n)}' for n, path in enumerate(pages))
    hostile = {f"/2023/05/post-{900 + n}/": hostile_page(n).body for n in numbers}
    links += "".join(f'<h2><a href="{path}">{path}</a></h2>' for path in hostile)
    items = "".join(
        f"<item><title>The {n}</title><link>{path}</link><pubDate>Thu, 04 May 2023 10:00:00 GMT</pubDate>"
        f"<description><![CDATA[{ordinary_article(n)}]]></description></item>"
        for n, path in enumerate(pages)
    )
    feed = f"<?xml version='1.0'?><rss version='2.0'><channel><title>Pier notes</title>{items}</channel></rss>"
    home = f"<html><head><link rel=alternate type=application/rss+xml href=/feed/></head><body>{links}</body></html>"
    return pages | hostile | {"/": home.encode(), "/feed/": feed.encode()}


def handler(pages: dict[str, bytes]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "application/rss+xml" if self.path == "/feed/" else "text/html")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("blogs", nargs="*", default=BLOGS, help="folders of sites or blogs of the corpus")
    parser.add_argument("--hostile", type=int, default=40, help="number of hostile pages, spread over all of them")
    parser.add_argument("--places", type=int, default=8, help="number of places to print")
    options = parser.parse_args()
    direct = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    longest = []
    for name in options.blogs:
        folder = next(path for kind in ("sites", "blogs") if (path := CORPUS / kind / name).is_dir())
        server, port = serve([folder])
        url = json.loads((folder / "blog.json").read_text())["base_url"].replace("https://", "http://")
        try:
            longest.append(
                measure(name, url, direct | {"http_proxy": f"http://127.0.0.1:{port}", "no_proxy": ""}, options)
            )
        finally:
            server.terminate()
            server.wait()
    if options.hostile:
        numbers = [number * PAGES // options.hostile for number in range(options.hostile)]
        with ThreadingHTTPServer(("127.0.0.1", 0), handler(hostile_blog(numbers))) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            longest.append(
                measure(f"{len(numbers)} hostile pages", f"http://127.0.0.1:{server.server_port}/", direct, options)
            )
            server.shutdown()
    worst = max(longest)
    print(
        f"longest gap: {worst * 1000:.0f} ms (target ≤ {MAX_GAP * 1000:.0f}: {'met' if worst <= MAX_GAP else 'MISSED'})"
    )


if __name__ == "__main__":
    main()
