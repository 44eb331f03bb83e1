"""Every command that README and docs show works: it runs against a blog on loopback, or at least its options exist."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from http.server import ThreadingHTTPServer
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from crawl_processes import Program, start
from doc_commands import ShownCommand, shown_commands
from fixtures.generated_blog import GeneratedBlog, Post, handler
from typer.main import get_command

from blogcrawler.cli import app
from blogcrawler.spiders.newcrawl import NewCrawl
from blogcrawler.spiders.updatecrawl import UpdateCrawl
from blogcrawler.spiders.workspider import WorkSpider

ROOT = Path(__file__).resolve().parents[1]
#: Generated from the program, so its usage lines need no check.
GENERATED = "commands.md"
DOCUMENTS = sorted(path for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")] if path.name != GENERATED)
COMMANDS = list(dict.fromkeys(command for document in DOCUMENTS for command in shown_commands(document)))
#: The post that documents show.
POST = "/2014/03/a-post/"

#: Commands that documents may show once they exist.
SERVERS = {"blogcrawler web", "blogcrawler replay"}
#: What documents align; each line is also N-Triples.
ONTOLOGY = """\
<http://shop.example/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://shop.example/Book> .
<http://shop.example/1> <http://shop.example/title> "The old pier" .
<http://shop.example/2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://shop.example/Book> .
<http://shop.example/2> <http://shop.example/title> "A careful harbour" .
"""
#: How commands begin that are not run, and why. Their options, or the target of make, must exist nevertheless.
NOT_RUN = {
    "make": "it installs packages from the registry, runs all tests, or deploys to a server",
    "blogcrawler update --forever": "it runs until it is stopped; tests/crawls/test_update_command.py runs it",
    "blogcrawler work --slots": "it runs until it is stopped; tests/real/test_workers.py runs it",
    "blogcrawler deep": "it needs a site with a search; tests/real/test_deepcrawl.py does that",
    "blogcrawler crawl --render always": "it needs Chromium; tests/real does that",
    "blogcrawler reextract --dask": "it needs a Dask cluster; tests/real/test_reextract_on_dask.py does that",
    "blogcrawler upload": "it needs a storage; tests/real/test_object_storage.py does that",
    "blogcrawler kb explain https://forum.example/": "no known software has made the blog of this test",
} | dict.fromkeys(SERVERS, "it is a server that runs until it is stopped")


class DocumentedBlog(GeneratedBlog):
    """A generated blog with the post that documents show, for any host name, as a proxy."""

    def _post(self, number: int) -> Post:
        post = super()._post(number)
        return replace(post, path=POST) if number == 3 else post


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with ``archive``, where the blog has been crawled once, and the files that commands read."""
    folder = tmp_path_factory.mktemp("documented")
    blog = DocumentedBlog(14, 700)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(blog))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    for name, path in (("page.html", POST), ("other.html", blog.posts[5].path)):
        (folder / name).write_text(blog.pages[path]())
    (folder / "blogs.txt").write_text("http://some.blog/\n")
    (folder / "feeds.txt").write_text("http://some.blog/feed.xml\n")
    (folder / "feeds.opml").write_text(
        '<opml version="2.0"><body><outline xmlUrl="http://some.blog/feed.xml"/></body></opml>'
    )
    (folder / "shop.ttl").write_text(ONTOLOGY)
    (folder / "library.nt.gz").write_bytes(gzip.compress(ONTOLOGY.replace("shop", "library").encode()))
    (folder / "blogcrawler.toml").write_text(
        f'contact = "https://example.org/tests"\nproxy = "http://127.0.0.1:{server.server_port}"\n'
        "DOWNLOAD_DELAY = 0\nAUTOTHROTTLE_ENABLED = false\nRETRY_TIMES = 1\n"
    )
    (folder / "proxy").write_text(f"http://127.0.0.1:{server.server_port}")
    crawled = run(folder, ("blogcrawler", "crawl", "http://some.blog/"))
    assert crawled.poll() == 0, crawled.log
    yield folder
    server.shutdown()
    server.server_close()


