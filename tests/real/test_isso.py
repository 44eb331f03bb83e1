"""A blog with a real Isso, in a real Chromium: all comments, including those behind its "hidden" links."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import Program, records, start_crawl
from warc_reading import records as warc_records

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not (shutil.which("chromium") or shutil.which("google-chrome")), reason="Chromium is missing"),
]

ISSO = Path(__file__).resolve().parents[2] / ".venv-isso"
VERSION = ["isso==0.14.0", "setuptools<81"]


@pytest.fixture(scope="module")
def program() -> Path:
    """Isso has a separate environment."""
    if not (ISSO / "bin" / "isso").exists():
        subprocess.run([sys.executable, "-m", "venv", ISSO], check=True, timeout=60)
        subprocess.run([ISSO / "bin" / "pip", "install", "-q", *VERSION], check=True, timeout=300)
    return ISSO / "bin" / "isso"


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite(name="blog.test") as site:
        yield site


@pytest.fixture
def isso(program: Path, site: BlogSite, tmp_path: Path) -> Iterator[str]:
    """The address of an Isso for the blog."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = tmp_path / "isso.cfg"
    settings.write_text(
        f"[general]\ndbpath = {tmp_path}/comments.db\nhost = {site.url}\n  http://127.0.0.1:{site.port}\n"
        f"[server]\nlisten = http://127.0.0.1:{port}/\n[guard]\nenabled = false\n[moderation]\nenabled = false\n"
    )
    with (tmp_path / "isso.log").open("w") as log:
        running = subprocess.Popen([program, "-c", settings, "run"], stdout=log, stderr=log)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/js/embed.min.js", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                if running.poll() is not None or time.monotonic() > end:
                    pytest.fail((tmp_path / "isso.log").read_text())
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(10)


def crawl(home: Path, url: str, *arguments: str, **settings: str) -> Program:
    """Crawl to the end; a browser takes its time on a busy machine."""
    program = start_crawl(home, url, *arguments, **settings)
    program.wait(58)
    return program


def post_comment(isso: str, site: BlogSite, uri: str, text: str, author: str, parent: int | None) -> int:
    body = json.dumps({"text": text, "author": author, "parent": parent, "title": "A post"}).encode()
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{site.port}"}
    request = urllib.request.Request(f"{isso}/new?uri={uri}", body, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return int(json.load(answer)["id"])


def test_all_comments_of_isso_are_read(site: BlogSite, isso: str, tmp_path: Path) -> None:
    posts = make_posts(4)
    fill(site, posts)
    discussed = posts[1]
    said: dict[int, tuple[str, str, int | None]] = {}
    for n in range(24):
        first = post_comment(isso, site, discussed.path, f"Comment number {n} of the discussion.", f"Reader {n}", None)
        said[first] = (f"Reader {n}", f"Comment number {n} of the discussion.", None)
        for m in range(7 if n == 3 else 1 if n % 3 == 0 else 0):
            text = f"Reply number {m} to comment {n}."
            said[post_comment(isso, site, discussed.path, text, "Ann Other", first)] = ("Ann Other", text, first)
    server = isso.replace("127.0.0.1", "talk.test")
    embedded = (
        f'<script data-isso="{server}/" data-isso-max-comments-top="5" data-isso-max-comments-nested="2" '
        f'data-isso-reveal-on-click="3" src="{server}/js/embed.min.js"></script><section id="isso-thread"></section>'
    )
    for post in posts:
        site.pages[post.path] = Answer(post_page(post, more=embedded))
    private = {"BLOGCRAWLER_PRIVATE_HOSTS": "talk.test"}
    drawn = crawl(tmp_path / "drawn", site.url, "-a", "render=always", **private)
    asked = crawl(tmp_path / "asked", site.url, **private)

    assert drawn.poll() == 0, drawn.log[-3000:]
    assert drawn.stats["render/clicks"] >= 7, "20 hidden comments, three at a click"
    (page,) = [
        record.block.decode()
        for record in warc_records(next((tmp_path / "drawn").glob("*/warc")), "conversion")
        if record.fields["WARC-Target-URI"].endswith(discussed.path)
    ]
    assert [text for _, text, _ in said.values() if text not in page] == []
    for name in ("drawn", "asked"):
        (record,) = [one for one in records(tmp_path / name) if one["url"].endswith(discussed.path)]
        assert record["rendered"] is (name == "drawn")
        found = {int(c["id"]): (c["author"], c["text"], c["parent"] and int(c["parent"])) for c in record["comments"]}
        assert found == said, name
        assert "Comment number" not in record["text"]
    assert "playwright/browser_count" not in asked.stats, "a polite GET gives them all"
