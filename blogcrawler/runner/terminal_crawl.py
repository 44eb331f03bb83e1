"""Crawls for a person at a terminal: progress while they run, a summary at the end."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from scrapy.crawler import AsyncCrawlerProcess, Crawler

from ..blog import make_folder
from ..crawl_settings import CrawlSettings, check_settings
from ..errors import Unreachable
from ..extensions import INTERRUPTED_STAT, Progress, exit_code, hint_about_contact, render, summary_of
from ..store import open_store
from ..terminal import counted, duration, moment_ahead, one_line
from ..updating import VisitReport, visit_ended
from .crawl_setup import prepare_crawl
from .process import load_settings, prepare_log, run
from .update_report import update_lines, visit_lines
from .verbosity import Verbosity, log_to_stderr

__all__ = ["crawl_in_terminal", "update_blogs"]


def crawl_in_terminal(
    url: str, feed: str | None, given: dict[str, Any], fresh: bool = False, verbosity: Verbosity = Verbosity.NORMAL
) -> int:
    """Crawl a blog with the given settings on top of the project's; returns the exit code.

    An interrupted crawl is resumed, unless ``fresh`` is true.
    """
    prepared = prepare_crawl(url, given, fresh, progress=_progress_mode(verbosity))
    log_to_stderr(verbosity, prepared.process.settings["BLOGCRAWLER_LOG_FORMAT"], "newcrawl", url)
    crawler = prepared.crawler
    if verbosity > Verbosity.QUIET:
        again = f"Resuming the interrupted crawl of {url} (--fresh starts again from the beginning)"
        _say(again if prepared.resumed else f"Crawling {url}")
    arguments = {"url": url} | ({"feed": feed} if feed else {})
    error = run(prepared.process, crawler, arguments, on_interrupt=lambda: _announce_stop(crawler))
    if error is not None:
        raise error
    if progress := crawler.get_extension(Progress):
        progress.close()  # still open if the crawl was forced to stop
    if verbosity <= Verbosity.QUIET:
        return _report_briefly(crawler, url)
    code = _report(crawler, url)
    if hint := hint_about_contact(prepared.process.settings):
        _say(hint)
    return code


def _progress_mode(verbosity: Verbosity) -> str:
    """The value of ``BLOGCRAWLER_PROGRESS``. A display that is updated in place would be torn apart by the log."""
    if verbosity != Verbosity.NORMAL:
        return "off" if verbosity < Verbosity.NORMAL else "log"
    return "live" if sys.stderr.isatty() else "lines"


def update_blogs(arguments: dict[str, str], given: dict[str, Any], verbosity: Verbosity = Verbosity.NORMAL) -> int:
    """Update known blogs, with the arguments of the spider ``updatecrawl``; returns the exit code."""
    settings = load_settings()
    settings.set("BLOGCRAWLER_PROGRESS", "off", priority="cmdline")
    settings.setdict(given, priority="cmdline")
    options = check_settings(settings, os.environ)
    make_folder(options.home)
    if "LOG_FILE" not in given:
        settings.set("LOG_FILE", str(options.home / "update.log"), priority="cmdline")
    prepare_log(settings, "updatecrawl", arguments.get("url"))
    process = AsyncCrawlerProcess(settings)
    log_to_stderr(verbosity, options.log_format, "updatecrawl", arguments.get("url"))
    crawler = process.create_crawler("updatecrawl")
    forever, quiet = "forever" in arguments, verbosity <= Verbosity.QUIET

    def show_visit(report: VisitReport) -> None:
        _show_visit(report, quiet, only_news=forever)

    crawler.signals.connect(show_visit, signal=visit_ended)
    if forever and not quiet:
        _say("Updating; posts that are new, changed or gone are listed here. Ctrl-C stops.")
    error = run(process, crawler, arguments, on_interrupt=lambda: _announce_stop(crawler))
    if error is not None:
        raise error
    stats = crawler.stats.get_stats()
    if not quiet:
        for line in update_lines(stats):
            print(line)
        if not stats.get("blogs/visited") and not stats.get("pages/visited") and not forever and "url" not in arguments:
            _say_when_due(options)
    if forever:  # Ctrl-C is how it is meant to end
        stats = {name: value for name, value in stats.items() if name != INTERRUPTED_STAT}
    return exit_code(stats)


def _show_visit(report: VisitReport, quiet: bool, only_news: bool) -> None:
    """Print what a visit has found; in ``quiet`` mode only failures."""
    failed = report.visit.outcome == "failed"
    lines = visit_lines(report, datetime.now(UTC))
    if failed:
        _say(lines[0])
    elif not quiet and not (only_news and report.visit.outcome == "quiet"):
        print("\n".join(lines), flush=True)


def _say_when_due(options: CrawlSettings) -> None:
    with closing(open_store(options.database_url, options.home)) as store:
        due = store.schedule.next_due()
    if due is None:
        _say("There are no blogs yet; crawl one: blogcrawler crawl URL")
    else:
        when = moment_ahead(due, datetime.now(UTC))
        _say(f"No blog is due. The next visit is due {when}; to visit all blogs at once: blogcrawler update --all")


def _announce_stop(crawler: Crawler) -> None:
    crawler.stats.set_value(INTERRUPTED_STAT, True)
    message = "stopping… (again to force)"
    if progress := crawler.get_extension(Progress):
        progress.say(message)
    else:
        _say(message)


def _report(crawler: Crawler, url: str) -> int:
    summary = summary_of(crawler)
    if crawler.stats.get_value("finish_reason") == "unreachable" and summary.notes:
        raise Unreachable(summary.notes[-1])  # a table of zeros would hide it
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


def _report_briefly(crawler: Crawler, url: str) -> int:
    """Print one line about a crawl; why it has failed, if it has."""
    summary, code = summary_of(crawler), exit_code(crawler.stats.get_stats())
    figures = f"{counted(summary.posts, 'post')}, {counted(summary.requests, 'request')}, {duration(summary.seconds)}"
    print(f"{one_line(url)}  {figures}; {summary.ending}", flush=True)
    if code:
        for note in summary.notes:
            _say(note)
    return code


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
