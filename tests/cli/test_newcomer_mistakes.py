"""The likeliest mistakes of a first hour are each answered by one line that says what to do.

Wrong settings of our own and config files are in test_settings.py, unknown blogs of updates in
tests/crawls/test_update_command.py, two crawls of one blog at once in tests/crawls/test_stop_and_resume.py,
the address of a single post in tests/crawls/test_bad_seeds.py.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts
from crawl_processes import FAST, Program, start

from blogcrawler.cli import main
from blogcrawler.items import Blog, Post
from blogcrawler.store import open_store

FAST_OPTIONS = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("https://some.blog/", "Some blog"))
        store.save_posts([Post("https://some.blog/a-post/", "https://some.blog/", "A post")])
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["some.blog"], 2, "some.blog is not a command; to crawl it: blogcrawler crawl some.blog"),
        (["https://some.blog/"], 2, "to crawl it: blogcrawler crawl https://some.blog/"),
        (["crwl", "some.blog"], 2, "No such command 'crwl'. Did you mean 'crawl'? See: blogcrawler -h"),
        (["crawl"], 2, "which blog? Give its address: blogcrawler crawl https://example.org/"),
        (["crawl", "htps://some.blog"], 2, "it must begin with http:// or https://"),
        (["crawl", "my favourite blog"], 2, "it names no host, as in https://example.org/"),
        (
            ["crawl", "some.blog", "--max-page", "5"],
            2,
            "(Possible options: --max-pages, --max-posts). See: blogcrawler cr",
        ),
        (["crawl", "some.blog", "-s", "DOWNLOAD_DELAY=fast"], 2, "DOWNLOAD_DELAY=fast is not a number"),
        (["crawl", "some.blog", "-s", "AUTOTHROTTLE_ENABLED=maybe"], 2, "AUTOTHROTTLE_ENABLED=maybe is not 0 or 1"),
        (
            ["crawl", "some.blog", "-s", "DOWNLOAD_DELY=2"],
            2,
            "there is no setting DOWNLOAD_DELY (-s); did you mean DOWNL",
        ),
        (["crawl", "blogs.txt"], 2, "blogs.txt is a file; to crawl the blogs that it lists: --from blogs.txt; if"),
        (["export", "some.blog"], 2, "too many arguments: some.blog; to choose a blog: --blog some.blog. See: blogc"),
        (["show", "a", "b", "c"], 2, "too many arguments: b c. See: blogcrawler show -h"),
        (["pause", "some blog"], 2, "some blog is not in the queue; see: blogcrawler queue"),
        (["crawl", "--from", "nowhere.txt"], 2, "nowhere.txt cannot be read: No such file or directory"),
        (["crawl", "some.blog", "--home", __file__], 2, "Not a directory; choose another with --home"),
        (["posts", "--home", "nowhere"], 1, "crawl one (blogcrawler crawl URL) or give another folder (--home DIR)"),
        (["posts", "sme.blog"], 1, "no posts of sme.blog; list all blogs: blogcrawler blogs"),
        (["posts", "--since", "yesterday"], 2, "write it like 2024, 2024-03 or 2024-03-31"),
        (["show", "https://some.blog/another/"], 1, "list all posts: blogcrawler posts"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_mistake_is_answered_by_one_line(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    line: str,
) -> None:
    monkeypatch.setenv("BLOGCRAWLER_HOME", str(home))
    monkeypatch.chdir(home)
    Path("blogs.txt").write_text("https://some.blog/")
    with pytest.raises(SystemExit) as end:
        main(arguments)
    _, errors = capsys.readouterr()
    assert end.value.code == code
    assert line in errors
    assert errors.startswith("Error: ")
    assert errors.count("\n") == 1


def test_the_help_may_be_read_by_head() -> None:
    read, write = os.pipe()
    os.close(read)
    program = subprocess.run(
        [sys.executable, "-m", "blogcrawler", "kb"], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert "Traceback" not in program.stderr


def test_a_page_of_a_server_that_is_down_is_reported_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(SystemExit):
        main(["extract", f"http://127.0.0.1:{port}/a"])
    assert capsys.readouterr().err.endswith("/a could not be fetched: the connection was refused\n")


def test_without_arguments_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2
    out, errors = capsys.readouterr()
    assert "Usage: blogcrawler" in out
    assert "Error" not in errors


def serve(answer: Answer) -> Callable[[BlogSite], str]:
    def prepare(site: BlogSite) -> str:
        site.pages["/"] = answer
        return site.url

    return prepare


def forbid(site: BlogSite) -> str:
    fill(site, make_posts(3))
    site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /", "text/plain")
    return site.url


def nobody_listens(site: BlogSite) -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}/"


CRAWLS: dict[str, tuple[Callable[[BlogSite], str], str]] = {
    "a typo in the host, or no network": (
        lambda _: "http://no-such-blog.invalid/",
        "there is no host of that name; check its spelling and your network connection",
    ),
    "a wrong port": (nobody_listens, "the connection was refused; check the address, or try again later"),
    "https where there is only http": (
        lambda site: site.url.replace("http:", "https:"),
        "the connection was lost; try http:// instead of https://",
    ),
    "robots.txt forbids it": (forbid, "robots.txt forbids it; ask the owner for permission"),
    "a file, not a page": (serve(Answer(b"%PDF-1.4", "application/pdf")), "application/pdf; give the blog's home page"),
    "a login": (serve(Answer("Who are you?", status=401)), "HTTP 401; if it needs a login, see --cookie-file"),
    "a page that is gone": (lambda site: f"{site.url}gone", "answers with HTTP 404; check the address"),
    "not a blog": (
        serve(Answer("<title>Hats</title><h1>Hats</h1><p>We sell hats.</p>")),
        "No posts were found. Is it a blog? Give the address of a page that lists posts, or a feed (--feed URL).",
    ),
}


@pytest.fixture(scope="module")
def crawls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Program]]:
    """All crawls at once, which takes half the time."""
    with ExitStack() as stack:
        started = {}
        for name, (prepare, _) in CRAWLS.items():
            site = stack.enter_context(BlogSite())
            home = tmp_path_factory.mktemp("mistakes") / "archive"
            started[name] = start(home, "blogcrawler", "crawl", prepare(site), *FAST_OPTIONS)
        yield started


@pytest.mark.parametrize("name", CRAWLS)
def test_a_crawl_that_finds_nothing_ends_with_what_to_do(crawls: dict[str, Program], name: str) -> None:
    ended = crawls[name]
    assert ended.wait() == 1
    printed = (ended.out + ended.log).splitlines()
    assert CRAWLS[name][1] in "\n".join(printed)
    assert "Traceback" not in ended.log
    if name != "not a blog":
        assert not ended.out, "no table of zeros"
        assert printed[-1].startswith("Error: ")
