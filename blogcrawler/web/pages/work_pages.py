"""Work: which process has which blogs, what is due, and what has failed."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...items import Run
from ...store import QueuedBlog, WorkerState
from ..sessions import SESSION_COOKIE
from ..site import respond, site_of

__all__ = ["work_page"]

_STATES = ("running", "abandoned", "failed", "waiting", "paused", "later")
_MOST_BLOGS, _MOST_RUNS = 100, 20


def work_page(request: Request) -> Response:
    """The workers, the blogs by state, and the last crawls and visits that failed.

    Only visitors who are logged in see the names of processes, which tell about the machines.
    """
    site = site_of(request)
    is_owner = site.sessions.is_valid(request.cookies.get(SESSION_COOKIE))
    now = datetime.now(UTC)
    with site.stores.lend() as store:
        blogs, workers, paused = store.queue.blogs(), store.queue.workers(), store.queue.is_paused()
        runs = [run for run in store.runs.recent(limit=5 * _MOST_RUNS) if run.outcome == "failed"]
    counts = Counter(blog.state(now) for blog in blogs)
    data = {
        "paused": paused,
        "workers": [_worker(worker) for worker in workers] if is_owner else [],
        "states": [
            {
                "state": state,
                "number": counts[state],
                "blogs": [_blog(one, is_owner) for one in blogs if one.state(now) == state][:_MOST_BLOGS],
            }
            for state in _STATES
            if counts[state]
        ],
        "failures": [_run(run) for run in runs[:_MOST_RUNS]],
    }
    return respond(request, "work.html", data)


def _worker(worker: WorkerState) -> dict[str, Any]:
    return {
        "name": worker.name,
        "slots": worker.slots,
        "began": _moment(worker.began),
        "seen": _moment(worker.seen),
        "draining": worker.draining,
    }


def _blog(blog: QueuedBlog, is_owner: bool) -> dict[str, Any]:
    return {
        "url": blog.url,
        "task": blog.task,
        "priority": blog.priority,
        "due": _moment(blog.due),
        "holder": blog.holder if is_owner else None,
        "until": _moment(blog.until),
        "began": _moment(blog.began),
        "failures": blog.failures,
        "reason": blog.reason,
    }


def _run(run: Run) -> dict[str, Any]:
    return {"blog": run.blog, "kind": run.kind, "began": run.began, "ended": run.ended, "ending": run.ending}


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None
