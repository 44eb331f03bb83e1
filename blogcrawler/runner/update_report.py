"""What an update has found, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from ..dates import parse_instant
from ..extensions import count_faults, faults_line
from ..terminal import moment_ahead, one_line, size
from ..updating import PostNews, VisitReport

__all__ = ["update_lines", "visit_lines"]

_GONE_NOTE = "Gone: "


def visit_lines(report: VisitReport, now: datetime) -> list[str]:
    """A headline about the blog, then title and address of each post that is new, has changed or is gone."""
    visit = report.visit
    groups = list(report.groups())
    if visit.outcome == "failed":
        found = f"failed: {one_line(visit.note or 'unknown error')}"
    else:
        found = ", ".join(f"{number:,} {name}" for name, number, _ in groups) or "nothing new"
    due = parse_instant(visit.next)
    again = f"; next visit {moment_ahead(due, now)}" if due else ""
    lines = [f"{one_line(visit.blog)}  {found}{again}"]
    for name, number, named in groups:
        for post in named:
            lines += [f"  {name:<8} {_title(post)}", f"           {one_line(post.url)}"]
        if number > len(named):
            lines.append(f"  {name:<8} and {number - len(named):,} more")
    return lines


def _title(post: PostNews) -> str:
    kinds = f" ({', '.join(post.kinds)})" if post.kinds else ""
    return f"{one_line(post.title or '') or '(no title)'}{kinds}"


def update_lines(stats: Mapping[str, Any]) -> list[str]:
    """The figures of an update."""
    visited, quiet, failed = (stats.get(f"blogs/{name}", 0) for name in ("visited", "quiet", "failed"))
    new, changed, gone = (stats.get(f"posts/{name}", 0) for name in ("new", "changed", "gone"))
    pages, with_news, unread = (stats.get(f"pages/{name}", 0) for name in ("visited", "news", "failed"))
    requests, faults = stats.get("downloader/request_count", 0), count_faults(stats)
    return [
        f"Blogs     {visited:,} visited, {quiet:,} of them unchanged, {failed:,} failed",
        f"Posts     {new:,} new, {changed:,} changed, {gone:,} gone",
        *([f"Pages     {pages:,} visited, {with_news:,} of them with news, {unread:,} failed"] if pages else []),
        f"Requests  {requests:,}, {size(stats.get('downloader/response_bytes', 0))}",
        *([f"Errors    {faults_line(faults)}"] if faults else []),
        *(f"Note      {one_line(note)}" for note in _notes(stats)),
    ]


def _notes(stats: Mapping[str, Any]) -> Iterator[str]:
    """The notes, without those on deleted posts: they are listed with their blogs."""
    return (note for note in stats.get("blogcrawler/notes", ()) if not note.startswith(_GONE_NOTE))
