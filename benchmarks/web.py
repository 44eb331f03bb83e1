"""Measure the web pages on generated posts in SQLite: their time compared with the bare SQL, and the server's memory.

    python benchmarks/web.py                        20,000 posts
    python benchmarks/web.py --posts 1000000 --home FOLDER     keeps them for the next run; takes long

Half of the posts are in one blog; posts are chosen at random. The bare SQL of a page is every statement that it
executes, recorded in this process and executed again with Python's sqlite3; that of a search is one query with bm25.
"HTTP" is the time that the same server takes for a fixed page of 20 kB, and "rendering" the CPU time of the page's
template with all values in memory. The last columns are what each takes alone, compared with the bare SQL. Totals of a
blog are kept by the server for a while; they are measured alone.
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
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generated_archive import LARGE, Writer, fill
from jinja2 import Template
from search import BARE
from sqlalchemy import Engine, event
from starlette.requests import Request
from starlette.routing import Route
from starlette.testclient import TestClient

from blogcrawler.store import DATABASE_FILE, open_store
from blogcrawler.web import WebOptions, web_app

CLOCK = time.perf_counter
_SERVER = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"
_FIXED_PAGE = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
bound.bind(("127.0.0.1", 0)), bound.listen()
print("A page is at", f"http://127.0.0.1:{bound.getsockname()[1]}/", flush=True)
app = Starlette(routes=[Route("/", lambda request: HTMLResponse("x" * 20_000))])
uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False)).run(sockets=[bound])
"""


@contextmanager
def server(program: str, *arguments: str) -> Iterator[tuple[http.client.HTTPConnection, int]]:
    """A connection to a server in a process of its own, and the number of that process."""
    command = [sys.executable, "-c", program, *arguments]
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
    try:
        began = CLOCK()
        fetch(connection, path)
    except http.client.RemoteDisconnected:  # it was idle for too long
        connection.close()
        began = CLOCK()
        fetch(connection, path)
    return CLOCK() - began


def fetch(connection: http.client.HTTPConnection, path: str) -> bytes:
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, (answer.status, path)
    return body


def wait_for_totals(connection: http.client.HTTPConnection, path: str) -> None:
    """Ask for a page until the server has counted everything that it shows."""
    for _ in range(600):
        connection.close()  # the server closes idle connections
        if "<dd>…</dd>" not in fetch(connection, path).decode():
            break
        time.sleep(1)
    connection.close()


