"""Visits by a feed's rhythm compared with fixed intervals, on the real publication dates of a corpus.

Each blog's posts appear when they really did, in a feed with a fixed number of entries. A post is caught if a visit
happens while it is in the feed; the rhythm knows only posts that it has caught. ``make bench-rhythm``.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean, median, quantiles

from blogcrawler.feeds import FeedRhythm

#: Returns the next visit, given the posts caught so far, the current time and the size of the feed.
Policy = Callable[[list[datetime], datetime, int], datetime]

#: Number of posts known from the first crawl of a blog.
KNOWN = 3


def every(hours: float) -> Policy:
    return lambda caught, now, size: now + timedelta(hours=hours)


def by_rhythm(caught: list[datetime], now: datetime, size: int) -> datetime:
    return FeedRhythm.learn(caught, now).next_visit(now, size)


@dataclass
class Result:
    posts: int = 0
    missed: int = 0
    requests: int = 0
    delays: list[float] = field(default_factory=list)

    def row(self, name: str, reference: int) -> str:
        caught = 100 * (1 - self.missed / self.posts)
        tenths = quantiles(self.delays, n=10)
        return (
            f"| {name} | {caught:.1f} % | {self.missed} | {self.requests:,} | {100 * self.requests / reference:.0f} % "
            f"| {median(self.delays):.1f} h | {mean(self.delays):.1f} h | {tenths[-1]:.1f} h |"
        )


def simulate(dates: list[datetime], size: int, policy: Policy, tail: timedelta, result: Result) -> None:
    """Follow a blog from its first posts until some time after its last."""
    caught = list(dates[:KNOWN])
    waiting = dates[KNOWN:]
    now, end = caught[-1] + timedelta(minutes=1), dates[-1] + tail
    result.posts += len(waiting)
    seen = set(range(KNOWN))
    while (now := policy(caught, now, size)) <= end:
        result.requests += 1
        published = bisect_right(dates, now)
        for number in range(max(0, published - size), published):
            if number not in seen:
                seen.add(number)
                caught.append(dates[number])
                result.delays.append((now - dates[number]) / timedelta(hours=1))
        if published == len(dates):
            break
    result.missed += len(dates) - len(seen)


def corpus_dates(corpus: Path) -> dict[str, list[datetime]]:
    blogs = {}
    for file in sorted(corpus.glob("blogs/*/entries.json")):
        stated = [entry.get("published") for entry in json.loads(file.read_text())]
        dates = sorted(_utc(datetime.fromisoformat(text)) for text in stated if text)
        if len(dates) > KNOWN and dates[-1] > dates[KNOWN - 1]:
            blogs[file.parent.name] = dates
    return blogs


def _utc(date: datetime) -> datetime:
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--size", type=int, nargs="+", default=[10, 5], help="number of entries in a feed")
    options = parser.parse_args()
    blogs = corpus_dates(options.corpus)
    fixed = {"hourly": 1, "twice a day": 12, "daily": 24, "every two days": 48}
    policies = {name: every(hours) for name, hours in fixed.items()} | {"by rhythm": by_rhythm}
    posts = sum(len(dates) - KNOWN for dates in blogs.values())
    print(f"{len(blogs)} blogs, {posts} posts after the first {KNOWN} of each")
    for size in options.size:
        results = {name: Result() for name in policies}
        for dates in blogs.values():
            for name, policy in policies.items():
                simulate(dates, size, policy, timedelta(days=8), results[name])
        reference = results["twice a day"].requests
        print(f"\nFeeds of {size} entries\n")
        print("| visits | caught | missed | requests | relative to twice a day | delay, median | mean | 90 % |")
        print("|---|---|---|---|---|---|---|---|")
        for name, result in results.items():
            print(result.row(name, reference))


if __name__ == "__main__":
    main()
