"""Updates of all blogs of the corpus: the cost of a quiet one, and whether four processes share the work.

    python benchmarks/quiet_updates.py [--keep FOLDER]

First crawls every blog (a limited number of pages, all in one process; by its URL or, if that is not in the corpus, by
its feed), then updates them with nothing new, and then with four processes, one of which is killed. Needs the corpus
(CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from corpus import CORPUS, TOOLS, serve

from blogcrawler.urls import address_key

PAGES = 80
#: Number of runs, of which the best counts: the machine may be busy.
TRIES = 3
FAST = {
    "AUTOTHROTTLE_ENABLED": "0",
    "DOWNLOAD_DELAY": "0",
    "RETRY_TIMES": "1",
    "LOG_LEVEL": "INFO",
    "BLOGCRAWLER_MEDIA_ENABLED": "0",
    "BLOGCRAWLER_REQUISITES_ENABLED": "0",
}


def crawl_all(blogs: list[str]) -> None:
    """Crawl blogs one after the other in this process; each is a URL, or that of the blog, a space and its feed's."""
    from scrapy.crawler import AsyncCrawlerProcess

    from blogcrawler.runner.process import load_settings

    settings = load_settings()
    settings.setdict(FAST | {"CLOSESPIDER_PAGECOUNT": PAGES, "LOG_LEVEL": "ERROR"}, priority="cmdline")
    process = AsyncCrawlerProcess(settings)

    async def crawl_each() -> None:
        for blog in blogs:
            url, _, feed = blog.partition(" ")
            await process.crawl("newcrawl", url=url, feed=feed or None)

    from scrapy.utils.defer import deferred_from_coro
    from twisted.internet import reactor

    deferred_from_coro(crawl_each()).addBoth(lambda _: reactor.stop())
    reactor.run()


class Updates:
    """Runs updates of a results folder through a server on a port."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.environment = {
            **os.environ,
            "http_proxy": f"http://127.0.0.1:{port}",
            "BLOGCRAWLER_HOME": str(home),
            "SCRAPY_SETTINGS_MODULE": "blogcrawler.settings",
        }

    def crawl(self, blogs: list[str]) -> None:
        if blogs:
            command = [sys.executable, __file__, "--crawl", *blogs]
            subprocess.run(command, env=self.environment, check=True, timeout=3000)

    def start(self, log: Path, **settings: Any) -> subprocess.Popen[bytes]:
        given = [part for name, value in (FAST | settings).items() for part in ("-s", f"{name}={value}")]
        command = [sys.executable, "-m", "scrapy", "crawl", "updatecrawl", *given]
        return subprocess.Popen(command, env=self.environment, stderr=log.open("w"))

    def cpu(self, log: Path, **settings: Any) -> float:
        """The CPU seconds of an update of all blogs that are due."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.start(log, **settings).wait(600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.home / "blogcrawler.db", timeout=30)) as database:
            found = database.execute(query).fetchall()
            database.commit()
            return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="folder for the crawls; existing ones are used again")
    parser.add_argument("--crawl", nargs="+", metavar="URL", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.crawl:
        crawl_all(options.crawl)
        return
    if not TOOLS.is_dir():
        sys.exit(f"the corpus is missing: {CORPUS} (set CORPUS to its folder)")
    folders = sorted(path.parent for path in CORPUS.glob("blogs/*/blog.json"))
    home = options.keep or Path(tempfile.mkdtemp(prefix="updates-"))
    home.mkdir(parents=True, exist_ok=True)
    requests = home / "requests.jsonl"
    server, port = serve(folders, "--log", str(requests))
    updates = Updates(home, port)
    try:
        told = [json.loads((folder / "blog.json").read_text()) for folder in folders]
        feeds = {_plain(blog["base_url"]): _plain(blog["feed_url"]) for blog in told}
        if not (home / "blogcrawler.db").exists():
            updates.crawl(list(feeds))
        known = {address_key(url) for (url,) in updates.rows("SELECT url FROM blogs")}
        updates.crawl([f"{url} {feed}" for url, feed in feeds.items() if address_key(url) not in known])
        updates.rows("DELETE FROM leases")
        updates.rows("DELETE FROM visits")
        ((blogs,),) = updates.rows("SELECT count(*) FROM blogs")
        quiet(updates, requests, blogs)
    finally:
        server.terminate()
        server.wait(20)
    server, port = serve(folders, "--latency", "300")
    try:
        share(Updates(home, port), blogs)
    finally:
        server.terminate()
        server.wait(20)


def _plain(url: str) -> str:
    """The corpus is served without TLS."""
    return url.replace("https://", "http://")


def quiet(updates: Updates, requests: Path, blogs: int) -> None:
    already = len(requests.read_text().splitlines())
    every = []
    for _ in range(TRIES):
        updates.rows("DELETE FROM leases")
        every.append(updates.cpu(updates.home / "update.log"))
    whole, asked = min(every), (len(requests.read_text().splitlines()) - already) / TRIES
    idle = min(updates.cpu(updates.home / "idle.log") for _ in range(TRIES))
    outcomes = dict(updates.rows("SELECT outcome, count(*) FROM visits GROUP BY outcome"))
    print(f"{blogs} blogs, nothing new, {TRIES} times: {outcomes}")
    print(f"requests: {asked:.4g}, {asked / blogs:.2f} per blog")
    print(
        f"CPU: {whole:.2f} s, without any blog {idle:.2f} s: {1000 * (whole - idle) / blogs:.1f} ms per blog",
        flush=True,
    )


def share(updates: Updates, blogs: int) -> None:
    """Run four processes and kill one of them during its visits."""
    updates.rows("DELETE FROM leases")
    updates.rows("DELETE FROM visits")
    settings = {"BLOGCRAWLER_LEASE": 6, "BLOGCRAWLER_BLOGS_AT_ONCE": 2}
    processes = [updates.start(updates.home / f"share{n}.log", **settings) for n in range(4)]
    victim = processes[0]
    deadline = time.monotonic() + 60
    held: list[tuple[Any, ...]] = []
    while not held and time.monotonic() < deadline:
        time.sleep(0.05)
        held = updates.rows(f"SELECT holder FROM leases WHERE holder LIKE '%:{victim.pid}:%'")
    victim.send_signal(signal.SIGKILL)
    victim.wait(20)
    left = updates.rows(f"SELECT count(*) FROM leases WHERE holder LIKE '%:{victim.pid}:%'")[0][0]
    codes = [process.wait(300) for process in processes[1:]]
    done = updates.rows("SELECT count(*), count(DISTINCT blog) FROM visits")[0]
    still = updates.rows("SELECT count(*) FROM leases WHERE holder IS NOT NULL")[0][0]
    print(f"four processes, one killed while it held {left} blogs")
    print(f"{done[1]} of {blogs} blogs visited, {done[0]} visits")
    print(f"exit codes of the others {codes}, leases left {still}")


if __name__ == "__main__":
    main()
