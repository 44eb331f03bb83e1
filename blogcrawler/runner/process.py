"""Runs a Scrapy crawl in this process."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.settings import Settings
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from ..logs import write_json_log

if TYPE_CHECKING:
    from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcess

__all__ = ["load_settings", "prepare_log", "run"]


def load_settings() -> Settings:
    """The project's settings, independent of the current folder."""
    settings = Settings()
    settings.setmodule(os.environ.get("SCRAPY_SETTINGS_MODULE") or "blogcrawler.settings", priority="project")
    return settings


def prepare_log(settings: Settings, spider: str, blog: str | None = None) -> None:
    """Set up the log if ``BLOGCRAWLER_LOG_FORMAT`` is ``json``. Call it before Scrapy sets up one that is text."""
    if settings["BLOGCRAWLER_LOG_FORMAT"] != "json" or not settings.getbool("LOG_INSTALL_ROOT_HANDLER"):
        return
    settings.set("LOG_INSTALL_ROOT_HANDLER", False, priority="cmdline")
    handler: logging.Handler
    if file := settings["LOG_FILE"]:
        mode = "a" if settings.getbool("LOG_FILE_APPEND") else "w"
        handler = logging.FileHandler(file, mode, settings["LOG_ENCODING"])
    elif settings.getbool("LOG_ENABLED"):
        handler = logging.StreamHandler(sys.stderr)
    else:
        handler = logging.NullHandler()
    write_json_log(handler, settings["LOG_LEVEL"], spider, blog)


def run(
    process: AsyncCrawlerProcess | CrawlerProcess,
    crawler: Crawler,
    arguments: dict[str, Any],
    on_interrupt: Callable[[], None] | None = None,
) -> BaseException | None:
    """Run a crawl to its end; returns the error that prevented it from running, if any.

    ``on_interrupt`` is called on Ctrl-C, in addition to Scrapy's own handler.
    """
    if on_interrupt is not None:
        crawler.signals.connect(_install_handler(on_interrupt), signal=signals.engine_started, weak=False)
    crawl = process.crawl(crawler, **arguments)
    errors: list[BaseException] = []
    if isinstance(crawl, Deferred):
        crawl.addErrback(lambda failure: errors.append(_value(failure)))
        process.start()
        return errors[0] if errors else None
    process.start()
    return crawl.exception() if crawl.done() and not crawl.cancelled() else None


def _value(failure: Failure) -> BaseException:
    return failure.value or RuntimeError(str(failure))


def _install_handler(on_interrupt: Callable[[], None]) -> Callable[[], None]:
    """A signal receiver that installs ``on_interrupt`` in front of Scrapy's own handler of Ctrl-C."""

    def engine_started() -> None:
        from twisted.internet import reactor

        scrapy_handler = signal.getsignal(signal.SIGINT)

        def handle(number: int, frame: Any) -> None:
            # Not called directly: the signal may have interrupted a write to the same screen.
            reactor.callFromThread(on_interrupt)
            if callable(scrapy_handler):
                scrapy_handler(number, frame)

        signal.signal(signal.SIGINT, handle)

    return engine_started
