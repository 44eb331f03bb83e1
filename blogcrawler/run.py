"""A crawl in this process, from Scrapy's settings to how it ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.settings import Settings
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from .errors import UsageError
from .urls import blog_address

if TYPE_CHECKING:
    from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcess

__all__ = ["blog_folder", "load_settings", "make_folder", "run"]


def load_settings() -> Settings:
    """The project's settings, wherever the program is called from."""
    settings = Settings()
    settings.setmodule(os.environ.get("SCRAPY_SETTINGS_MODULE") or "blogcrawler.settings", priority="project")
    return settings


def blog_folder(home: Path, url: str) -> Path:
    """The folder of a blog's results, named after its host; ``UsageError`` if the address is none."""
    parts = urlsplit(blog_address(url))
    return home / ((parts.hostname or "") + (f"_{parts.port}" if parts.port else ""))


def make_folder(folder: Path) -> None:
    """Make a folder for results if there is none; ``UsageError`` if nothing can be put there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {folder} cannot be made: {error.strerror}; name another by --home") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"nothing can be written to the folder {folder}; name another by --home")


def run(
    process: AsyncCrawlerProcess | CrawlerProcess,
    crawler: Crawler,
    arguments: dict[str, Any],
    on_interrupt: Callable[[], None] | None = None,
) -> BaseException | None:
    """Run a crawl to its end; the error that kept it from running, if one did.

    ``on_interrupt`` is called at the first Ctrl-C, beside what Scrapy does then.
    """
    if on_interrupt is not None:
        crawler.signals.connect(_watch(on_interrupt), signal=signals.engine_started, weak=False)
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


def _watch(on_interrupt: Callable[[], None]) -> Callable[[], None]:
    """A function that puts ``on_interrupt`` before Scrapy's own handler of Ctrl-C."""

    def engine_started() -> None:
        from twisted.internet import reactor

        scrapys = signal.getsignal(signal.SIGINT)

        def handle(number: int, frame: Any) -> None:
            # Not here: the signal may have come in the middle of writing to the same screen.
            reactor.callFromThread(on_interrupt)
            if callable(scrapys):
                scrapys(number, frame)

        signal.signal(signal.SIGINT, handle)

    return engine_started
