"""What a visit to a blog has found, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ..items import Run, Visit

__all__ = [
    "MAX_LISTED_POSTS",
    "PostNews",
    "VisitReport",
    "failed_visit",
    "gone_notes",
    "run_of_visit",
    "unfinished_crawl_notes",
    "visit_ended",
]

#: The signal that a visit has ended. Receivers get its ``report``.
visit_ended = object()
#: Number of new, changed and deleted posts each to name.
MAX_LISTED_POSTS = 20
#: When to try again after an error.
_PAUSE_AFTER_ERROR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PostNews:
    """A post that is new, has changed (``kinds`` of change) or is gone."""

    url: str
    title: str | None = None
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VisitReport:
    """A visit, and the posts it found: at most :data:`MAX_LISTED_POSTS` of each group are named."""

    visit: Visit
    title: str | None = None
    new: tuple[PostNews, ...] = ()
    changed: tuple[PostNews, ...] = ()
    gone: tuple[PostNews, ...] = ()

    def groups(self) -> Iterable[tuple[str, int, tuple[PostNews, ...]]]:
        """The name of each group that is not empty, how many posts it has, and those that are named."""
        visit = self.visit
        groups = (
            ("new", visit.new, self.new),
            ("changed", visit.changed, self.changed),
            ("gone", visit.gone, self.gone),
        )
        return [group for group in groups if group[1]]


def failed_visit(blog: str, began: datetime, ended: datetime, note: str, requests: int = 0) -> Visit:
    """The record of a visit that ended with an error; the next one is due a day later."""
    again = ended + _PAUSE_AFTER_ERROR
    return Visit(
        blog,
        began.isoformat(timespec="seconds"),
        "failed",
        requests,
        next=again.isoformat(timespec="seconds"),
        note=note,
    )


def unfinished_crawl_notes(blog: str, runs: Iterable[Run]) -> list[str]:
    """What to say of a blog whose last crawl was stopped, which an update does not continue; ``runs``, newest first."""
    crawl = next((run for run in runs if run.kind == "crawl"), None)
    if crawl is None or crawl.outcome != "interrupted":
        return []
    return [f"The crawl of {blog} was stopped before its end. Continue it: blogcrawler crawl {blog}"]


def gone_notes(urls: Sequence[str]) -> list[str]:
    """Notes that name deleted posts, at most :data:`MAX_LISTED_POSTS` of them."""
    notes = [f"Gone: {url}" for url in urls[:MAX_LISTED_POSTS]]
    if len(urls) > MAX_LISTED_POSTS:
        notes.append(f"Gone: {len(urls) - MAX_LISTED_POSTS:,} more posts")
    return notes


def run_of_visit(visit: Visit, holder: str) -> Run:
    """A visit that has just ended, for the list of runs."""
    return Run(
        visit.blog,
        "update",
        began=visit.began,
        ended=datetime.now(UTC).isoformat(timespec="seconds"),
        outcome="failed" if visit.outcome == "failed" else "complete",
        ending=visit.outcome,
        posts=visit.new,
        changed=visit.changed,
        gone=visit.gone,
        requests=visit.requests,
        notes=[visit.note] if visit.note else [],
        holder=holder,
    )
