"""A crawl in this process, from Scrapy's settings to how it ended."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.settings import Settings
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

if TYPE_CHECKING:
    from scrapy.crawler import AsyncCrawlerProcess, Crawler, CrawlerProcess

__all__ = ["load_settings", "run"]


def load_settings() -> Settings:
    """The project's settings, wherever the program is called from."""
    settings = Settings()
    settings.setmodule(os.environ.get("SCRAPY_SETTINGS_MODULE") or "blogcrawler.settings", priority="project")
    return settings


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
