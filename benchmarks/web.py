"""Measure the web pages on generated posts in SQLite: their time compared with the bare SQL, and the server's memory.

    python benchmarks/web.py                        20,000 posts
    python benchmarks/web.py --posts 1000000        needs some 15 GB of disk and the better part of an hour

Half of the posts are in one blog. The bare SQL of a page is every statement that it executes, recorded in this process
and executed again with Python's sqlite3. Totals of a blog are kept by the server for a while; they are measured alone.
"""

from __future__ import annotations

import argparse
import http.client
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from search import Writer
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from blogcrawler.items import Blog
from blogcrawler.store import DATABASE_FILE, open_store
from blogcrawler.web import WebOptions, web_app

LARGE = "https://large.example/"
CLOCK = time.perf_counter
_SERVER = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"


def fill(home: Path, number: int, writer: Writer) -> list[str]:
    """Save the posts; returns the addresses of some."""
    some: list[str] = []
    with closing(open_store(None, home)) as store:
        blogs = set()
        for chunk in writer.chunks(number):
            posts = [replace(post, blog=LARGE) if at % 2 else post for at, post in enumerate(chunk)]
            store.save_posts(posts)
            blogs |= {post.blog for post in posts}
            some += [post.url for post in posts[:: max(1, number // 2000)]]
        for url in blogs:
            store.save_blog(Blog(url, f"Blog {url}", "en"))
    return some


@contextmanager
def server(home: Path) -> Iterator[tuple[http.client.HTTPConnection, int]]:
    """A connection to the real server, and the number of its process."""
    command = [sys.executable, "-c", _SERVER, "web", "--home", str(home), "--port", "0", "--no-replay"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().split()[4])
        assert address.hostname is not None
        try:
            with closing(http.client.HTTPConnection(address.hostname, address.port)) as connection:
                yield connection, process.pid
        finally:
            process.terminate()


def request(connection: http.client.HTTPConnection, path: str) -> float:
    """Seconds for one page."""
    began = CLOCK()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (answer.status, path)
    return CLOCK() - began


def bare_seconds(home: Path, paths: list[str]) -> float:
    """The median of the seconds that the SQL statements of each page take by themselves."""
    recorded: list[tuple[str, Any]] = []

    def record(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            recorded.append((statement, parameters))

    times = []
    with (
        TestClient(web_app(WebOptions(home)), base_url="http://127.0.0.1") as client,
        closing(sqlite3.connect(home / DATABASE_FILE)) as database,
    ):
        client.get(paths[0])  # the totals of the blog
        time.sleep(1)
        event.listen(Engine, "before_cursor_execute", record)
        try:
            for path in paths:
                recorded.clear()
                client.get(path)
                began = CLOCK()
                for statement, parameters in recorded:
                    database.execute(statement, parameters).fetchall()
                times.append(CLOCK() - began)
        finally:
            event.remove(Engine, "before_cursor_execute", record)
    return statistics.median(times)


def megabytes(pid: int) -> float:
    """The memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


def pages(writer: Writer, some: list[str]) -> dict[str, Callable[[], str]]:
    """For each kind of page, what makes the address of one at random."""
    common, chance = writer.words[200:2000], random.Random(1)
    return {
        "search": lambda: f"/search?{urlencode({'q': ' '.join(chance.choices(common, k=2))})}",
        "blog": lambda: f"/blog?{urlencode({'url': LARGE})}",
        "post": lambda: f"/post?{urlencode({'url': chance.choice(some)})}",
        "blogs": lambda: "/",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=60, help="requests for each kind of page")
    parser.add_argument("--requests", type=int, default=10_000, help="requests for the memory")
    parser.add_argument("--home", type=Path, help="keep the archive here, and use it if it is there already")
    options = parser.parse_args()
    writer = Writer(3)
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        if (home / DATABASE_FILE).exists():
            with closing(open_store(None, home)) as store:
                some = [entry.url for entry in store.catalogue.entries(limit=500)]
        else:
            began = CLOCK()
            some = fill(home, options.posts, writer)
            print(f"{options.posts:,} posts saved in {CLOCK() - began:.0f} s", flush=True)
        with closing(open_store(None, home)) as store:
            for name in ("timeline", "contents"):
                began = CLOCK()
                getattr(store.catalogue, name)(LARGE)
                print(f"{name} of the large blog, once: {CLOCK() - began:.2f} s", flush=True)
        makers = pages(writer, some)
        print("page      median    95 %   bare SQL   ratio")
        with server(home) as (connection, pid):
            for name, make in makers.items():
                paths = [make() for _ in range(options.runs)]
                connection.close()  # the server has closed it, too, because it was idle
                request(connection, paths[0])
                time.sleep(1)
                times = sorted(request(connection, path) for path in paths)
                median, slow = statistics.median(times), times[int(0.95 * len(times))]
                bare = bare_seconds(home, paths)
                row = f"{name:8}{1000 * median:6.1f} ms{1000 * slow:5.1f} ms{1000 * bare:8.2f} ms"
                print(f"{row}{median / bare:8.1f}", flush=True)
            connection.close()
            warm = min(1000, options.requests // 10)
            for number in range(options.requests):
                request(connection, makers[("search", "blog", "post")[number % 3]]())
                if number + 1 == warm or number + 1 == options.requests:
                    print(f"memory after {number + 1:,} requests: {megabytes(pid):.0f} MB", flush=True)


if __name__ == "__main__":
    main()