def run(folder: Path, words: tuple[str, ...], **environment: str) -> Program:
    given = [str(folder / word) if (folder / word).is_file() else _on_loopback(word) for word in words[1:]]
    environment |= {
        "BLOGCRAWLER_CONFIG": str(folder / "blogcrawler.toml"),
        "http_proxy": (folder / "proxy").read_text(),
        "COLUMNS": "100",
    }
    program = start(folder / "archive", words[0], *given, env=environment)
    program.wait()
    return program


def _on_loopback(word: str) -> str:
    """The generated blog answers for every host, but without TLS."""
    return re.sub(r"https://(some\.blog|other\.blog|forum\.example)/", r"http://\1/", word)


def reason_not_to_run(command: ShownCommand) -> str | None:
    line = " ".join(command.words)
    return next((reason for beginning, reason in NOT_RUN.items() if f"{line} ".startswith(f"{beginning} ")), None)


RUN = [command for command in COMMANDS if reason_not_to_run(command) is None]


def test_documents_show_commands_and_every_exception_is_needed() -> None:
    assert len(RUN) >= 30
    shown = [f"{' '.join(command.words)} " for command in COMMANDS]
    unused = {beginning for beginning in NOT_RUN if not any(line.startswith(f"{beginning} ") for line in shown)}
    assert unused <= SERVERS


@pytest.mark.parametrize("command", RUN, ids=str)
def test_a_command_runs(command: ShownCommand, folder: Path) -> None:
    ended = run(folder, command.words)
    if not ended.log.startswith("Error: no posts match"):  # words, tags and dates that the blog does not have
        assert ended.poll() == 0, ended.out[-2000:] + ended.log[-2000:]
    assert "Traceback" not in ended.log


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in RUN], ids=str)
def test_options_of_a_command_that_is_not_run_exist(command: ShownCommand) -> None:
    check_options(list(command.words))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_options_of_commands_in_the_text_exist(document: Path) -> None:
    for line in re.findall(r"`((?:blogcrawler|make) [a-z][^`]*)`", document.read_text()):
        check_options(line.split())


def test_what_is_sent_to_scrapyd_are_arguments_of_our_spiders() -> None:
    text = (ROOT / "docs" / "deploy.md").read_text().replace("\\\n", " ")
    jobs = re.findall(r"schedule\.json\S* (.+)", text)
    assert len(jobs) == 5
    for job in jobs:
        names = set(re.findall(r"""-(?:d|-data-urlencode) ["']?(\w+)=""", job)) - {"project", "spider", "setting"}
        (spider,) = re.findall(r"spider=(\w+)", job)
        known = signature(
            {"newcrawl": NewCrawl, "updatecrawl": UpdateCrawl, "work": WorkSpider}[spider].__init__
        ).parameters
        assert names <= known.keys()


def check_options(words: list[str]) -> None:
    """Check that a command, and all its options, exist."""
    line, program = " ".join(words), words.pop(0)
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        assert words[0] in targets, line
        return
    known: Any = get_command(app)
    while hasattr(known, "commands") and words:
        known = known.commands[words.pop(0)]
    options = {option for parameter in known.params for option in (*parameter.opts, *parameter.secondary_opts)}
    given = {word.partition("=")[0] for word in words if word.startswith("-")}
    assert given <= options | {"-h", "--help"}, line


def test_the_readme_shows_what_the_program_prints(folder: Path) -> None:
    """Figures, dates and addresses are those of a larger blog; labels must be the same."""
    shown = [command for command in COMMANDS if command.document == "README.md" and command.output]
    assert [command.words[1] for command in shown] == ["crawl", "posts", "update"]
    for command in shown:
        ended = run(folder, command.words, FORCE_COLOR="1" if command.words[1] == "posts" else "")
        assert labels(command.output) <= labels(ended.out.splitlines()), "run: python docs/picture.py"


def labels(lines: Iterable[str]) -> set[str]:
    """The first column of a table, without the escapes of a terminal, dates, addresses and figures."""
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line).strip() for line in lines]
    firsts = {re.split(r"\s{2,}", line)[0] for line in plain if not re.match(r"\d{4}-|http|…", line)}
    return {re.sub(r"\d+", "0", first) for first in firsts}
