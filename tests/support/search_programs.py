"""Real programs with a search: Datasette, Roundup, django-oscar and MediaWiki, filled with books."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEARCH = Path(os.environ.get("SEARCH_PROGRAMS") or HERE.parents[1] / ".venv-search")
IS_INSTALLED = (SEARCH / ".installed").exists()
HAS_OSCAR = bool(list(SEARCH.glob("lib/*/site-packages/oscar")))
MEDIAWIKI = Path("/usr/share/mediawiki")
HAS_MEDIAWIKI = MEDIAWIKI.exists() and shutil.which("php") is not None

Book = dict[str, str]


def some_books(number: int) -> list[Book]:
    """Different books. Some words are in titles and in names of authors."""
    things = (
        "Harbour King Lantern Orchard Bridge River Mill Winter Garden Stone Baker Letter Island Mirror Field".split()
    )
    firsts = "Anna Boris Clara David Elena Frank Greta Hugo Irene Jonas".split()
    lasts = "King Baker Stone Winter Field Morgan Petrov Larsson Dubois Schmidt Rossi Novak".split()
    ends = ("", "Keeper", "Thief")
    return [
        {
            "id": str(n + 1),
            "title": " ".join(
                f"The {things[n % 15]} of the {things[(n * 7 + n // 15) % 15]} {ends[n % 3]} {n}".split()
            ),
            "author": f"{firsts[n * 3 % 10]} {lasts[n * 5 % 12]}",
            "year": str(1950 + n * 11 % 70),
            "decade": f"{(1950 + n * 11 % 70) // 10 * 10}s",
            "language": ("English", "Spanish", "German", "French")[(n * n) % 4 if n % 5 else 2],
        }
        for n in range(number)
    ]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")} | more


@contextmanager
def served(command: Sequence[str], url: str, folder: Path, **environment: str) -> Iterator[None]:
    """A server, until the end of the block."""
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            list(command), cwd=folder, env=_environment(**environment), stdout=log, stderr=log, start_new_session=True
        )
        try:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            end = time.monotonic() + 60
            while True:
                try:
                    with suppress(urllib.error.HTTPError):
                        opener.open(url, timeout=20).close()
                    break
                except OSError:
                    if time.monotonic() > end or process.poll() is not None:
                        raise
                    time.sleep(0.1)
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


@contextmanager
def running_datasette(folder: Path, books: Sequence[Book]) -> Iterator[str]:
    """Datasette with full-text search over title and author; the address of the table."""
    names = list(books[0])
    with sqlite3.connect(folder / "shop.db") as database:
        columns = ", ".join(f'"{name}"' + (" INTEGER PRIMARY KEY" if name == "id" else "") for name in names)
        database.execute(f"CREATE TABLE books ({columns})")
        marks = ", ".join("?" * len(names))
        database.executemany(f"INSERT INTO books VALUES ({marks})", [[b[name] for name in names] for b in books])
        author = "authors" if "authors" in names else "author"
        database.execute(
            f"CREATE VIRTUAL TABLE books_fts USING fts5(title, {author}, content=[books], content_rowid=[id])"
        )
        database.execute("INSERT INTO books_fts(books_fts) VALUES ('rebuild')")
    database.close()
    port = free_port()
    command = [
        str(SEARCH / "bin" / "datasette"),
        "serve",
        "shop.db",
        "-p",
        str(port),
        "--setting",
        "sql_time_limit_ms",
        "9000",
    ]
    with served(command, f"http://127.0.0.1:{port}/", folder):
        yield f"http://127.0.0.1:{port}/shop/books"


@contextmanager
def running_roundup(folder: Path, books: Sequence[Book]) -> Iterator[str]:
    """A Roundup tracker with books as issues; the address of its advanced search."""
    tracker, port = folder / "tracker", free_port()
    url = f"http://127.0.0.1:{port}/books/"
    admin = [str(SEARCH / "bin" / "roundup-admin"), "-i", str(tracker)]
    _run([*admin, "install", "classic", "sqlite"], folder)
    config = (tracker / "config.ini").read_text()
    for name, value in {"web": url, "domain": "localhost", "host": "localhost"}.items():
        config = re.sub(rf"^#{name} = NO DEFAULT$", f"{name} = {value}", config, flags=re.MULTILINE)
    (tracker / "config.ini").write_text(config)
    _run([*admin, "initialise", "secret"], folder)
    program = [str(SEARCH / "bin" / "python"), str(HERE / "roundup_server.py"), str(tracker)]
    _run([*program, "seed"], folder, json.dumps(list(books)))
    with served([*program, "serve", str(port)], url, folder):
        yield f"{url}issue?@template=search"


@contextmanager
def running_oscar(folder: Path, books: Sequence[Book]) -> Iterator[str]:
    """A shop with books: its log has the requests; the address of its catalogue."""
    program = [str(SEARCH / "bin" / "python"), str(HERE / "oscar_server.py"), str(folder)]
    _run([*program, "seed"], folder, json.dumps(list(books)))
    port = free_port()
    with served([*program, "serve", str(port)], f"http://127.0.0.1:{port}/catalogue/", folder):
        yield f"http://127.0.0.1:{port}/catalogue/"


@contextmanager
def running_wiki(folder: Path, books: Sequence[Book]) -> Iterator[str]:
    """A MediaWiki with a page for each book; the address of its main page."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    config = {"MW_CONFIG_FILE": str(folder / "LocalSettings.php")}
    install = ["php", str(MEDIAWIKI / "maintenance" / "install.php"), "--dbtype", "sqlite", "--dbpath", str(folder)]
    install += [
        "--server",
        url,
        "--scriptpath",
        "",
        "--confpath",
        str(folder),
        "--pass",
        "no secret at all 31",
        "Books",
        "Admin",
    ]
    _run(install, folder, **config)
    with (folder / "LocalSettings.php").open("a") as settings:
        settings.write('\nwfLoadSkin("Vector");\n')
    texts = folder / "texts"
    texts.mkdir()
    for book in books:
        name = re.sub(r"[^\w ,.'!-]", "", f"{book['title']} {book['id']}").strip()[:100]
        (texts / f"{name}.txt").write_text(f"'''{book['title']}''' is a book by {book['author']} from {book['year']}.")
    files = [str(file) for file in sorted(texts.iterdir())]
    for start in range(0, len(files), 500):
        _run(
            ["php", str(MEDIAWIKI / "maintenance" / "importTextFiles.php"), *files[start : start + 500]],
            folder,
            **config,
        )
    _run(["php", str(MEDIAWIKI / "maintenance" / "runJobs.php")], folder, **config)
    _run(["php", str(MEDIAWIKI / "maintenance" / "rebuildtextindex.php")], folder, **config)
    command = ["php", "-S", f"127.0.0.1:{port}", "-t", str(MEDIAWIKI)]
    with served(command, f"{url}/index.php", folder, PHP_CLI_SERVER_WORKERS="4", **config):
        yield f"{url}/index.php/Main_Page"


def _run(command: Sequence[str], folder: Path, given: str = "", **environment: str) -> None:
    done = subprocess.run(
        list(command),
        cwd=folder,
        env=_environment(**environment),
        input=given,
        capture_output=True,
        text=True,
        timeout=900,
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout)[-2000:]}")
