"""The process of one crawl: started by a worker, and never outliving it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Thread

from ..crawl_settings import CrawlSettings
from ..store import QueuedBlog
from ..terminal import one_line

__all__ = ["Child", "crawl_command", "end_with_parent"]

_LINES_KEPT = 5
_LONGEST_LINE = 400
_PROGRAM = (
    "import sys; from blogcrawler.work import end_with_parent; end_with_parent(); "
    "from blogcrawler.cli import main; main(sys.argv[1:])"
)


def end_with_parent() -> None:
    """Kill this process as soon as the other end of its standard input is closed.

    A crawl whose worker has died must not go on: its lease ends, and another worker takes the blog over. A crawl can be
    killed at any moment and resumed.
    """

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGKILL)

    Thread(target=wait, daemon=True).start()


def crawl_command(blog: QueuedBlog, settings: CrawlSettings, given: Mapping[str, str], fresh: bool) -> list[str]:
    """The command that crawls or updates a blog. Its own settings override those ``given`` to the worker."""
    options = ["--home", str(settings.home), "--quiet"]
    if blog.task == "crawl":
        feed = blog.options.get("feed")
        options += ["--feed", feed] if feed else []
        options += ["--fresh"] if fresh else []
    for name, value in (dict(given) | dict(blog.options.get("settings") or {})).items():
        options += ["-s", f"{name}={value}"]
    return [sys.executable, "-c", _PROGRAM, blog.task, *options, "--", blog.url]


class Child:
    """A crawl in a process of its own. ``lines`` are the last lines that it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: deque[str] = deque(maxlen=_LINES_KEPT)

    @classmethod
    async def start(cls, command: Sequence[str], settings: CrawlSettings, holder: str) -> Child:
        """Start a crawl under this lease."""
        # The database's password must not show in the list of processes. A deployed egg is only in sys.path.
        given = {"BLOGCRAWLER_HOLDER": holder, "PYTHONUNBUFFERED": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
        if settings.database_url:
            given["BLOGCRAWLER_DATABASE_URL"] = settings.database_url
        inherited = {name: value for name, value in os.environ.items() if name != "BLOGCRAWLER_WEB_TOKEN"}
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=inherited | given,
            start_new_session=True,  # Ctrl-C is for the worker, which then stops its crawls
        )
        return cls(process)

    async def wait(self) -> int:
        """Wait until it has ended; returns the exit code, negative if it was killed by a signal."""
        assert self._process.stdout is not None
        while True:
            try:
                line = await self._process.stdout.readline()
            except ValueError:  # a line that is too long for the buffer
                continue
            if not line:
                break
            if text := one_line(line.decode("utf-8", "replace"))[:_LONGEST_LINE]:
                self.lines.append(text)
        return await self._process.wait()

    def stop(self) -> None:
        """Ask it to save its state and end."""
        self._send(signal.SIGINT)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            self._process.send_signal(number)
