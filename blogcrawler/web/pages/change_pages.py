"""The page of what has happened lately in all blogs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...changes import diff_posts
from ...dates import parse_instant
from ...items import PostEvent
from ..site import respond, site_of

__all__ = ["changes_page"]

_MOST_EVENTS = 200
_DEFAULT_DAYS = 7


def changes_page(request: Request) -> Response:
    """Posts that are new, changed, gone or back since a day."""
    asked = request.query_params.get("since", "")
    since = parse_instant(asked) if asked else datetime.now(UTC) - timedelta(days=_DEFAULT_DAYS)
    if since is None:
        raise HTTPException(400, "This is not a date; write it like 2024-03-31.")
    with site_of(request).stores.lend() as store:
        events = [_record(event) for event in store.post_states.events(since, limit=_MOST_EVENTS)]
    data = {"since": since.isoformat(timespec="seconds"), "events": events, "most": _MOST_EVENTS}
    return respond(request, "changes.html", data)


def _record(event: PostEvent) -> dict[str, Any]:
    said = {name: getattr(event, name) for name in ("when", "kind", "url", "blog", "title")}
    if event.old is None or event.new is None:
        return said | {"kinds": list(event.kinds), "magnitude": 0.0, "operations": {}}
    difference = diff_posts(event.old, event.new)
    measured = {"magnitude": round(difference.magnitude, 4), "operations": difference.operations}
    return said | {"kinds": list(event.kinds)} | measured
