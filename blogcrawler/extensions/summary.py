"""The summary of a crawl, as a table for people."""

from __future__ import annotations

import logging
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals

from ..crawl_settings import CrawlSettings
from ..downloader import CrawlContext
from ..frontier import whole_crawl
from ..store import database_name
from ..terminal import duration, one_line, percent, size
from .stat_counts import count_failures, count_faults, count_rejected

if TYPE_CHECKING:
    from rich.table import Table
    from scrapy.crawler import Crawler

__all__ = [
    "INTERRUPTED_STAT",
    "Summary",
    "SummaryLog",
    "exit_code",
    "faults_line",
    "render",
    "summarize",
]

#: Set when the user has pressed Ctrl-C.
INTERRUPTED_STAT = "blogcrawler/interrupted"

logger = logging.getLogger(__name__)

_ALWAYS_SHOWN = ("title", "authors", "published", "language", "tags", "text")
"""Fields that are shown even if no post has them."""

_ENDINGS = {
    "finished": "everything has been crawled",
    "enough": "more pages are unlikely to have new posts",
    "shutdown": "interrupted",
    "forced": "killed before it could be closed",
    "closespider_pagecount": "page limit reached (--max-pages)",
    "closespider_itemcount": "post limit reached (--max-posts)",
    "closespider_timeout": "time limit reached (CLOSESPIDER_TIMEOUT)",
    "closespider_errorcount": "too many errors",
    "memusage_exceeded": "memory limit reached",
    "store_failed": "the database failed",
    "archive_failed": "the web archive could not be written",
    "unreachable": "the blog could not be reached",
    "overloaded": "gave up: the server stayed overloaded",
    "max_posts": "post limit reached (BLOGCRAWLER_MAX_POSTS)",
    "max_bytes": "download limit reached (BLOGCRAWLER_MAX_BYTES)",
    "max_hours": "time limit reached (BLOGCRAWLER_MAX_HOURS)",
    "dead_links": "gave up: too many dead links in a row",
}

#: Finish reasons of crawls that found all they could.
_COMPLETE = ("finished", "enough")

_NO_POSTS = "No posts were found. Is it a blog? Give the address of a page that lists posts, or a feed (--feed URL)."


