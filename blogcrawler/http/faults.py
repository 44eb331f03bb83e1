"""Why a download failed, in words."""

from __future__ import annotations

import logging

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)

__all__ = ["UNAVAILABLE", "is_forbidden", "is_temporary", "keep_robots_log_short", "reason_of"]

_REASONS: dict[type[BaseException], str] = {
    CannotResolveHostError: "there is no host of that name",
    DownloadConnectionRefusedError: "the connection was refused",
    DownloadTimeoutError: "the server did not answer in time",
    DownloadCancelledError: "the response is too large",
    ResponseDataLossError: "the response is incomplete",
    DownloadFailedError: "the connection was lost",
}
_IGNORED = {
    "Forbidden by robots.txt": "robots.txt forbids it",
    "max redirections reached": "there are too many redirects",
}


def reason_of(error: BaseException) -> str:
    """The reason for a failure, to follow "it cannot be fetched: "."""
    for kind, words in _REASONS.items():
        if isinstance(error, kind):
            return words
    text = " ".join(str(error).split())
    if isinstance(error, IgnoreRequest):
        return _IGNORED.get(text, text or "it was skipped")
    return text or type(error).__name__


def is_forbidden(error: BaseException | None) -> bool:
    """Whether robots.txt forbids it."""
    return isinstance(error, IgnoreRequest) and "robots.txt" in str(error)


def is_temporary(error: BaseException) -> bool:
    """Whether the network may be to blame, so that it may work another day."""
    return not isinstance(error, IgnoreRequest | DownloadCancelledError)


def keep_robots_log_short() -> None:
    """Log a robots.txt that cannot be fetched in one line at level INFO, without a traceback."""
    logger = logging.getLogger("scrapy.downloadermiddlewares.robotstxt")
    if _shorten not in logger.filters:
        logger.addFilter(_shorten)


def _shorten(record: logging.LogRecord) -> bool:
    if record.exc_info and record.levelno >= logging.ERROR:
        error = record.exc_info[1]
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = None
        record.msg, record.args = "No robots.txt: %s", (reason_of(error) if error else "it cannot be fetched",)
    return True


#: HTTP statuses that will hardly change: access denied, gone, forbidden by law.
UNAVAILABLE = frozenset({401, 403, 404, 410, 451})
