"""The process of one crawl: forked from one that has imported everything, and never outliving its worker."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from threading import Thread

from ..crawl_settings import CrawlSettings
from ..store import QueuedBlog
from ..terminal import one_line
from .fork_server import forking

__all__ = ["Child", "crawl_command"]

_LINES_KEPT = 5
_LONGEST_LINE = 400
#: The exit code if the process that forks is gone.
_UNKNOWN_CODE = 255


def crawl_command(blog: QueuedBlog, settings: CrawlSettings, given: Mapping[str, str], fresh: bool) -> list[str]:
    """The words after ``blogcrawler`` that crawl or update a blog. Its own settings override those ``given``."""
    options = ["--home", str(settings.home), "--quiet"]
    if blog.task == "crawl":
        feed = blog.options.get("feed")
        options += ["--feed", feed] if feed else []
        options += ["--fresh"] if fresh else []
    for name, value in (dict(given) | dict(blog.options.get("settings") or {})).items():
        options += ["-s", f"{name}={value}"]
    return [blog.task, *options, "--", blog.url]


class Child:
    """A crawl in a process of its own. ``lines`` are the last lines that it has printed.

    It ends with its worker: the lease of a worker that has died ends, and others take the blog over. A crawl can be
    killed at any moment and resumed.
    """

    def __init__(self, process: ForkServerProcess, output: Connection) -> None:
        self._process = process
        self._output = output
        self.lines: deque[str] = deque(maxlen=_LINES_KEPT)

    @classmethod
    async def start(cls, words: Sequence[str], settings: CrawlSettings, holder: str) -> Child:
        """Start a crawl under this lease."""
        context = forking()
        given = {"BLOGCRAWLER_HOLDER": holder, "PYTHONUNBUFFERED": "1"}
        if settings.database_url:  # its password must not show in the list of processes
            given["BLOGCRAWLER_DATABASE_URL"] = settings.database_url
        inherited = {name: value for name, value in os.environ.items() if name != "BLOGCRAWLER_WEB_TOKEN"}
        output, inner = context.Pipe(duplex=False)
        process = context.Process(target=_crawl, args=(list(words), inherited | given, inner))
        await asyncio.to_thread(process.start)  # the first one waits for the imports
        inner.close()
        return cls(process, output)

    async def wait(self) -> int:
        """Wait until it has ended; returns the exit code, negative if it was killed by a signal."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        with open(os.dup(self._output.fileno()), "rb", 0) as pipe:  # noqa: PTH123  (a descriptor)
            self._output.close()
            await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
            while True:
                try:
                    line = await reader.readline()
                except ValueError:  # a line that is too long for the buffer
                    continue
                if not line:
                    break
                if text := one_line(line.decode("utf-8", "replace"))[:_LONGEST_LINE]:
                    self.lines.append(text)
            while self._process.is_alive():
                await asyncio.sleep(0.05)
        code = self._process.exitcode
        if code == _UNKNOWN_CODE:  # it may go on
            self.kill()
        return _UNKNOWN_CODE if code is None else code

    def stop(self) -> None:
        """Ask it to save its state and end."""
        self._send(signal.SIGINT)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self._process.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)


def _crawl(words: list[str], environment: dict[str, str], output: Connection) -> None:
    """Run a command of the program, in the forked process."""
    Thread(target=_end_with_parent, daemon=True).start()
    os.setsid()  # Ctrl-C is for the worker, which then stops its crawls
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    output.close()
    sys.stdout, sys.stderr = (open(number, "w", 1, "utf-8", "replace") for number in (1, 2))  # noqa: PTH123, SIM115
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import_module("blogcrawler.cli").main(words)


def _end_with_parent() -> None:
    worker = parent_process()
    assert worker is not None
    worker.join()
    os.kill(os.getpid(), signal.SIGKILL)