@dataclass(frozen=True, slots=True)
class Coverage:
    """Number of comments found; on posts that state a number, ``covered`` of ``expected`` were found."""

    got: int = 0
    covered: int = 0
    expected: int = 0

    def __str__(self) -> str:
        if not self.expected:
            return f"{self.got:,}"
        return f"{self.got:,}, {percent(self.covered, self.expected)} of the {self.expected:,} stated on posts"


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one crawl.

    ``fields`` is the number of posts that have each field, ``failures`` the number of failures of each kind,
    ``places`` the location of each kind of result, ``rejected`` the number of pages that are not posts by reason,
    ``faults`` the number of errors in each optional step. All figures of a resumed crawl include those before it was
    stopped; ``before`` is the number of its posts then.
    """

    posts: int
    found: int
    stored: int
    fields: Mapping[str, int]
    requests: int
    responses: int
    bytes: int
    failures: Mapping[str, int]
    seconds: float
    ending: str
    places: Mapping[str, str]
    notes: tuple[str, ...] = ()
    comments: Coverage = Coverage()
    rejected: Mapping[str, int] = field(default_factory=dict)
    before: int = 0
    faults: Mapping[str, int] = field(default_factory=dict)

    def rows(self) -> list[tuple[str, str]]:
        """Label and value of each line; labels of details begin with spaces."""
        found = f" of {self.found:,} found" if self.found > self.posts else ""
        missing = f", {self.stored:,} in the database" if self.stored != self.posts else ""
        resumed = f", {self.before:,} of them before the crawl was resumed" if self.before else ""
        return [
            ("Posts", f"{self.posts:,}{found}{missing}{resumed}"),
            *((f"  {name}", self._share(number)) for name, number in self.fields.items()),
            *((("Comments", str(self.comments)),) if self.comments.got or self.comments.expected else ()),
            *((("Not posts", _listed(self.rejected)),) if self.rejected else ()),
            ("Requests", f"{self.requests:,}, {self.responses:,} answered, {size(self.bytes)}"),
            ("Failures", _listed(self.failures)),
            *((("Errors", faults_line(self.faults)),) if self.faults else ()),
            ("Time", duration(self.seconds)),
            ("Ended", self.ending),
            *((kind, place) for kind, place in self.places.items()),
            *(("Note", note) for note in self.notes),
        ]

    def _share(self, number: int) -> str:
        return f"{number:,} ({percent(number, self.posts)})"

    def __str__(self) -> str:
        rows = self.rows()
        width = max(13, *(len(label) for label, _ in rows))
        return "\n".join(f"{label:<{width}} {value}" for label, value in rows)


def summarize(stats: Mapping[str, Any], folder: Path | None = None, database: str | None = None) -> Summary:
    """Build the summary of a crawl from Scrapy's stats.

    ``folder`` is the blog's folder, whose existing results are listed; ``database`` is the name to show.
    """
    stats = whole_crawl(stats, _seconds(stats))
    posts = stats.get("posts/extracted", 0)
    prefix = "posts/fields/"
    counts = {key.removeprefix(prefix): value for key, value in stats.items() if key.startswith(prefix)}
    names = [*_ALWAYS_SHOWN, *(name for name in counts if name not in _ALWAYS_SHOWN)]
    reason = stats.get("finish_reason") or "forced"
    return Summary(
        posts=posts,
        found=stats.get("posts/found", 0),
        stored=stats.get("posts/stored", 0),
        fields={name: counts.get(name, 0) for name in names} if posts else {},
        requests=stats.get("downloader/request_count", 0),
        responses=stats.get("downloader/response_count", 0),
        bytes=stats.get("downloader/response_bytes", 0),
        failures=count_failures(stats),
        rejected=count_rejected(stats),
        faults=count_faults(stats),
        seconds=stats["elapsed_time_seconds"],
        before=stats.get("posts/before", 0),
        ending=_ENDINGS.get(reason, one_line(reason)),
        places=_places(stats, folder, database),
        comments=Coverage(
            stats.get("comments/got", 0), stats.get("comments/got_of_expected", 0), stats.get("comments/expected", 0)
        ),
        notes=_notes(stats, found_nothing=not posts and reason in _COMPLETE),
    )


def _notes(stats: Mapping[str, Any], found_nothing: bool) -> tuple[str, ...]:
    notes = tuple(one_line(str(note)) for note in stats.get("blogcrawler/notes") or ())
    return (*notes, _NO_POSTS) if found_nothing and not stats.get("posts/before") else notes


def faults_line(faults: Mapping[str, int]) -> str:
    """The errors in optional steps, for people."""
    return f"{_listed(faults)} in optional steps; the log says more"


def exit_code(stats: Mapping[str, Any]) -> int:
    """The exit code of a crawl: 0 if it has found something, also before it was resumed, 130 after Ctrl-C, else 1.

    An update that finds nothing new is a success, one that can visit none of its blogs is not.
    """
    if stats.get(INTERRUPTED_STAT) and stats.get("finish_reason") != "finished":
        return 128 + signal.SIGINT
    harvested = any(stats.get(name) for name in ("posts/extracted", "posts/before", "records/found"))
    visited = stats.get("blogs/visited")
    updated = visited is not None and (not visited or stats.get("blogs/failed", 0) < visited)
    return 0 if harvested or updated else 1


def render(summary: Summary) -> Table:
    """The summary as a Rich table."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for label, value in summary.rows():
        detail = label.startswith("  ")
        style = "yellow" if label == "Note" else ""
        if detail:
            style = _grade(summary.fields[label.strip()], summary.posts)
        table.add_row(Text(label, style="not bold" if detail else ""), Text(value, style=style))
    return table


class SummaryLog:
    """Writes the summary to the log at the end of a crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler)
        # Later than spider_closed, when all other components have set their stats.
        crawler.signals.connect(extension.engine_stopped, signal=signals.engine_stopped)
        return extension

    def engine_stopped(self) -> None:
        logger.info("Summary:\n%s", summary_of(self._crawler))


def summary_of(crawler: Crawler) -> Summary:
    """The summary of a finished crawl."""
    settings = CrawlSettings.from_settings(crawler.settings)
    database = database_name(settings.database_url, settings.home)
    return summarize(crawler.stats.get_stats(), CrawlContext.of(crawler).folder, database)


def _places(stats: Mapping[str, Any], folder: Path | None, database: str | None) -> dict[str, str]:
    places = {}
    if folder is not None:
        for kind, name in (("Records", "posts.jsonl"), ("Web archive", "warc"), ("Log", "crawl.log")):
            if (folder / name).exists():
                places[kind] = str(folder / name)
    if "Web archive" in places and "warc/records" in stats:
        records, written = stats["warc/records"], stats.get("warc/bytes", 0)
        places["Web archive"] += f" ({records:,} records, {size(written)})"
    if database is not None:
        places["Database"] = database
    return places


def _seconds(stats: Mapping[str, Any]) -> float:
    """The duration of the crawl; if Scrapy was forced to stop, the time since it started."""
    if "start_time" in stats and "elapsed_time_seconds" not in stats:
        return float((datetime.now(UTC) - stats["start_time"]).total_seconds())
    return float(stats.get("elapsed_time_seconds", 0))


def _listed(counts: Mapping[str, int]) -> str:
    """The sum of some counts, and each of them in parentheses."""
    each = ", ".join(f"{kind} × {number:,}" for kind, number in counts.items())
    return f"{sum(counts.values()):,}" + (f" ({each})" if each else "")


def _grade(part: int, whole: int) -> str:
    return "green" if part >= 0.95 * whole else "" if part >= 0.5 * whole else "yellow"
