"""Workers share a queue; the blogs of one that is killed are taken over, and nothing is lost or saved twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import FAST
from postgresql import Server

from blogcrawler.store import Store, open_store

pytestmark = pytest.mark.real

BLOGS, POSTS = 4, 8
PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"


class Workers:
    """Commands in processes of their own, with the database as in their environment."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder = folder
        self.database = database
        self.started: list[subprocess.Popen[bytes]] = []

    def command(self, *words: str) -> tuple[list[str], dict[str, str]]:
        given = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        given |= {"BLOGCRAWLER_DATABASE_URL": self.database} if self.database else {}
        return [sys.executable, "-c", PROGRAM, *words], given

    def run(self, *words: str) -> str:
        command, given = self.command(*words, "--home", str(self.folder))
        done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, home: Path, *words: str) -> subprocess.Popen[bytes]:
        settings = FAST | {"BLOGCRAWLER_LEASE": "3"}
        options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        command, given = self.command("work", "--slots", "1", "--home", str(home), *words, *options)
        with (self.folder / f"{len(self.started)}.log").open("wb") as log:
            self.started.append(subprocess.Popen(command, env=given, stdout=log, stderr=log))
        return self.started[-1]

    @property
    def log(self) -> str:
        return "\n".join(file.read_text() for file in sorted(self.folder.glob("*.log")))


@pytest.fixture
def workers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workers]:
    server: Server | None = request.getfixturevalue("server") if request.param == "postgresql" else None
    made = Workers(tmp_path, server.new_database() if server else None)
    yield made
    for process in made.started:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def crawled(store: Store) -> dict[str, int]:
    return {blog.url: store.count(blog.url) for blog in store.blogs()}


@pytest.mark.parametrize("workers", ["sqlite", "postgresql"], indirect=True)
def test_the_blog_of_a_killed_worker_is_taken_over(workers: Workers) -> None:
    with ExitStack() as stack:
        sites = [stack.enter_context(BlogSite()) for _ in range(BLOGS)]
        for site in sites:
            fill(site, make_posts(POSTS))
            site.before = lambda path: time.sleep(0.05)
        workers.run("add", *(site.url for site in sites))
        store = stack.enter_context(closing(open_store(workers.database, workers.folder)))
        # With PostgreSQL each has its own disk, as on machines of their own.
        homes = [workers.folder / f"disk{n}" if workers.database else workers.folder for n in range(3)]
        victim = workers.start(homes[0])
        wait_for(lambda: any(site.times("/feed.xml") for site in sites))
        victim.send_signal(signal.SIGKILL)
        others = [workers.start(home, "--once") for home in homes[1:]]
        for process in others:
            assert process.wait(180) == 0, workers.log
        assert crawled(store) == {site.url: POSTS for site in sites}, workers.log
        queue = store.queue.blogs()
        assert {(blog.task, blog.holder, blog.reason) for blog in queue} == {("update", None, None)}
        assert [run.outcome for run in store.runs.recent()] == ["complete"] * BLOGS
        if workers.database is None:
            records = [line for file in workers.folder.glob("*/posts.jsonl") for line in file.read_text().splitlines()]
            assert len(records) == BLOGS * POSTS


@pytest.mark.parametrize("workers", ["sqlite"], indirect=True)
def test_a_stopped_worker_gives_its_blog_back_and_it_is_resumed(workers: Workers) -> None:
    with BlogSite() as site, closing(open_store(None, workers.folder)) as store:
        fill(site, make_posts(30))
        site.before = lambda path: time.sleep(0.1)
        workers.run("add", site.url)
        first = workers.start(workers.folder)
        wait_for(lambda: store.count() > 0)
        first.send_signal(signal.SIGTERM)
        assert first.wait(40) == 0, workers.log
        blog = store.queue.blog(site.url)
        assert blog is not None
        assert (blog.holder, blog.failures, blog.reason) == (None, 0, "interrupted")
        assert store.queue.workers() == []
        before = len(site.asked)
        assert workers.start(workers.folder, "--once").wait(90) == 0, workers.log
        assert store.count() == 30
        assert len(site.asked) - before < before + 40
        assert "30 posts" in workers.log


@pytest.mark.parametrize("workers", ["sqlite"], indirect=True)
def test_a_blog_that_cannot_be_reached_is_tried_again_later_with_a_reason(workers: Workers) -> None:
    workers.run("add", "http://127.0.0.1:9/")
    assert workers.start(workers.folder, "--once").wait(90) == 0
    with closing(open_store(None, workers.folder)) as store:
        (blog,) = store.queue.blogs()
        assert blog.failures == 1
        assert "127.0.0.1:9" in (blog.reason or "")
    assert "failed 1 time" in workers.run("queue")
