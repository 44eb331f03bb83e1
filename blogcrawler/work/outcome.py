"""What becomes of a blog when its crawl has ended."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from ..items import Run

__all__ = ["Outcome", "closing_line", "outcome_of", "pause_after"]

_INTERRUPTED = 128 + signal.SIGINT
#: Endings that are no fault of the blog: it is tried again soon, and as often as it takes.
_OUR_FAULT = ("store_failed", "archive_failed", "memusage_exceeded")
_DATABASE_ERROR = "Error: database "
#: The line that a crawl prints when it has ended by itself.
_SUMMARY = re.compile(r" [\d,]+ posts?, [\d,]+ requests?, [\d:]+; ")
_LONGEST_PAUSE = timedelta(days=2)
_MAX_DOUBLINGS = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """The work is ``complete``, the crawl has ``failed``, or it is repeated ``soon`` because it was interrupted."""

    kind: Literal["complete", "failed", "soon"]
    reason: str | None = None


def outcome_of(code: int, run: Run | None, lines: Sequence[str]) -> Outcome:
    """What to do after a process has ended with this exit code, recorded this run and printed these lines last."""
    last = next((line for line in reversed(lines) if line), "")
    if run is None:
        return _without_run(code, last, any(map(_SUMMARY.search, lines)))
    reason = run.notes[-1] if run.notes else run.ending.replace("_", " ")
    if run.outcome == "interrupted":
        return Outcome("soon", "interrupted")
    if run.outcome == "failed":
        return Outcome("soon" if run.ending in _OUR_FAULT else "failed", reason)
    # The exit code says nothing: the crawl may have been asked to stop when it was complete.
    if code == 0 or run.posts or run.kind == "update":
        return Outcome("complete")
    return Outcome("failed", reason if reason.casefold().startswith("no posts") else f"no posts: {reason}")


def _without_run(code: int, last: str, has_ended: bool) -> Outcome:
    if code == 0 or (code == 1 and has_ended):  # when the database fails, no run is recorded either
        return Outcome("soon", "how it ended was not recorded")
    if code == _INTERRUPTED:
        return Outcome("soon", "interrupted")
    if last.startswith(_DATABASE_ERROR):
        return Outcome("soon", last.removeprefix("Error: "))
    if code < 0:
        return Outcome("failed", f"its process was killed by signal {-code}")
    return Outcome("failed", last.removeprefix("Error: ") or f"exit code {code}")


def closing_line(url: str, task: str, code: int, lines: Sequence[str], reason: str | None = None) -> str:
    """What a worker says when a process has ended: the last line that it printed, the blog, and the reason once."""
    ended = f"{task} ended with exit code {code}" if code else f"{task} ended"
    last = next((line for line in reversed(lines) if line), ended)
    if reason:
        last = reason if last in reason else last if reason in last else f"{last}; {reason}"
    return last if url in last else f"{url}  {last}"


def pause_after(failures: int, first: timedelta) -> timedelta:
    """How long to wait after this many failures in a row: twice as long each time, two days at most."""
    return min(first * (1 << min(max(failures - 1, 0), _MAX_DOUBLINGS)), _LONGEST_PAUSE)
