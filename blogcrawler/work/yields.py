"""Whether a blog has stopped yielding posts, judging by its last crawls and visits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from ..items import Run
from ..terminal import counted

__all__ = ["YieldDrop", "yield_drop"]

#: Answers of servers that do not want to be crawled.
_BLOCKING = ("401", "403", "407", "429", "451", "503")
_BLOCKED = re.compile(rf"\bHTTP (?:{'|'.join(_BLOCKING)})\b")
_MOVED = re.compile(r"\bHTTP (?:404|410)\b|\bmoved\b", re.IGNORECASE)
#: Fewer requests or posts say nothing about shares.
_MIN_REQUESTS, _MIN_POSTS = 5, 5
#: Failures in a row until a blog counts as gone.
_FAILURES = 3


@dataclass(frozen=True, slots=True)
class YieldDrop:
    """A blog that yields fewer posts than before, and why: it is blocked, has moved, fails, or its rules are broken."""

    kind: Literal["blocked", "moved", "failing", "rules_broken", "no_posts"]
    text: str


def yield_drop(runs: Sequence[Run]) -> YieldDrop | None:
    """What is wrong with a blog whose last ``runs`` are given, the latest first; ``None`` if nothing is."""
    ended = [run for run in runs if run.outcome != "interrupted"]
    if not ended:
        return None
    last, earlier = ended[0], ended[1:]
    note = last.notes[-1] if last.notes else last.ending
    blocked = sum(last.failures.get(status, 0) for status in _BLOCKING)
    if last.requests >= _MIN_REQUESTS and blocked * 2 >= last.requests:
        return YieldDrop("blocked", f"{blocked:,} of {last.requests:,} requests were refused")
    if last.outcome == "failed":
        if _BLOCKED.search(note):
            return YieldDrop("blocked", note)
        if _MOVED.search(note):
            return YieldDrop("moved", note)
        failed = next((place for place, run in enumerate(ended) if run.outcome != "failed"), len(ended))
        return YieldDrop("failing", f"failed {failed} times in a row: {note}") if failed >= _FAILURES else None
    crawls = [run for run in earlier if run.kind == last.kind == "crawl" and run.posts >= _MIN_POSTS]
    if not crawls:
        return None
    if last.outcome == "complete" and last.posts * 2 < median(run.posts for run in crawls):
        usual = round(median(run.posts for run in crawls))
        return YieldDrop("no_posts", f"{counted(last.posts, 'post')}, where there were {usual:,}")
    for name in ("text", "title"):
        usual_share = median(run.fields.get(name, 0) / run.posts for run in crawls)
        share = last.fields.get(name, 0) / last.posts if last.posts else 0
        if last.posts >= _MIN_POSTS and share * 2 < usual_share:
            return YieldDrop("rules_broken", f"{share:.0%} of the posts have a {name}, where {usual_share:.0%} had")
    return None
