"""The spider deepcrawl against real programs with a search, and against forms that must not be submitted."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote_plus, urlsplit

import pytest
from invented_search import InventedSearch
from rdflib import RDF, SDO, Graph
from rdflib.namespace import PROV
from search_programs import (
    HAS_OSCAR,
    IS_INSTALLED,
    Book,
    running_datasette,
    running_oscar,
    running_roundup,
    some_books,
)
from trap_forms import trap_page

from blogcrawler.deepweb import FormRequest

pytestmark = pytest.mark.real

needs_programs = pytest.mark.skipif(not IS_INSTALLED, reason="make .venv-search installs Datasette and Roundup")


def deep(url: str, home: Path, *more: str) -> subprocess.CompletedProcess[str]:
    program = "from blogcrawler.cli import main; main()"
    fast = ["--delay", "0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "BLOGCRAWLER_WARC_ENABLED=0"]
    command = [sys.executable, "-c", program, "deep", url, "--home", str(home), *fast, *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def records(home: Path) -> list[dict[str, list[str]]]:
    (file,) = home.glob("*/records.jsonl")
    return [json.loads(line)["fields"] for line in file.read_text().splitlines()]


@needs_programs
def test_a_table_in_datasette_is_harvested_and_can_be_queried(tmp_path: Path) -> None:
    books = some_books(250)
    with running_datasette(tmp_path, books) as url:
        done = deep(url, tmp_path / "archive", "--requests", "120")
    assert done.returncode == 0, done.stderr
    found = {one["id"][0]: one for one in records(tmp_path / "archive")}
    assert len(found) == 250
    assert all(found[b["id"]]["title"] == [b["title"]] and found[b["id"]]["author"] == [b["author"]] for b in books)
    assert "0 rows where search matches" in done.stdout
    query = f'SELECT ?t WHERE {{ ?b <{url}#author> "Anna King" ; <{url}#title> ?t }}'
    program = "from blogcrawler.cli import main; main()"
    command = [sys.executable, "-c", program, "sparql", "--home", str(tmp_path / "archive"), query]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert set(answer.stdout.splitlines()) == {b["title"] for b in books if b["author"] == "Anna King"}


@needs_programs
def test_the_fields_of_an_advanced_search_are_understood(tmp_path: Path) -> None:
    books = some_books(120)
    with running_roundup(tmp_path, books) as url:
        done = deep(url, tmp_path / "archive", "--requests", "250", "--no-details")
    assert done.returncode == 0, done.stderr
    assert {(one["title"][0], one["status"][0]) for one in records(tmp_path / "archive")} == {
        (book["title"], book["language"]) for book in books
    }
    asked = [line.split() for line in done.stdout.splitlines() if "asked by the field" in line]
    assert {(line[0], line[-1]) for line in asked} == {("title", "title"), ("id", "id"), ("status", "status")}


def an_ontology(books: Sequence[Book], file: Path) -> None:
    """Books by name, as N-Triples."""
    kind = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://library.example/Book>"
    lines = [
        f"<http://library.example/{book['id']}> {kind} .\n"
        f'<http://library.example/{book["id"]}> <http://library.example/name> "{book["title"]}" .\n'
        for book in books
    ]
    file.write_text("".join(lines))


@needs_programs
def test_an_ontology_suggests_queries_and_learns_what_it_lacks(tmp_path: Path) -> None:
    books = some_books(60)
    an_ontology(books[20:], tmp_path / "library.nt")
    arguments = ("--requests", "400", "--ontology", str(tmp_path / "library.nt"))
    with running_roundup(tmp_path, books) as url:
        first = deep(url, tmp_path / "archive", *arguments)
        log = tmp_path / "server.log"
        before = len(log.read_text())
        second = deep(url, tmp_path / "archive", *arguments)
        asked = log.read_text()[before:]
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert f"Recognised  {url}#title as http://library.example/name" in first.stdout
    # The pages of single issues are read as well, and which field asks for what is known all the same.
    assert all("messages" in one for one in records(tmp_path / "archive"))
    assert "title            text, asked by the field title" in first.stdout
    (file,) = (tmp_path / "archive").glob("*/new-facts.ttl")
    facts = Graph().parse(file)
    said = {
        (str(facts.value(one, RDF.subject)).rpartition("/")[2], str(facts.value(one, RDF.object)))
        for one in facts.subjects(RDF.type, RDF.Statement)
    }
    assert ("issue3", books[2]["title"]) in said, "a book that the ontology lacks"
    assert ("issue3", "http://library.example/Book") in said
    assert ("31", books[30]["language"]) in said, "what the ontology does not know of its book"
    assert ("31", books[30]["title"]) not in said
    for one in facts.subjects(RDF.type, RDF.Statement):
        assert 0 < float(str(facts.value(one, SDO.ratingValue))) <= 1
        assert str(facts.value(one, PROV.wasDerivedFrom)).startswith(url.partition("?")[0])
    assert any(quote_plus(book["title"]) in asked for book in books[20:])


@pytest.mark.skipif(not HAS_OSCAR, reason="make .venv-search installs django-oscar")
def test_a_shop_is_harvested_and_nothing_is_put_into_its_basket(tmp_path: Path) -> None:
    books = some_books(45)
    with running_oscar(tmp_path, books) as url:
        done = deep(url, tmp_path / "archive", "--requests", "150")
        log = (tmp_path / "server.log").read_text()
    assert done.returncode == 0, done.stderr
    found = {one["upc"][0]: one for one in records(tmp_path / "archive")}
    assert len(found) == 45
    for book in books:
        one = found[f"b{book['id']}"]
        assert [one[name] for name in ("title", "author", "year", "language")] == [
            [book[name]] for name in ("title", "author", "year", "language")
        ], "the titles are cut off in the list"
    assert "POST" not in log
    assert not any(part in log for part in ("/basket", "/reviews/add", "/setlang", "sort_by"))


@contextmanager
def trap_site(*, with_search: bool) -> Iterator[tuple[str, list[str]]]:
    """A site whose forms must not be submitted; its address and the requests it gets."""
    seen: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(f"{self.command} {self.path}")
            is_page = self.path == "/" or self.path.startswith("/search?lang=")
            body = trap_page(with_search=with_search).encode() if is_page else b"User-agent: *\n"
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if is_page else "text/plain")
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", seen
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("with_search", [False, True])
def test_nothing_is_submitted_to_a_form_that_is_not_a_search(tmp_path: Path, with_search: bool) -> None:
    with trap_site(with_search=with_search) as (url, seen):
        done = deep(url, tmp_path / "archive", "--allow-post", "--requests", "60")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("Error: ")
    assert not [one for one in seen if one.startswith("POST")]
    allowed = ("GET / ", "GET /robots.txt ", "GET /search?lang=en&q=")
    assert all(f"{one} ".startswith(allowed) for one in seen), seen
    assert any("/search" in one for one in seen) == with_search


@contextmanager
def served_search(site: InventedSearch) -> Iterator[str]:
    """An invented archive over HTTP; the address of its home page. A silent one accepts requests and says nothing."""
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path in ("/", "/robots.txt"):
                body = site.home_html() if path == "/" else ""
            else:
                site.requests.append(FormRequest(self.path))
                if site.oddity == "silent":
                    ended.wait(30)
                    return
                body = site.answer(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8" if body else "text/plain")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        ended.set()
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("oddity", "said"),
    [("silent", "does not answer"), ("endless", "budget of 60"), ("random", "different records each time")],
)
def test_searches_that_never_answer_never_end_or_never_agree_are_bounded(
    tmp_path: Path, oddity: str, said: str
) -> None:
    site = InventedSearch(some_books(150), advanced=False, oddity=oddity)
    impatient = ["-s", "DOWNLOAD_TIMEOUT=1", "-s", "RETRY_ENABLED=0"]
    with served_search(site) as url:
        done = deep(url, tmp_path / "archive", "--requests", "60", *impatient)
    assert said in done.stderr
    assert len(site.requests) <= 60
    found = records(tmp_path / "archive") if oddity != "silent" else []
    assert bool(found) == (oddity != "silent"), done.stderr
    assert (done.returncode == 0) == bool(found)
    assert ("Error: " in done.stderr) == (not found)
