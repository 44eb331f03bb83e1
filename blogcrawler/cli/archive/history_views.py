"""Views of the history of blogs for Rich: statistics and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ...dates import parse_instant
from ...feeds import HOURS, FeedHints, FeedRhythm, Intervals, intervals, pooled_deviation
from ...items import Blog, Visit
from ...store import Store
from ...terminal import counted, moment_ahead, one_line

__all__ = ["BlogHistory", "blog_history", "blog_view", "blogs_view"]

_BLOCKS = " ▁▂▃▄▅▆▇█"
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_BAR_WIDTH = 40
_LAST_VISITS = 10


@dataclass(frozen=True, slots=True)
class BlogHistory:
    """A blog over time."""

    blog: Blog
    posts: int
    gone: int
    versions: int
    dates: list[datetime]
    intervals: Intervals | None
    visits: list[Visit]
    due: datetime | None
    feed_type: str | None
    entries: int | None
    hints: FeedHints


def blog_history(store: Store, blog: Blog) -> BlogHistory:
    """The history of a blog, read from the store."""
    dates = [date for _, published, _ in store.post_states.published(blog.url) if (date := parse_instant(published))]
    gone, versions = store.post_states.counts(blog.url)
    feed = next((source for source in store.schedule.sources(blog.url) if source.kind == "feed"), None)
    facts = feed.facts if feed else {}
    return BlogHistory(
        blog,
        store.count(blog.url),
        gone,
        versions,
        dates,
        intervals(dates),
        store.schedule.visits(blog.url),
        store.schedule.due(blog.url),
        facts.get("type"),
        facts.get("entries"),
        FeedHints.from_record(facts),
    )


def blogs_view(histories: Sequence[BlogHistory], now: datetime | None = None) -> Group:
    """How often each blog publishes, and when it is visited; and what is usual for all of them."""
    now = now or datetime.now(UTC)
    names = ("Posts", "Gone", "Changes", "New post every", "Last post", "Visits", "Next visit")
    rows = [_figures(one, now) for one in histories]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = [Text("Blog", style="bold"), Text(_aligned(names, widths), style="bold")]
    for one, row in zip(histories, rows, strict=True):  # addresses are too long for the same line as the figures
        lines += [Text(one_line(one.blog.url), overflow="fold"), Text(_aligned(row, widths))]
    every = [one.intervals for one in histories if one.intervals]
    pooled = pooled_deviation(every)
    types = Counter(one.feed_type for one in histories if one.feed_type)
    lines.append(Text())
    if pooled is not None and len(every) > 1:
        lines.append(Text(f"The time between two posts of a blog usually varies by {_span(pooled)}."))
    if types:
        lines.append(Text("Feeds: " + ", ".join(f"{kind} × {number}" for kind, number in types.most_common())))
    return Group(*lines)


def _figures(one: BlogHistory, now: datetime) -> tuple[str, ...]:
    return (
        f"{one.posts:,}",
        f"{one.gone:,}",
        f"{one.versions:,}",
        _span(one.intervals.median) if one.intervals else "unknown",
        f"{max(one.dates):%Y-%m-%d}" if one.dates else "unknown",
        f"{len(one.visits):,}",
        moment_ahead(one.due, now).partition(" (")[0] if one.due else "now",
    )


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  " + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def blog_view(one: BlogHistory, now: datetime | None = None) -> Group:
    """One blog: intervals between posts, posts by year and by hour of the week, the last visits."""
    now = now or datetime.now(UTC)
    parts: list[Text | Table] = [Text(one_line(one.blog.title or one.blog.url), style="bold"), Text(one.blog.url)]
    older = counted(one.versions, "earlier version") if one.versions else "no earlier versions"
    parts.append(Text(f"{counted(one.posts, 'post')}, {one.gone or 'none'} gone, {older}"))
    parts.append(Text(_feed(one)))
    spread = one.intervals
    if spread:
        half = f"half of the times between {_span(spread.lower)} and {_span(spread.upper)}"
        parts.append(Text(f"A new post {_every(spread.median)}, {half}; the longest pause was {_span(spread.longest)}"))
        rhythm = FeedRhythm.learn(one.dates, now)
        parts.append(Text(f"Expected from now on: {_frequency(rhythm.rate * HOURS)}"))
        parts += [Text(), Text("Posts by year", style="bold"), *_years(one.dates)]
        parts += [Text(), Text("When posts appear: hours of the week, in UTC", style="bold"), *_week(rhythm)]
    if one.visits:
        parts += [Text(), Text("Last visits", style="bold"), _visits(one.visits[-_LAST_VISITS:])]
    parts += [Text(), Text(f"Next visit: {moment_ahead(one.due, now) if one.due else 'now'}")]
    return Group(*parts)


def _feed(one: BlogHistory) -> str:
    """The feed in words, with what it asks of its readers."""
    if one.feed_type is None and one.blog.feed is None:
        return "Feed: none"
    hints = one.hints
    asks = [
        f"wants at least {_span(hints.ttl / 60)} between visits" if hints.ttl else "",
        f"says it changes {_every(hints.period)}" if hints.period else "",
        f"no visits at {', '.join(map(str, hints.skip_hours))} o'clock (UTC)" if hints.skip_hours else "",
        f"no visits on {', '.join(_DAYS[day] for day in hints.skip_days)}" if hints.skip_days else "",
    ]
    parts = [one.feed_type or "unknown format", f"{one.entries or '?'} entries", *filter(None, asks)]
    return f"Feed: {', '.join(parts)}"


def _frequency(a_week: float) -> str:
    """How often posts are expected, in a readable unit."""
    for number, unit in ((a_week / 7, "day"), (a_week, "week"), (a_week * 52 / 12, "month"), (a_week * 52, "year")):
        if number >= 1:
            return f"about {number:.0f} post{'' if round(number) == 1 else 's'} a {unit}"
    return "less than one post a year"


def _years(dates: Sequence[datetime]) -> list[Text]:
    counts = Counter(date.year for date in dates)
    most = max(counts.values())
    return [
        Text.assemble(
            f"{year}  ", ("█" * max(1, round(_BAR_WIDTH * counts[year] / most)), "cyan"), f" {counts[year]:,}"
        )
        for year in sorted(counts)
    ]


def _week(rhythm: FeedRhythm) -> list[Text]:
    """The expected posts by hour of the week, one line per day."""
    most = max(rhythm.shape)
    levels = [_BLOCKS[round(value / most * (len(_BLOCKS) - 1))] for value in rhythm.shape]
    lines = [Text.assemble(f"{day}  ", ("".join(levels[n * 24 : n * 24 + 24]), "cyan")) for n, day in enumerate(_DAYS)]
    return [*lines, Text("     0     6     12    18", style="dim")]


def _visits(visits: Sequence[Visit]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("When", "Outcome", "Requests", "New", "Changed", "Gone", "Note"):
        table.add_column(name)
    for visit in visits:
        numbers = (str(number) for number in (visit.requests, visit.new, visit.changed, visit.gone))
        table.add_row(_moment(visit.began), visit.outcome, *numbers, Text(one_line(visit.note or "")))
    return table


def _moment(text: str) -> str:
    return text[:16].replace("T", " ")


def _every(hours: float) -> str:
    return f"every {_span(hours).removeprefix('1 ')}"


def _span(hours: float) -> str:
    """A duration in a readable unit: ``40 minutes``, ``7 hours``, ``12 days``."""
    for length, unit in ((24.0, "day"), (1.0, "hour"), (1 / 60, "minute")):
        if hours >= (2 if unit == "day" else 1) * length:
            break
    number = round(hours / length)
    return f"{number:,} {unit}{'' if number == 1 else 's'}"
