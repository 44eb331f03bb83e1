"""Why a download failed, in words."""

from __future__ import annotations

import socket
from urllib.error import URLError

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)

from ..downloader import RobotsUnreachable

__all__ = [
    "UNAVAILABLE",
    "advice_on_reason",
    "advice_on_status",
    "is_forbidden",
    "is_temporary",
    "reason_of",
]

_REASONS: dict[type[BaseException], str] = {
    CannotResolveHostError: "there is no host of that name",
    DownloadConnectionRefusedError: "the connection was refused",
    DownloadTimeoutError: "the server did not answer in time",
    DownloadCancelledError: "the response is too large",
    ResponseDataLossError: "the response is incomplete",
    DownloadFailedError: "the connection was lost",
    # without Scrapy
    socket.gaierror: "there is no host of that name",
    ConnectionRefusedError: "the connection was refused",
    TimeoutError: "the server did not answer in time",
    ConnectionError: "the connection was lost",
}
_IGNORED = {
    "Forbidden by robots.txt": "robots.txt forbids it",
    "max redirections reached": "there are too many redirects",
}


#: What the user can do if the blog itself cannot be fetched, by reason.
_ADVICE = {
    "there is no host of that name": "check its spelling and your network connection",
    "the connection was refused": "check the address, or try again later",
    "the server did not answer in time": "try again later",
    "the connection was lost": "try http:// instead of https://, or try again later",
    "robots.txt forbids it": "ask the owner for permission; if the blog is yours, -s ROBOTSTXT_OBEY=0",
    "robots.txt cannot be fetched": "check the address and your network connection, or try again later;"
    " if the blog is yours, -s ROBOTSTXT_OBEY=0",
    "there are too many redirects": "give the address at which a browser ends up",
}


def advice_on_reason(reason: str) -> str:
    """What the user can do if the blog cannot be fetched for a reason that :func:`reason_of` gives."""
    return _ADVICE.get(reason, "open the address in a browser to see what is there")


def advice_on_status(status: int) -> str:
    """What the user can do if the blog answers with an HTTP error."""
    if status in (401, 403):
        return "if it needs a login, see --cookie-file and --header"
    return "try again later" if status >= 500 or status == 429 else "check the address"


def reason_of(error: BaseException) -> str:
    """The reason for a failure, to follow "it cannot be fetched: "."""
    if isinstance(error, URLError) and isinstance(error.reason, OSError):
        error = error.reason
    # Without robots.txt the page was not requested; it would have failed for the same reason.
    known = error.__cause__ if isinstance(error, RobotsUnreachable) else error
    for kind, words in _REASONS.items():
        if isinstance(known, kind):
            return words
    text = " ".join(str(error).split())
    if isinstance(error, IgnoreRequest):
        return _IGNORED.get(text, text or "it was skipped")
    return text or type(error).__name__


def is_forbidden(error: BaseException | None) -> bool:
    """Whether robots.txt forbids it."""
    return isinstance(error, IgnoreRequest) and "robots.txt" in str(error) and not isinstance(error, RobotsUnreachable)


def is_temporary(error: BaseException) -> bool:
    """Whether the network may be to blame, so that it may work another day."""
    return isinstance(error, RobotsUnreachable) or not isinstance(error, IgnoreRequest | DownloadCancelledError)


#: HTTP statuses that will hardly change: access denied, gone, forbidden by law.
UNAVAILABLE = frozenset({401, 403, 404, 410, 451})
