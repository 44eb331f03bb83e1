"""Crawls for a person at a terminal: progress while they run, a summary at the end."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from scrapy.crawler import AsyncCrawlerProcess, Crawler

from ..blog import make_folder
from ..crawl_settings import CrawlSettings, check_settings
from ..extensions import (
    INTERRUPTED_STAT,
    Progress,
    exit_code,
    hint_about_contact,
    render,
    summary_of,
    update_lines,
)
from .crawl_setup import prepare_crawl
from .process import load_settings, run

__all__ = ["crawl_in_terminal", "update_blogs"]


def crawl_in_terminal(url: str, feed: str | None, given: dict[str, Any], fresh: bool = False) -> int:
    """Crawl a blog with the given settings on top of the project's; returns the exit code.

    An interrupted crawl is resumed, unless ``fresh`` is true.
    """
    prepared = prepare_crawl(url, given, fresh, progress="live" if sys.stderr.isatty() else "lines")
    crawler = prepared.crawler
    if prepared.resumed:
        _say(f"Resuming the interrupted crawl of {url} (--fresh starts again from the beginning)")
    else:
        _say(f"Crawling {url}")
    arguments = {"url": url} | ({"feed": feed} if feed else {})
    error = run(prepared.process, crawler, arguments, on_interrupt=lambda: _announce_stop(crawler))
    if error is not None:
        raise error
    if progress := crawler.get_extension(Progress):
        progress.close()  # still open if the crawl was forced to stop
    code = _report(crawler, url)
    if hint := hint_about_contact(prepared.process.settings):
        _say(hint)
    return code


def update_blogs(arguments: dict[str, str], given: dict[str, Any]) -> int:
    """Update known blogs, with the arguments of the spider ``updatecrawl``; returns the exit code."""
    settings = load_settings()
    settings.set("BLOGCRAWLER_PROGRESS", "off", priority="cmdline")
    settings.setdict(given, priority="cmdline")
    home = check_settings(settings, os.environ).home
    make_folder(home)
    if "LOG_FILE" not in given:
        settings.set("LOG_FILE", str(home / "update.log"), priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler("updatecrawl")
    error = run(process, crawler, arguments, on_interrupt=lambda: _announce_stop(crawler))
    if error is not None:
        raise error
    stats = crawler.stats.get_stats()
    for line in update_lines(stats):
        print(line)
    if "watch" in arguments:  # Ctrl-C is how it is meant to end
        stats = {name: value for name, value in stats.items() if name != INTERRUPTED_STAT}
    return exit_code(stats)


def _announce_stop(crawler: Crawler) -> None:
    crawler.stats.set_value(INTERRUPTED_STAT, True)
    message = "stopping… (again to force)"
    if progress := crawler.get_extension(Progress):
        progress.say(message)
    else:
        _say(message)


def _report(crawler: Crawler, url: str) -> int:
    summary = summary_of(crawler)
    console = Console()
    if console.is_terminal:
        console.print(render(summary), highlight=False)
    else:
        print(summary)
    stats = crawler.stats.get_stats()
    if stats.get("finish_reason") != "finished" and Path(crawler.settings["JOBDIR"] or "").is_dir():
        home = CrawlSettings.from_settings(crawler.settings).home
        where = "" if home == CrawlSettings().home else f" --home {shlex.quote(str(home))}"
        _say(f"The crawl is not complete; resume it: blogcrawler crawl{where} {shlex.quote(url)}")
    return exit_code(stats)


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
