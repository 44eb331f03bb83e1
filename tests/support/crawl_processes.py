"""``scrapy`` and ``blogcrawler`` in separate processes, forked from one that has imported everything: that saves a
second and a half each time."""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

#: No delays, and short timeouts for servers that do not respond.
FAST = {
    "AUTOTHROTTLE_ENABLED": "0",
    "DOWNLOAD_DELAY": "0",
    "BLOGCRAWLER_BACK_OFF": "0",
    "BLOGCRAWLER_CONTACT": "https://example.org/tests",
    "RETRY_TIMES": "1",
    "DOWNLOAD_TIMEOUT": "20",
    "DNS_TIMEOUT": "5",
    "BLOGCRAWLER_PATIENCE": "30",
}
_server: subprocess.Popen[str] | None = None
_number = 0


@dataclass
class Program:
    """A program that was started; ``folder`` has its output."""

    folder: Path
    home: Path
    pid: int = 0
    _code: int | None = field(default=None, repr=False)

    def poll(self) -> int | None:
        """The exit code, negative if it was killed; ``None`` while it runs."""
        if self._code is None:
            with contextlib.suppress(FileNotFoundError):
                self._code = int((self.folder / "code").read_text())
        return self._code

    def wait(self, seconds: float = 40) -> int:
        end = time.monotonic() + seconds
        while self.poll() is None:
            if time.monotonic() > end:
                self.send(signal.SIGKILL)
                raise TimeoutError(f"still running after {seconds} s:\n{self.log[-5000:]}")
            time.sleep(0.01)
        assert self._code is not None
        return self._code

    def send(self, number: signal.Signals) -> None:
        """Send a signal; does nothing if the program has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    @property
    def out(self) -> str:
        return (self.folder / "out").read_text(errors="replace")

    @property
    def log(self) -> str:
        """What went to stderr: Scrapy's log."""
        return (self.folder / "err").read_text(errors="replace")

    @property
    def stats(self) -> dict[str, Any]:
        """Scrapy's stats at the end, numbers and strings only."""
        found: dict[str, Any] = json.loads((self.folder / "stats").read_text())
        return found

    @property
    def notes(self) -> list[str]:
        return list(self.stats.get("blogcrawler/notes", []))


def start(home: Path, program: str, *arguments: str, env: dict[str, str] | None = None) -> Program:
    """Start ``scrapy`` or ``blogcrawler`` with ``home`` as the folder of all results."""
    global _server, _number
    if _server is None:
        command = [sys.executable, "-W", "error", __file__]
        _server = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, start_new_session=True)
        atexit.register(_server.communicate)
    assert _server.stdin is not None
    _number += 1
    folder = home.parent / f"{home.name}.run{_number}"
    folder.mkdir(parents=True)
    for name in ("out", "err"):
        (folder / name).touch()
    environment = {"BLOGCRAWLER_HOME": str(home), "SCRAPY_SETTINGS_MODULE": "blogcrawler.settings"} | (env or {})
    print(json.dumps([str(folder), program, list(arguments), environment]), file=_server.stdin, flush=True)
    started = Program(folder, home)
    end = time.monotonic() + 120  # a busy machine starts programs slowly
    while not (folder / "pid").exists():
        assert time.monotonic() < end, "the server of processes does not answer"
        assert _server.poll() is None, "the server of processes is gone"
        time.sleep(0.005)
    started.pid = int((folder / "pid").read_text())
    return started


def start_crawl(home: Path, url: str, *arguments: str, env: dict[str, str] | None = None, **settings: Any) -> Program:
    """Start ``scrapy crawl newcrawl``."""
    given = [part for name, value in (FAST | settings).items() for part in ("-s", f"{name}={value}")]
    return start(home, "scrapy", "crawl", "newcrawl", "-a", f"url={url}", *given, *arguments, env=env)


def crawl(home: Path, url: str, *arguments: str, **settings: Any) -> Program:
    """Run ``scrapy crawl newcrawl`` to its end."""
    program = start_crawl(home, url, *arguments, **settings)
    program.wait()
    return program


def records(home: Path) -> list[dict[str, Any]]:
    """All records in the ``posts.jsonl`` files of a folder; every line must be whole."""
    found = []
    for file in sorted(home.glob("*/posts.jsonl")):
        text = file.read_text()
        assert text == "" or text.endswith("\n"), f"{file} ends in the middle of a line"
        found += [json.loads(line) for line in text.splitlines()]
    return found


def urls(home: Path) -> list[str]:
    """The URLs of the harvested posts, sorted, including duplicates."""
    return sorted(record["url"] for record in records(home))


# --- in the server of processes --------------------------------------------------------------------------


