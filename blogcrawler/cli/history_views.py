"""Views of the history of blogs and posts for Rich: differences, statistics, plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ..changes import diff_posts
from ..dates import parse_instant
from ..feeds import HOURS, FeedHints, FeedRhythm, Intervals, intervals, pooled_deviation
from ..items import Blog, Post, Version, Visit
from ..store import Store
from ..terminal import one_line, safe

__all__ = ["BlogHistory", "blog_history", "blog_view", "blogs_view", "versions_view"]

_STYLES = {"-": "red", "+": "green", "@": "bold", " ": "dim"}
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


def versions_view(post: Post, versions: Sequence[Version]) -> Group:
    """The versions of a post, each with its differences from the next one."""
    parts: list[Text] = [Text(one_line(post.title or post.url), style="bold"), Text(one_line(post.url), style="dim")]
    later = [version.record for version in versions[1:]] + [post]
    for version, record in zip(versions, later, strict=True):
        parts += [Text(), Text(f"{_moment(version.until)}  {', '.join(version.kinds)}", style="bold cyan")]
        for line in diff_posts(version.record, record):
            text = Text(f"{line.sign} " if line.sign != "@" else "", style=_STYLES[line.sign])
            shown = Text(safe(line.text))
            if len(shown.plain) == len(line.text):  # otherwise the positions no longer match the text
                for start, end in line.marked:
                    shown.stylize("reverse", start, end)
            parts.append(text.append_text(shown))
    return Group(*parts)


def blogs_view(histories: Sequence[BlogHistory]) -> Group:
    """The figures of each blog, and those of all blogs together."""
    names = ("Posts", "Gone", "Old", "Feed", "Size", "25 %", "Median", "75 %", "Visits", "Due")
    rows = [_figures(one) for one in histories]
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = [Text("Blog", style="bold"), Text(_aligned(names, widths), style="bold")]
    for one, row in zip(histories, rows, strict=True):  # addresses are too long for the same line as the figures
        lines += [Text(one_line(one.blog.url), overflow="fold"), Text(_aligned(row, widths))]
    every = [one.intervals for one in histories if one.intervals]
    pooled = pooled_deviation(every)
    types = Counter(one.feed_type for one in histories if one.feed_type)
    lines.append(Text())
    if pooled is not None:
        lines.append(Text(f"Pooled deviation of the intervals: {_span(pooled)}"))
    if types:
        lines.append(Text("Feeds: " + ", ".join(f"{kind} × {number}" for kind, number in types.most_common())))
    return Group(*lines)


def _figures(one: BlogHistory) -> tuple[str, ...]:
    spread = one.intervals
    return (
        f"{one.posts:,}",
        f"{one.gone:,}",
        f"{one.versions:,}",
        one.feed_type or "",
        str(one.entries or ""),
        *((_span(spread.lower), _span(spread.median), _span(spread.upper)) if spread else ("", "", "")),
        f"{len(one.visits):,}",
        one.due.strftime("%m-%d %H:%M") if one.due else "now",
    )


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  " + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def blog_view(one: BlogHistory, now: datetime | None = None) -> Group:
    """One blog: intervals between posts, posts by year and by hour of the week, the last visits."""
    now = now or datetime.now(UTC)
    parts: list[Text | Table] = [Text(one_line(one.blog.title or one.blog.url), style="bold"), Text(one.blog.url)]
    parts.append(Text(f"{one.posts:,} posts, {one.gone:,} gone, {one.versions:,} earlier versions"))
    hints = ", ".join(f"{name} {value}" for name, value in one.hints.record().items())
    feed = ", ".join(filter(None, [one.feed_type or "unknown", f"{one.entries or '?'} entries", hints]))
    parts.append(Text(f"Feed: {feed}"))
    spread = one.intervals
    if spread:
        quartiles = f"{_span(spread.lower)} – {_span(spread.median)} – {_span(spread.upper)}"
        ends = f"{_span(spread.shortest)} to {_span(spread.longest)}"
        parts.append(Text(f"Between posts: {quartiles} (quartiles), {ends}, deviation {_span(spread.deviation)}"))
        rhythm = FeedRhythm.learn(one.dates, now)
        parts.append(Text(f"Expected: {rhythm.rate * HOURS:.2g} posts a week"))
        parts += [Text(), Text("Posts by year", style="bold"), *_years(one.dates)]
        parts += [Text(), Text("The week (UTC)", style="bold"), *_week(rhythm)]
    if one.visits:
        parts += [Text(), Text("Last visits", style="bold"), _visits(one.visits[-_LAST_VISITS:])]
    parts += [Text(), Text(f"Due: {one.due:%Y-%m-%d %H:%M}" if one.due else "Due: now")]
    return Group(*parts)


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


def _span(hours: float) -> str:
    """A duration in a readable unit: ``40 min``, ``7 h``, ``12 d``."""
    if hours < 1:
        return f"{hours * 60:.0f} min"
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} d"
