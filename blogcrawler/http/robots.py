"""The robots.txt of a blog, kept in the database for a while.

RFC 9309 (2.4) lets a crawler use its copy for a day. A copy of up to a week is used to ask whether there is anything
new; before pages are fetched, it must be from the last day.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urljoin

from scrapy.http import Response, TextResponse

from ..dates import parse_instant
from ..items import WatchedDocument

__all__ = ["FOR_A_QUESTION", "FOR_PAGES", "is_fresh", "is_reachable", "robots_response", "robots_source", "robots_url"]

FOR_A_QUESTION = timedelta(days=7)
FOR_PAGES = timedelta(days=1)
_MAX_LENGTH = 512_000  # RFC 9309, 2.5: at least 500 KiB must be read


def robots_url(home: str) -> str:
    """The URL of a blog's robots.txt."""
    return urljoin(home, "/robots.txt")


def is_fresh(document: WatchedDocument | None, now: datetime, max_age: timedelta) -> bool:
    """Whether there is a stored robots.txt that is not too old, and not the error of a server."""
    if document is not None and not is_reachable(robots_response(document)):
        return False
    checked = parse_instant(document.checked) if document else None
    return checked is not None and now - checked <= max_age


def is_reachable(response: Response) -> bool:
    """Whether a response says what is allowed. Errors of the server do not, and then nothing is (RFC 9309, 2.3.1.4)."""
    return response.status < 500


def robots_source(blog: str, response: Response, now: datetime) -> WatchedDocument:
    """A robots.txt in the form in which it is stored."""
    exists = response.status < 400
    return WatchedDocument(
        blog,
        robots_url(blog),
        "robots",
        checked=now.isoformat(timespec="seconds"),
        body=response.body[:_MAX_LENGTH].decode("utf-8", "replace") if exists else "",
        facts={"status": response.status},
    )


def robots_response(document: WatchedDocument) -> TextResponse:
    """The response that was stored."""
    status = document.facts.get("status", 200)
    return TextResponse(document.url, status=status, body=(document.body or "").encode(), encoding="utf-8")
