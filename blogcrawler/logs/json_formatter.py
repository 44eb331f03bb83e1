"""The log as JSON: one object per line."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from ..terminal import json_text

__all__ = ["JsonFormatter", "about_blog", "write_json_log"]

_blog: ContextVar[str | None] = ContextVar("blog", default=None)


def about_blog(url: str) -> None:
    """Name this blog in what the current task and those that it starts write to a JSON log."""
    _blog.set(url)


class JsonFormatter(logging.Formatter):
    """Formats each record as one line of JSON with ``time``, ``level``, ``logger`` and ``message``.

    ``spider`` and ``blog`` are added where they are known, the arguments are the defaults; ``exception`` is the
    traceback of an error. Control characters are escaped, so no text from the web breaks a line or acts on a terminal.
    """

    def __init__(self, spider: str | None = None, blog: str | None = None) -> None:
        super().__init__()
        self._spider = spider
        self._blog = blog

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if spider := getattr(getattr(record, "spider", None), "name", self._spider):
            entry["spider"] = str(spider)
        if blog := _blog.get() or self._blog:
            entry["blog"] = blog
        if record.exc_info and record.exc_info[0] is not None:
            entry["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            entry["stack"] = record.stack_info
        return json_text(entry)


def write_json_log(
    handler: logging.Handler, level: int | str, spider: str | None = None, blog: str | None = None
) -> None:
    """Let this handler write all of the log from this level on, as JSON."""
    handler.setFormatter(JsonFormatter(spider, blog))
    handler.setLevel(level)
    root = logging.getLogger()
    root.setLevel(logging.NOTSET)  # handlers choose, as Scrapy's do
    root.addHandler(handler)
