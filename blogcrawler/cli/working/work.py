"""``blogcrawler work``: a worker."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from ...crawl_settings import CrawlSettings
from ...logs import write_json_log
from ...store import open_store
from ..crawling.setting_options import assigned
from ..program import HOME_OPTION, Database, app

#: A second signal does not wait for the crawls any longer.
_STOP = (signal.SIGINT, signal.SIGTERM)

logger = logging.getLogger(__name__)


@app.command()
def work(
    slots: Annotated[
        int, typer.Option("--slots", min=1, metavar="N", help="Crawl this many blogs at the same time.")
    ] = 2,
    once: Annotated[bool, typer.Option("--once", help="Exit when nothing is due, instead of waiting.")] = False,
    metrics_port: Annotated[
        int | None, typer.Option("--metrics-port", metavar="PORT", help="Serve metrics for Prometheus on this port.")
    ] = None,
    metrics_host: Annotated[
        str, typer.Option("--metrics-host", metavar="ADDRESS", help="The address on which metrics are served.")
    ] = "127.0.0.1",
    home: Annotated[Path | None, HOME_OPTION] = None,
    database: Database = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy or blogcrawler for all crawls."),
    ] = None,
) -> None:
    """Run a worker: crawl queued blogs, and update due ones. Until Ctrl-C; any number of workers share the work."""
    given = assigned(setting)
    settings = CrawlSettings.with_settings(os.environ, given)
    settings = replace(settings, home=home or settings.home, database_url=database or settings.database_url)
    with ExitStack() as stack:
        from ...work import Worker, serve_metrics

        store = stack.enter_context(closing(open_store(settings.database_url, settings.home)))
        if metrics_port is not None:
            for_metrics = stack.enter_context(closing(open_store(settings.database_url, settings.home)))
            stack.callback(serve_metrics(for_metrics, metrics_host, metrics_port))
        say = _say_to(settings.log_format)
        worker = Worker(store, settings, slots, given, say)
        say(f"worker {worker.name}: {slots} at a time; Ctrl-C stops it, and its crawls are continued later")
        asyncio.run(_run(worker, once))


async def _run(worker: object, once: bool) -> None:
    from ...work import Worker

    assert isinstance(worker, Worker)
    loop = asyncio.get_running_loop()
    for number in _STOP:
        loop.add_signal_handler(number, worker.stop)
    await worker.run(once)


def _say_to(log_format: str) -> Callable[[str], None]:
    """What prints the lines of the worker, and in JSON all else that is logged."""
    if log_format == "json":
        write_json_log(logging.StreamHandler(sys.stdout), logging.INFO)
        return lambda line: logger.info("%s", line)
    return lambda line: print(f"{datetime.now():%H:%M:%S}  {line}", flush=True)
