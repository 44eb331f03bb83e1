"""The robots.txt of a blog, kept in the back end for a while.

RFC 9309 (2.4) lets a crawler use what it has for a day. For the one question whether there is anything new a
copy of a week will do; before pages are fetched, it must be of the last day.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urljoin

from scrapy.http import Response, TextResponse

from ..dates import instant
from ..items import WatchedDocument

__all__ = ["FOR_A_QUESTION", "FOR_PAGES", "is_fresh", "robots_response", "robots_source", "robots_url"]

FOR_A_QUESTION = timedelta(days=7)
FOR_PAGES = timedelta(days=1)
_LONGEST = 512_000  # RFC 9309, 2.5: at least 500 KiB must be read


def robots_url(home: str) -> str:
    """Where a blog's robots.txt is."""
    return urljoin(home, "/robots.txt")


def is_fresh(source: WatchedDocument | None, now: datetime, oldest: timedelta) -> bool:
    """Whether a stored robots.txt is not too old."""
    checked = instant(source.checked) if source else None
    return checked is not None and now - checked <= oldest


def robots_source(blog: str, response: Response, now: datetime) -> WatchedDocument:
    """A robots.txt as it is kept."""
    there = response.status < 400
    return WatchedDocument(
        blog,
        robots_url(blog),
        "robots",
        checked=now.isoformat(timespec="seconds"),
        body=response.body[:_LONGEST].decode("utf-8", "replace") if there else "",
        facts={"status": response.status},
    )


def robots_response(source: WatchedDocument) -> TextResponse:
    """The answer that was kept."""
    status = source.facts.get("status", 200)
    return TextResponse(source.url, status=status, body=(source.body or "").encode(), encoding="utf-8")
