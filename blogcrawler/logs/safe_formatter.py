"""The log as text, without control characters."""

from __future__ import annotations

import logging

from ..terminal import safe
from .json_formatter import JsonFormatter

__all__ = ["SafeFormatter", "keep_log_safe"]


class SafeFormatter(logging.Formatter):
    """Formats messages of the log without control characters: they quote addresses, titles and errors of the web."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        return safe(self._inner.format(record))


def keep_log_safe() -> None:
    """Strip control characters from all that the log writes to terminals and files."""
    for handler in logging.getLogger().handlers:
        is_safe = isinstance(handler.formatter, SafeFormatter | JsonFormatter)
        if isinstance(handler, logging.StreamHandler) and not is_safe:
            handler.setFormatter(SafeFormatter(handler.formatter or logging.Formatter()))
