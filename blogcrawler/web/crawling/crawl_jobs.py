"""Crawls and updates that were started from the browser, each in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from collections import deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...terminal import one_line
from ...urls import address_key
from ..options import WebOptions
from .crawl_progress import ProgressLine, parse_progress

__all__ = ["CrawlJob", "CrawlJobs"]

_FILE = "web-crawls.json"
_MOST_JOBS = 50
_LINES_KEPT = 12
_LONGEST_LINE = 400
_SECONDS_TO_STOP = 20
_INTERRUPTED = 130
#: Lines for people at a terminal of this machine.
_ABOUT_FILES = ("Records ", "Web archive ", "Log ", "Database ", "The crawl is not complete", "Hint: ")
_PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"


@dataclass(slots=True)
class CrawlJob:
    """A crawl or update. ``state`` is ``running``, ``pausing``, ``paused``, ``finished`` or ``failed``."""

    id: str
    kind: str
    url: str
    state: str
    began: str
    ended: str | None = None
    progress: ProgressLine | None = None
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LINES_KEPT))

    @property
    def is_running(self) -> bool:
        """Whether it has a process."""
        return self.state in ("running", "pausing")

    def _line(self) -> str:
        """What it does now, or has said last."""
        if self.is_running and self.progress is not None:
            return ", ".join(filter(None, (self.progress.doing, self.progress.left)))
        return self.lines[-1] if self.lines and not self.is_running else ""

    def record(self, with_lines: bool = True) -> dict[str, Any]:
        """The job as plain values, for JSON and templates. Its lines may name files and databases."""
        progress = asdict(self.progress) if self.progress else None
        return {
            "id": self.id,
            "kind": self.kind,
            "url": self.url,
            "state": self.state,
            "began": self.began,
            "ended": self.ended,
            "progress": progress,
            "line": self._line() if self.is_running or with_lines else "",
            "lines": list(self.lines) if with_lines else [],
        }


class CrawlJobs:
    """Starts, pauses and resumes crawls, a few at a time, and remembers them in ``web-crawls.json``.

    A crawl is the command ``blogcrawler crawl``: interrupted, it saves its state, and the same command resumes it. So
    a paused crawl can be resumed after the server was restarted, and at a terminal, too.
    """

    def __init__(self, options: WebOptions) -> None:
        self._options = options
        self._file = options.home / _FILE
        self._jobs: dict[str, CrawlJob] = {job.id: job for job in _read(self._file)}
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.version = 0
        """Changes whenever a job does."""
        self.listeners = 0
        """Number of pages that are being told about changes."""
        self.ending = False
        """Whether the server is about to end; pages are not told about changes any more."""

    def all(self) -> list[CrawlJob]:
        """The jobs, the latest first."""
        return sorted(self._jobs.values(), key=lambda job: job.began, reverse=True)

    def latest(self, url: str) -> CrawlJob | None:
        """The latest job of a blog."""
        key = address_key(url)
        return next((job for job in self.all() if address_key(job.url) == key), None)

    async def start(self, kind: str, url: str) -> CrawlJob:
        """Start a crawl or an update; ``UsageError`` if the blog has one already, or if there are too many."""
        running = [job for job in self._jobs.values() if job.is_running]
        if any(address_key(job.url) == address_key(url) for job in running):
            raise UsageError(f"{url} is being crawled or updated already")
        if len(running) >= self._options.crawls:
            raise UsageError(
                f"{len(running)} crawls are running, and no more are allowed at once; pause one or wait until it ends"
            )
        for old in [job for job in self._jobs.values() if address_key(job.url) == address_key(url)]:
            del self._jobs[old.id]
        job = CrawlJob(secrets.token_hex(8), kind, url, "running", _now())
        self._jobs[job.id] = job
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command(kind, url),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env=self._environment(),
                start_new_session=True,  # Ctrl-C in the terminal is for the server, which then pauses the crawls
            )
        except OSError as error:
            self._change(job, "failed")
            raise UsageError(f"the crawl cannot be started: {error.strerror}") from None
        self._processes[job.id] = process
        self._change(job, "running")
        task = asyncio.create_task(self._follow(job, process))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def pause(self, number: str) -> None:
        """Ask a crawl to save its state and end; does nothing if it is not running."""
        job, process = self._jobs.get(number), self._processes.get(number)
        if job is not None and process is not None and job.state == "running":
            self._change(job, "pausing")
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)

    async def resume(self, number: str) -> CrawlJob:
        """Continue a crawl that was paused or has failed."""
        job = self._jobs.get(number)
        if job is None or job.is_running:
            raise UsageError("there is no such crawl to resume")
        return await self.start(job.kind, job.url)

    def forget(self, number: str) -> None:
        """Remove a job that is not running from the list. What it has saved stays."""
        job = self._jobs.get(number)
        if job is not None and not job.is_running:
            del self._jobs[number]
            self.version += 1
            self._save()

    async def close(self) -> None:
        """Pause all crawls and wait until they have saved their state."""
        for number in list(self._processes):
            self.pause(number)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_SECONDS_TO_STOP)
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.kill()

    def _command(self, kind: str, url: str) -> list[str]:
        options = ["--home", str(self._options.home)]
        if self._options.private_hosts:
            options += ["-s", f"BLOGCRAWLER_PRIVATE_HOSTS={','.join(self._options.private_hosts)}"]
        settings = ["-s", "BLOGCRAWLER_PROGRESS=lines", "-s", "BLOGCRAWLER_PROGRESS_INTERVAL=1"]
        return [sys.executable, "-c", _PROGRAM, kind, *options, *settings, "--", url]

    def _environment(self) -> dict[str, str]:
        """The environment of a crawl: with the database, whose password is no option, and without the token."""
        given = {"PYTHONUNBUFFERED": "1"}
        if self._options.database:
            given["BLOGCRAWLER_DATABASE_URL"] = self._options.database
        return {name: value for name, value in os.environ.items() if name != "BLOGCRAWLER_WEB_TOKEN"} | given

    async def _follow(self, job: CrawlJob, process: asyncio.subprocess.Process) -> None:
        """Read what the process prints until it ends."""
        assert process.stdout is not None
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:  # a line that is too long for the buffer
                continue
            if not line:
                break
            text = one_line(line.decode("utf-8", "replace"))[:_LONGEST_LINE]
            progress = parse_progress(text)
            if progress is not None:
                job.progress = progress
            elif text and not text.startswith(_ABOUT_FILES):
                job.lines.append(text)
            self.version += 1
        code = await process.wait()
        self._processes.pop(job.id, None)
        stopped = job.state == "pausing" or code in (_INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)
        job.ended = _now()
        self._change(job, "finished" if code == 0 else "paused" if stopped else "failed")

    def _change(self, job: CrawlJob, state: str) -> None:
        job.state = state
        self.version += 1
        self._save()

    def _save(self) -> None:
        for old in self.all()[_MOST_JOBS:]:
            if not old.is_running:
                del self._jobs[old.id]
        _write(self._file, [job.record() for job in self._jobs.values()])


def _write(file: Path, records: list[dict[str, Any]]) -> None:
    with suppress(OSError):  # the list is a convenience: crawls go on without it
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(".new")
        temporary.write_text(json.dumps(records, ensure_ascii=False, indent=1))
        temporary.replace(file)


def _read(file: Path) -> list[CrawlJob]:
    """The jobs of an earlier server. Those that were running then are paused now."""
    try:
        records = json.loads(file.read_text())
        jobs = [
            CrawlJob(
                str(record["id"]),
                "update" if record["kind"] == "update" else "crawl",
                str(record["url"]),
                str(record["state"]),
                str(record["began"]),
                record.get("ended"),
                ProgressLine(**record["progress"]) if record.get("progress") else None,
                deque(map(str, record.get("lines", ())), maxlen=_LINES_KEPT),
            )
            for record in records
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    for job in jobs:
        if job.is_running:
            job.state = "paused"
    return jobs[:_MOST_JOBS]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
