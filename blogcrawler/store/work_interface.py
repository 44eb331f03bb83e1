"""What the database knows about work: what is to be crawled next, who crawls, and what past crawls have done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from ..items import Run

__all__ = ["QueuedBlog", "RunHistory", "WorkQueue", "WorkerState"]


@dataclass(frozen=True, slots=True)
class QueuedBlog:
    """A blog in the queue: for its first crawl (``task`` is ``crawl``), or for its next update (``update``).

    ``holder`` is the crawl that holds it until ``until``, or the one that died holding it. ``failures`` counts the
    failures in a row, ``reason`` is why the last attempt ended early, ``given_up`` says that there will be no other
    one. ``place`` is where the files of its unfinished crawl are. ``options`` may have ``feed``, ``fresh`` and
    ``settings``.
    """

    url: str
    task: str = "crawl"
    priority: int = 0
    due: datetime | None = None
    holder: str | None = None
    until: datetime | None = None
    began: datetime | None = None
    added: datetime | None = None
    paused: bool = False
    given_up: bool = False
    failures: int = 0
    takeovers: int = 0
    reason: str | None = None
    place: str | None = None
    server: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def state(self, now: datetime) -> str:
        """``running``, ``abandoned`` (its process has died), ``paused``, ``failed``, ``waiting`` or ``later``."""
        if self.holder is not None:
            return "running" if self.until is not None and self.until > now else "abandoned"
        if self.given_up:
            return "failed"
        if self.paused:
            return "paused"
        return "later" if self.due is not None and self.due > now else "waiting"


@dataclass(frozen=True, slots=True)
class WorkerState:
    """A running worker: where it runs, how many crawls at once, when it last reported."""

    name: str
    machine: str
    process: int
    slots: int
    began: datetime
    seen: datetime
    draining: bool = False


class WorkQueue(Protocol):
    """The blogs that wait for their first crawl or are due for an update, and the workers that take them.

    Each blog is held by one crawl at a time, and so is each server: the blogs of a server that is being crawled wait.
    These are the leases of :class:`BlogSchedule`, too: updates and workers share them.
    """

    def add(self, blog: QueuedBlog, now: datetime) -> bool:
        """Queue a blog for a crawl. If it waits already, its priority and options change, and it is tried again.

        False if a crawl of it is running.
        """

    def take(
        self, holder: str, now: datetime, until: datetime, place: str = "", per_address: int = 0
    ) -> QueuedBlog | None:
        """Lease the next blog until ``until``: the highest priority first, updates before first crawls.

        Returns it as it was before. A blog whose holder has died is free when its lease has ended. Blogs wait while
        ``per_address`` others at the same IP address are being crawled, as far as addresses are known.
        """

    def renew(self, holder: str, until: datetime) -> QueuedBlog | None:
        """Extend a lease and return its blog, which may have been paused; ``None`` if somebody else holds it."""

    def share_address(self, holder: str, address: str, most: int, now: datetime) -> bool:
        """Record the IP address of the held blog's server; false if ``most`` others there are being crawled."""

    def finish(self, holder: str, due: datetime) -> None:
        """End a lease after a complete crawl. The blog becomes due for an update."""

    def put_back(self, holder: str, due: datetime, reason: str | None = None) -> None:
        """End a lease before the work is complete. The blog waits until ``due``."""

    def fail(self, holder: str, due: datetime | None, reason: str) -> None:
        """End a lease after a failure. The blog is tried again at ``due``, or given up if that is ``None``."""

    def blog(self, url: str) -> QueuedBlog | None:
        """What the queue knows of a blog."""

    def blogs(self) -> list[QueuedBlog]:
        """All blogs, in the order in which they will be taken."""

    def remove(self, url: str) -> bool:
        """Take a blog that waits for its first crawl out of the queue; false if there is none, or it is running."""

    def pause(self, url: str | None = None) -> bool:
        """Take this blog, or any, no more until it is resumed, and stop its crawl; false if it is not known."""

    def resume(self, url: str | None = None) -> bool:
        """End a pause of this blog, or the one of all, and try it again if it was given up."""

    def is_paused(self) -> bool:
        """Whether all work is paused."""

    def report(self, worker: WorkerState) -> bool:
        """Record that a worker is alive; true if it shall drain: finish what it does, and take nothing new."""

    def workers(self) -> list[WorkerState]:
        """The workers that have not ended, by name."""

    def drain(self, worker: str | None = None) -> int:
        """Let the workers on a machine, one with this name, or all drain; returns their number."""

    def forget(self, worker: str) -> None:
        """Remove a worker that has ended."""


class RunHistory(Protocol):
    """Past crawls and visits."""

    def save(self, run: Run) -> int:
        """Add a run; returns its number."""

    def run(self, number: int) -> Run | None:
        """The run with this number."""

    def of_holder(self, holder: str) -> Run | None:
        """The run of the crawl that had this lease, the last one if there are several."""

    def recent(self, blog: str | None = None, limit: int = 50) -> list[Run]:
        """The last runs of a blog, or of all, the latest first."""

    def last(self, number: int = 1) -> dict[str, list[Run]]:
        """The last runs of each blog, the latest first, by the blog's address."""

    def totals(self) -> dict[tuple[str, str], dict[str, int]]:
        """The sums of ``runs``, ``posts``, ``requests`` and ``bytes`` of all runs, by kind and outcome."""
