"""The project as an egg in a real Scrapyd: deployed, scheduled, crawled."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from blogcrawler import __version__
from blogcrawler.store import open_store

pytestmark = pytest.mark.real

ROOT = Path(__file__).resolve().parents[2]
#: Put into the copy that is deployed, so that we see that its code crawled and not the one installed here.
DEPLOYED = f"{__version__}+egg"
PACKAGES = ("blogcrawler", "knowledge_base")

TITLES = {"tides": "About tides", "ropes": "Five ropes", "gulls": "What gulls want", "fog": "Fog again"}
ARTICLE = "<p>{title}: the {slug} were on my mind on the pier all of this week, and here is why.</p>" * 6
PAGE = """<!doctype html><html lang=en><head><title>{title}</title></head><body>
<nav><a href=/>Home</a></nav><article class=post><h1>{title}</h1><p class=by>Ada Marsh</p>
<div class=body>{article}</div></article></body></html>"""
CONFIG = """[scrapyd]
bind_address = 127.0.0.1
http_port = {port}
poll_interval = 0.2
max_proc = 1
"""


class Blog(BaseHTTPRequestHandler):
    """Four posts; the feed, which no page names, lists three of them."""

    agents: set[str]

    def do_GET(self) -> None:
        self.agents.add(self.headers["User-Agent"])
        slug = self.path.strip("/").removeprefix("posts/")
        status, kind, body = 200, "text/html; charset=utf-8", ""
        if self.path == "/":
            links = "".join(f"<li><a href=/posts/{slug}>{title}</a>" for slug, title in TITLES.items())
            body = f"<!doctype html><title>The pier</title><h1>The pier</h1><ul>{links}</ul>"
        elif self.path == "/hidden/stream":
            kind, body = "application/rss+xml", self._feed()
        elif slug in TITLES:
            title = TITLES[slug]
            body = PAGE.format(title=title, article=ARTICLE.format(title=title, slug=slug))
        else:
            status = 404
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def _feed(self) -> str:
        home = f"http://{self.headers['Host']}"
        items = "".join(
            f"<item><title>{title}</title><link>{home}/posts/{slug}</link><author>ada@example.org (Ada Marsh)</author>"
            f"<description><![CDATA[{ARTICLE.format(title=title, slug=slug)}]]></description></item>"
            for slug, title in list(TITLES.items())[:3]
        )
        return f"<rss version='2.0'><channel><title>The pier</title><link>{home}/</link>{items}</channel></rss>"

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def blog() -> Iterator[str]:
    Blog.agents = set()
    with ThreadingHTTPServer(("127.0.0.1", 0), Blog) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass(frozen=True, slots=True)
class Scrapyd:
    url: str
    folder: Path

    def ask(self, service: str, **fields: str | list[str]) -> dict[str, Any]:
        """Call a service: with POST if there are fields."""
        data = urllib.parse.urlencode(fields, doseq=True).encode() or None
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{self.url}{service}", data, timeout=30) as response:
            answer: dict[str, Any] = json.load(response)
        assert answer["status"] == "ok", answer
        return answer

    def run(self, **fields: str | list[str]) -> str:
        """Schedule ``newcrawl``, wait until it is over; its log."""
        job = self.ask("schedule.json", project="blogcrawler", spider="newcrawl", **fields)["jobid"]
        deadline = time.monotonic() + 180
        while job not in {finished["id"] for finished in self.ask("listjobs.json")["finished"]}:
            assert time.monotonic() < deadline, "the job does not end"
            time.sleep(0.2)
        return (self.folder / "logs" / "blogcrawler" / "newcrawl" / f"{job}.log").read_text()


@pytest.fixture(scope="module")
def scrapyd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrapyd]:
    folder = tmp_path_factory.mktemp("scrapyd")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "scrapyd.conf").write_text(CONFIG.format(port=port))
    with (folder / "log").open("w") as log:
        command = [sys.executable, "-m", "scrapyd"]
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.1)
        yield Scrapyd(f"http://127.0.0.1:{port}/", folder)
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=20)
        with suppress(ProcessLookupError):  # crawls that it started, should any be left
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=20)


@pytest.fixture(scope="module")
def project(scrapyd: Scrapyd, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that has been deployed."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "docs").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "docs/package_readme.py"):
        shutil.copy(ROOT / name, folder / name)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    code = folder / "blogcrawler" / "version.py"
    code.write_text(code.read_text().replace(__version__, DEPLOYED))
    config = (ROOT / "scrapy.cfg").read_text()
    (folder / "scrapy.cfg").write_text(config.replace("http://127.0.0.1:6800/", scrapyd.url))
    command = [sys.executable, "-m", "scrapyd_client.deploy", "local"]
    environment = os.environ | {"NO_PROXY": "127.0.0.1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_egg_has_all_files_of_the_package(project: Path, scrapyd: Scrapyd) -> None:
    (egg,) = (scrapyd.folder / "eggs" / "blogcrawler").glob("*.egg")
    files = [
        file
        for name in PACKAGES
        for file in (project / name).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    ]
    with zipfile.ZipFile(egg) as archive:
        missing = {file.relative_to(project).as_posix() for file in files} - set(archive.namelist())
    assert missing == set()


def test_the_spider_is_offered(project: Path, scrapyd: Scrapyd) -> None:
    assert "newcrawl" in scrapyd.ask("listspiders.json?project=blogcrawler")["spiders"]


def test_a_scheduled_crawl_harvests_the_blog(project: Path, scrapyd: Scrapyd, blog: str, tmp_path: Path) -> None:
    settings = [f"BLOGCRAWLER_HOME={tmp_path}", "AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0"]
    log = scrapyd.run(url=blog, feed=f"{blog}hidden/stream", setting=settings)
    assert "Summary:\nPosts          4\n" in log
    assert Blog.agents == {f"blogcrawler/{DEPLOYED}"}
    (records,) = tmp_path.glob("*/posts.jsonl")
    posts = [json.loads(line) for line in records.read_text().splitlines()]
    assert {post["title"] for post in posts} == set(TITLES.values())
    assert all(len(post["text"]) > 200 for post in posts)
    assert list(tmp_path.glob("*/warc/*.warc.gz"))
    with closing(open_store(None, tmp_path)) as store:
        assert store.count() == 4
        (found,) = store.blogs()
        assert found.feed == f"{blog}hidden/stream"


def test_a_stopped_job_is_resumed_in_the_same_folder(
    project: Path, scrapyd: Scrapyd, blog: str, tmp_path: Path
) -> None:
    settings = [f"BLOGCRAWLER_HOME={tmp_path}", f"JOBDIR={tmp_path}/job", "AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0"]
    log = scrapyd.run(url=blog, setting=[*settings, "CLOSESPIDER_PAGECOUNT=1"])
    assert "page limit reached" in log
    log = scrapyd.run(url=blog, setting=settings)
    assert "everything has been crawled" in log
    (records,) = tmp_path.glob("*/posts.jsonl")
    titles = [json.loads(line)["title"] for line in records.read_text().splitlines()]
    assert sorted(titles) == sorted(TITLES.values())
    assert not (tmp_path / "job").exists()


def test_a_scheduled_crawl_without_posts_says_why(project: Path, scrapyd: Scrapyd, tmp_path: Path) -> None:
    log = scrapyd.run(url="nonsense", setting=[f"BLOGCRAWLER_HOME={tmp_path}"])
    assert "'nonsense' is not an address" in log
