"""A worker: takes blogs from the queue, a few at a time, until it is stopped."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import ParamSpec, TypeVar

from ..crawl_settings import CrawlSettings
from ..errors import StoreError
from ..logs import about_blog
from ..store import QueuedBlog, Store, WorkerState
from ..terminal import one_line
from .abandoned import repair_abandoned
from .child import Child, crawl_command
from .outcome import Outcome, closing_line, outcome_of, pause_after
from .place import place_of, public_address

__all__ = ["Worker"]

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds between two checks of the queue.
_TICK = 2.0
_SECONDS_TO_STOP = 25
#: When to go on with a blog whose crawl was interrupted through no fault of its own.
_SOON = timedelta(seconds=10)
#: When to look again whether an IP address has become free.
_ADDRESS_BUSY = timedelta(seconds=30)
#: The first update after a complete crawl.
_FIRST_UPDATE = timedelta(hours=1)
#: A blog that crashes this many workers is given up.
_MOST_TAKEOVERS = 25


@dataclass(slots=True)
class _Job:
    """A blog that this worker holds."""

    blog: QueuedBlog
    holder: str
    until: datetime
    child: Child | None = None
    lost: bool = False
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Worker:
    """Takes blogs from the queue and crawls or updates them, at most ``slots`` at a time, each in its own process.

    The leases of its blogs are renewed while it lives. When it is stopped, its crawls save their state, and it gives
    the blogs back; when it is killed, its crawls die with it, and others take the blogs over when the leases have
    ended. ``given`` are settings for all of its crawls, ``say`` is called with a line about each of them.
    """

    def __init__(
        self,
        store: Store,
        settings: CrawlSettings,
        slots: int,
        given: Mapping[str, str],
        say: Callable[[str], None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._slots = slots
        self._given = given
        self._say = say
        self._term = timedelta(seconds=settings.lease)
        self._place = place_of(settings.home)
        machine = socket.gethostname()
        now = datetime.now(UTC)
        self.name = f"{machine}:{os.getpid()}:{secrets.token_hex(4)}"
        self._state = WorkerState(self.name, machine, os.getpid(), slots, now, now)
        self._number = 0
        self._jobs: dict[str, _Job] = {}
        self._wake = asyncio.Event()
        self._stopping = False
        self._draining = False
        self._database_failed = False

    # --- the queue ----------------------------------------------------------------------------------------------

    async def run(self, once: bool = False) -> None:
        """Work until :meth:`stop` is called, the worker is drained, or, with ``once``, nothing is due any more."""
        await asyncio.to_thread(repair_abandoned, self._settings.home)
        try:
            while not self._stopping:
                self._wake.clear()
                if await self._tend(once):
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), min(_TICK, self._term.total_seconds() / 4))
        finally:
            await self._end()

    def stop(self) -> None:
        """Stop all crawls, let them save their state, and give their blogs back."""
        self._stopping = True
        self._wake.set()

    async def _tend(self, once: bool) -> bool:
        """Renew the leases and take what there is to do; true if the worker shall end."""
        try:
            await self._renew()
            self._draining = await self._call(self._store.queue.report, self._seen_now())
            while len(self._jobs) < self._slots and not self._draining and not self._stopping:
                if not await self._take():
                    break
            if self._jobs:
                return False
            if self._draining:
                return True
            return once and not await self._is_work_left()
        except StoreError as error:
            if not self._database_failed:
                self._say(f"waiting for the database: {error}")
            self._database_failed = True
            self._end_unsafe_jobs()
            return False

    def _seen_now(self) -> WorkerState:
        state = self._state
        return WorkerState(state.name, state.machine, state.process, state.slots, state.began, datetime.now(UTC))

    async def _renew(self) -> None:
        paused_all = await self._call(self._store.queue.is_paused)
        for job in list(self._jobs.values()):
            until = datetime.now(UTC) + self._term
            blog = await self._call(self._store.queue.renew, job.holder, until)
            if blog is not None:
                job.until = until
                if (blog.paused or paused_all) and job.child is not None:
                    job.child.stop()
            elif job.blog.task == "crawl" and job.child is not None and not job.lost:
                job.lost = True
                job.child.kill()
        if self._database_failed:
            self._say("the database is back")
            self._database_failed = False

    def _end_unsafe_jobs(self) -> None:
        """Kill the crawls whose leases are about to end: another worker may take their blogs."""
        soon = datetime.now(UTC) + self._term / 5
        for job in self._jobs.values():
            if job.until < soon and job.child is not None and not job.lost:
                self._say(f"{job.blog.url}  killed: its lease ends, and the database does not answer")
                job.lost = True
                job.child.kill()

    async def _is_work_left(self) -> bool:
        now = datetime.now(UTC)
        if await self._call(self._store.queue.is_paused):
            return False
        return any(
            blog.state(now) in ("waiting", "abandoned", "running") for blog in await self._call(self._store.queue.blogs)
        )

    # --- one blog -----------------------------------------------------------------------------------------------

    async def _take(self) -> bool:
        self._number += 1
        holder = f"{self.name}/{self._number}"
        now = datetime.now(UTC)
        queue = self._store.queue
        per_address = self._settings.crawls_per_address
        blog = await self._call(queue.take, holder, now, now + self._term, self._place, per_address)
        if blog is None:
            return False
        job = _Job(blog, holder, now + self._term)
        self._jobs[holder] = job
        job.task = asyncio.create_task(self._work_on(job))
        return True

    async def _work_on(self, job: _Job) -> None:
        about_blog(job.blog.url)
        try:
            if await self._may_start(job):
                job.child = await Child.start(self._command(job.blog), self._settings, job.holder)
                self._say(f"{job.blog.url}  {job.blog.task} started")
                if self._stopping:
                    job.child.stop()
                code = await job.child.wait()
                if code < 0:
                    await asyncio.to_thread(repair_abandoned, self._settings.home)
                await self._settle(job, code)
        except (OSError, EOFError) as error:  # the process that forks may just have died
            reason = f"cannot be started: {error or type(error).__name__}"
            await self._retrying(self._store.queue.put_back, job.holder, datetime.now(UTC) + _SOON, reason)
        finally:
            del self._jobs[job.holder]
            self._wake.set()

    async def _may_start(self, job: _Job) -> bool:
        queue, blog, now = self._store.queue, job.blog, datetime.now(UTC)
        if blog.takeovers >= _MOST_TAKEOVERS and blog.task == "crawl":
            reason = f"given up: its worker has died {blog.takeovers} times"
            await self._retrying(queue.fail, job.holder, None, reason)
            return False
        most = self._settings.crawls_per_address
        if not most or self._settings.proxy:
            return True
        address = await asyncio.to_thread(public_address, blog.url)
        if address is None or await self._retrying(queue.share_address, job.holder, address, most, now):
            return True
        await self._retrying(
            queue.put_back, job.holder, now + _ADDRESS_BUSY, f"another blog at {address} is being crawled"
        )
        return False

    def _command(self, blog: QueuedBlog) -> list[str]:
        # The state of a crawl elsewhere cannot be read here, and one that lies here is older.
        elsewhere = blog.place is not None and blog.place != self._place
        fresh = elsewhere or (bool(blog.options.get("fresh")) and blog.place is None)
        return crawl_command(blog, self._settings, self._given, fresh)

    async def _settle(self, job: _Job, code: int) -> None:
        child, blog, queue = job.child, job.blog, self._store.queue
        assert child is not None
        if job.lost:
            self._say(f"{blog.url}  stopped: the lease was lost")
            return
        held = await self._retrying(queue.renew, job.holder, datetime.now(UTC) + self._term)
        if held is None:  # given back by the update itself
            self._say(closing_line(blog.url, blog.task, code, child.lines))
            return
        run = await self._retrying(self._store.runs.of_holder, job.holder)
        outcome = outcome_of(code, run, child.lines)
        if self._stopping and outcome.kind == "failed" and code < 0:
            outcome = Outcome("soon", "interrupted")
        await self._give_back(job, held, outcome)
        reason = one_line(outcome.reason) if outcome.reason else None
        self._say(closing_line(blog.url, blog.task, code, child.lines, reason))

    async def _give_back(self, job: _Job, held: QueuedBlog, outcome: Outcome) -> None:
        queue, now = self._store.queue, datetime.now(UTC)
        if outcome.kind == "complete":
            await self._retrying(queue.finish, job.holder, now + _FIRST_UPDATE)
        elif outcome.kind == "soon":
            due = now if self._stopping or held.paused else now + _SOON
            await self._retrying(queue.put_back, job.holder, due, outcome.reason)
        else:
            failures = held.failures + 1
            again = now + pause_after(failures, timedelta(seconds=self._settings.retry_pause))
            due_again = again if held.task == "update" or failures < self._settings.retries else None
            await self._retrying(queue.fail, job.holder, due_again, outcome.reason or "unknown")

    # --- the end ------------------------------------------------------------------------------------------------

    async def _end(self) -> None:
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for job in self._jobs.values():
            if job.child is not None:
                job.child.stop()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_SECONDS_TO_STOP)
            for job in list(self._jobs.values()):
                if job.child is not None:
                    job.child.kill()
            if late:
                await asyncio.wait(late, timeout=5)
        with suppress(StoreError):
            await self._call(self._store.queue.forget, self.name)

    async def _call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the store, in a thread if it is on another machine."""
        if self._store.remote:
            return await asyncio.to_thread(function, *args, **kwargs)
        return function(*args, **kwargs)

    async def _retrying(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """The same, again and again while the database does not answer, until the lease would have ended."""
        end = asyncio.get_running_loop().time() + self._term.total_seconds()
        while True:
            try:
                return await self._call(function, *args, **kwargs)
            except StoreError:
                if asyncio.get_running_loop().time() > end:
                    return None
                await asyncio.sleep(1)