def serve() -> None:
    """Start a program for each line of input."""
    _warm_up()
    assert "twisted.internet.reactor" not in sys.modules, "it cannot be shared"
    for line in sys.stdin:
        while True:  # those that have ended
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(-1, os.WNOHANG)[0]:
                    continue
            break
        folder, program, arguments, environment = json.loads(line)
        if os.fork() == 0:
            _watch(Path(folder), program, arguments, environment)
            os._exit(0)


def _warm_up() -> None:
    """Import what a crawl needs, and have it read its data files."""
    from blogsite import make_posts, post_page, rss
    from scrapy.settings import default_settings
    from scrapy.utils.misc import load_object, walk_modules_iter

    for package in ("scrapy.crawler", "scrapy.cmdline", "scrapy.commands", "scrapy.core.engine", "blogcrawler"):
        list(walk_modules_iter(package))
    for setting in ("EXTENSIONS_BASE", "DOWNLOADER_MIDDLEWARES_BASE", "SPIDER_MIDDLEWARES_BASE"):
        for name in getattr(default_settings, setting):
            load_object(name)
    from blogcrawler.dom import parse_page
    from blogcrawler.extraction import Extractor, learn
    from blogcrawler.feeds import parse_feed
    from blogcrawler.frontier.queue.knn_predictor import load_numpy

    load_numpy()
    posts = make_posts(3)
    links = [f"http://example.org{post.path}" for post in posts]
    feed = parse_feed(rss("http://example.org/", list(zip(links, links, posts, strict=True))).encode(), links[0])
    pages = [parse_page(post_page(post), link) for post, link in zip(posts, links, strict=True)]
    extractor = Extractor(learn(list(zip(feed.entries, pages, strict=True)), "en"))
    extractor.extract(pages[0], None, datetime.now(UTC))


def _watch(folder: Path, program: str, arguments: list[str], environment: dict[str, str]) -> None:
    child = os.fork()
    if child == 0:
        _run(folder, program, arguments, environment)
    _write(folder / "pid", str(child))
    _, status = os.waitpid(child, 0)
    _write(folder / "code", str(os.waitstatus_to_exitcode(status)))


def _write(file: Path, text: str) -> None:
    made = file.with_suffix(".new")
    made.write_text(text)
    made.rename(file)


def _run(folder: Path, program: str, arguments: list[str], environment: dict[str, str]) -> None:
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_APPEND), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    os.environ.update(environment)
    sys.path[:0] = [path for path in environment.get("PYTHONPATH", "").split(os.pathsep) if path]
    for name in list(os.environ):
        if name.lower().endswith("_proxy") and name not in environment:
            del os.environ[name]
    sys.modules.pop("blogcrawler.settings", None)  # they are read from the environment
    if (fsspec := sys.modules.get("fsspec")) is not None:  # and so is the address of a storage
        fsspec.config.set_conf_env(fsspec.config.conf)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.alarm(60)  # whatever happens
    _stay_at_home()
    sys.argv = [program, *arguments]
    code: Any = 1
    try:
        _plant_faults(environment.get("PLANTED_FAULTS", ""))
        _keep_stats(folder)
        if program == "scrapy":
            from scrapy.cmdline import execute

            execute(sys.argv)
        else:
            from blogcrawler.cli import main

            main(arguments)
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def _stay_at_home() -> None:
    """Resolve names that end in ``.test`` to this machine, and no others, without a DNS lookup."""
    import socket

    def gethostbyname(name: str) -> str:
        if name == "localhost" or name.endswith(".test"):
            return "127.0.0.1"
        try:
            return str(ip_address(name))
        except ValueError:
            raise socket.gaierror(f"there is no {name}") from None

    socket.gethostbyname = gethostbyname  # type: ignore[assignment]


def _plant_faults(names: str) -> None:
    """Let functions and methods raise an error: ``module:function module:Class.method StoreError!module:function``."""
    for planted in names.split():
        kind, _, name = planted.rpartition("!")
        module, _, path = name.partition(":")
        *owners, attribute = path.split(".")
        owner = functools.reduce(getattr, owners, importlib.import_module(module))
        assert callable(getattr(owner, attribute)), name

        error = getattr(importlib.import_module("blogcrawler.errors"), kind) if kind else RuntimeError

        def fail(*args: Any, name: str = name, error: type[Exception] = error, **kwargs: Any) -> None:
            raise error(f"planted in {name}")

        setattr(owner, attribute, fail)


def _keep_stats(folder: Path) -> None:
    from scrapy import signals
    from scrapy.crawler import Crawler

    made = Crawler.__init__

    def init(self: Crawler, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)

        def keep() -> None:
            stats = {k: v for k, v in self.stats.get_stats().items() if isinstance(v, int | float | str | list)}
            (folder / "stats").write_text(json.dumps(stats))

        self.signals.connect(keep, signal=signals.engine_stopped, weak=False)

    Crawler.__init__ = init  # type: ignore[method-assign]


if __name__ == "__main__":
    serve()
