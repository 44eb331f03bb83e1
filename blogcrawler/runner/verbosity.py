"""How much a command tells its user."""

from __future__ import annotations

import logging
import sys
from enum import IntEnum

from ..logs import SafeFormatter, write_json_log

__all__ = ["Verbosity", "log_to_stderr"]

_FORMAT = "%(asctime)s [%(name)s] %(levelname)s: %(message)s"


class Verbosity(IntEnum):
    """How much a command tells its user."""

    QUIET = -1
    """Errors only, and one line at the end of a crawl."""
    NORMAL = 0
    INFO = 1
    """The log, too."""
    DEBUG = 2
    """Every detail of the log."""


def log_to_stderr(verbosity: Verbosity, log_format: str, spider: str, blog: str | None = None) -> None:
    """Write the log to standard error, too, if that much is wanted."""
    if verbosity < Verbosity.INFO:
        return
    handler = logging.StreamHandler(sys.stderr)
    level = logging.INFO if verbosity == Verbosity.INFO else logging.DEBUG
    if log_format == "json":
        write_json_log(handler, level, spider, blog)
        return
    handler.setLevel(level)
    handler.setFormatter(SafeFormatter(logging.Formatter(_FORMAT, "%H:%M:%S")))
    logging.getLogger().addHandler(handler)