def bare_statements(home: Path, paths: list[str]) -> list[list[tuple[str, Any]]]:
    """For each page, the SQL statements that it executes."""
    recorded: list[tuple[str, Any]] = []

    def record(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            recorded.append((statement, parameters))

    if paths[0].startswith("/search"):
        words = [parse_qs(urlsplit(path).query)["q"][0] for path in paths]
        return [[(BARE, (" AND ".join(text.split()),))] for text in words]
    found = []
    app = web_app(WebOptions(home))
    app.state.site.figures.get_all = dict.fromkeys  # totals are not part of a request
    with TestClient(app, base_url="http://127.0.0.1") as client:
        event.listen(Engine, "before_cursor_execute", record)
        try:
            for path in paths:
                recorded.clear()
                client.get(path)
                found.append(recorded[:])
        finally:
            event.remove(Engine, "before_cursor_execute", record)
    return found


def bare_seconds(database: sqlite3.Connection, statements: list[tuple[str, Any]]) -> float:
    began = CLOCK()
    for statement, parameters in statements:
        database.execute(statement, parameters).fetchall()
    return CLOCK() - began


def megabytes(pid: int) -> float:
    """The memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


def some_posts(database: sqlite3.Connection, number: int = 500) -> list[str]:
    """Addresses of posts, chosen at random."""
    (last,) = database.execute("SELECT max(id) FROM posts").fetchone()
    ids = random.Random(1).sample(range(1, last + 1), min(number, last))
    return [database.execute("SELECT url FROM posts WHERE id = ?", (one,)).fetchone()[0] for one in ids]


def pages(some: list[str]) -> dict[str, Callable[[], str]]:
    """For each kind of page, what makes the address of one at random."""
    common, chance = Writer().words[200:2000], random.Random(1)
    return {
        "search": lambda: f"/search?{urlencode({'q': ' '.join(chance.choices(common, k=2))})}",
        "post": lambda: f"/post?{urlencode({'url': chance.choice(some)})}",
        "blogs": lambda: "/",
        "blog": lambda: f"/blog?{urlencode({'url': LARGE})}",
    }


def measure_pages(home: Path, runs: int, connection: http.client.HTTPConnection, some: list[str]) -> None:
    """Pages, a fixed page and bare SQL in turns, so that all of them meet the same load of the machine."""
    print("page      median    95 %     HTTP   rendering   bare SQL   ratio   HTTP alone   rendering alone")
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database, server(_FIXED_PAGE) as (fixed, _):
        for name, make in pages(some).items():
            paths = [make() for _ in range(runs)]
            statements = bare_statements(home, paths)
            rendering = rendering_seconds(home, paths)
            wait_for_totals(connection, paths[0])
            fixed.close()
            times: list[tuple[float, float, float]] = []
            for path, bare in zip(paths, statements, strict=True):
                times.append((request(connection, path), request(fixed, "/"), bare_seconds(database, bare)))
            page, empty, sql = (statistics.median(column) for column in zip(*times, strict=True))
            slow = sorted(times)[int(0.95 * len(times))][0]
            row = f"{name:8}{1e3 * page:6.1f} ms{1e3 * slow:6.1f} ms{1e3 * empty:6.2f} ms{1e3 * rendering:9.2f} ms"
            row += f"{1e3 * sql:8.2f} ms{page / sql:8.1f}{empty / sql:10.1f}{rendering / sql:13.1f}"
            print(row, flush=True)


def rendering_seconds(home: Path, paths: list[str]) -> float:
    """The median CPU time of rendering the pages again with the values that they had."""
    contexts: list[tuple[Template, dict[str, Any]]] = []

    def keep(template: Template, values: dict[str, Any]) -> str:
        contexts.append((template, values))
        return render(template, values)

    render = Template.render
    app = web_app(WebOptions(home))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        wait_for_figures(client, paths[0])
        with patch.object(Template, "render", keep):
            for path in paths:
                client.get(path)
    times = []
    for template, values in contexts:
        began = time.thread_time()
        template.render(values)
        times.append(time.thread_time() - began)
    return statistics.median(times)


def wait_for_figures(client: TestClient, path: str) -> None:
    """Ask for a page until everything that it shows is counted."""
    for _ in range(600):
        if "<dd>…</dd>" not in client.get(path).text:
            return
        time.sleep(1)


def measure_cpu(home: Path, runs: int, some: list[str]) -> None:
    """The CPU time of making each page, and of its bare SQL, without HTTP: for machines that are busy."""
    app = web_app(WebOptions(home))
    routes = {route.path: route.endpoint for route in app.routes if isinstance(route, Route)}

    def make(path: str) -> str:
        where, _, query = path.partition("?")
        scope = {"type": "http", "method": "GET", "scheme": "http", "path": where, "query_string": query.encode()}
        scope |= {"headers": [(b"host", b"127.0.0.1")], "app": app, "server": ("127.0.0.1", 80), "root_path": ""}
        return routes[where](Request(scope)).body.decode()

    print("page      CPU: median    bare SQL   ratio")
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        for name, maker in pages(some).items():
            paths = [maker() for _ in range(runs)]
            statements = bare_statements(home, paths)
            while "<dd>…</dd>" in make(paths[0]):
                time.sleep(1)  # the totals are still being counted
            times = []
            for path, bare in zip(paths, statements, strict=True):
                began = time.thread_time()
                make(path)
                middle = time.thread_time()
                bare_seconds(database, bare)
                times.append((middle - began, time.thread_time() - middle))
            page, sql = (statistics.median(column) for column in zip(*times, strict=True))
            print(f"{name:8}{1e3 * page:9.2f} ms{1e3 * sql:9.2f} ms{page / sql:8.1f}", flush=True)


def measure_memory(requests: int, connection: http.client.HTTPConnection, pid: int, some: list[str]) -> None:
    makers = pages(some)
    connection.close()
    shown = {requests // 10, requests // 4, requests // 2, 3 * requests // 4, requests}
    for number in range(1, requests + 1):
        request(connection, makers[("search", "blog", "post")[number % 3]]())
        if number in shown:
            print(f"memory after {number:,} requests: {megabytes(pid):.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=60, help="requests for each kind of page; 0 for none")
    parser.add_argument("--requests", type=int, default=10_000, help="requests for the memory; 0 for none")
    parser.add_argument("--home", type=Path, help="keep the archive here, and use it if it is there already")
    parser.add_argument("--cpu", action="store_true", help="measure only the CPU time of pages, in this process")
    parser.add_argument("--totals", action="store_true", help="also measure the totals of the large blog")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        if not (home / DATABASE_FILE).exists():
            began = CLOCK()
            fill(home, options.posts)
            print(f"{options.posts:,} posts saved and indexed in {CLOCK() - began:.0f} s", flush=True)
        with closing(open_store(None, home)) as store:
            for name in ("timeline", "contents") if options.totals else ():
                began = CLOCK()
                getattr(store.catalogue, name)(LARGE)
                print(f"{name} of the large blog, once: {CLOCK() - began:.2f} s", flush=True)
        with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
            some = some_posts(database)
        if options.cpu:
            measure_cpu(home, options.runs, some)
            return
        with server(_SERVER, "web", "--home", str(home), "--port", "0", "--no-replay") as (connection, pid):
            if options.runs:
                measure_pages(home, options.runs, connection, some)
            if options.requests:
                measure_memory(options.requests, connection, pid, some)


if __name__ == "__main__":
    main()
