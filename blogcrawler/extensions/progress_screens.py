"""What is shown of the progress of a crawl, and the screen of plain lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from ..frontier import Activity, CrawlProgress, whole_crawl
from ..terminal import duration, size
from .stat_counts import count_failures

__all__ = ["LineScreen", "Screen", "Snapshot"]

_PAUSED = "pausing at the server's request"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a crawl at one moment, with everything that it did before it was resumed.

    ``rate`` is in requests per second, ``page_rate`` in finished pages per second; both are those of the last moments.
    ``posts_known`` are the posts that were read or will be. ``posts_left`` are still to be fetched.
    """

    name: str
    progress: CrawlProgress | None
    posts: int
    posts_known: int
    posts_left: int
    queued: int
    requests: int
    rate: float
    page_rate: float
    bytes: int
    failures: int
    seconds: float
    #: Whether the crawl is pausing at the server's request.
    paused: bool = False
    #: Whether the crawl ends at a number of posts before it has fetched all that are known.
    limited: bool = False

    @classmethod
    def take(
        cls,
        name: str,
        stats: Mapping[str, Any],
        rate: float,
        seconds: float,
        progress: CrawlProgress | None = None,
        page_rate: float = 0.0,
        max_posts: int = 0,
    ) -> Self:
        """Build a snapshot from Scrapy's stats; ``max_posts`` is the number of posts after which the crawl ends."""
        whole = whole_crawl(stats, seconds)
        waiting = stats.get("scheduler/enqueued", 0) - stats.get("scheduler/dequeued", 0)
        posts, left = whole.get("posts/extracted", 0), progress.posts_left if progress else 0
        to_limit = max(0, max_posts - stats.get("posts/extracted", 0)) if max_posts else left
        limited, left = to_limit < left, min(left, to_limit)
        return cls(
            name=name,
            progress=progress,
            posts=posts,
            posts_known=max(whole.get("posts/found", 0), posts) + left,
            posts_left=left,
            queued=stats.get("frontier/queued", waiting),
            requests=whole.get("downloader/request_count", 0),
            rate=rate,
            page_rate=page_rate,
            bytes=whole.get("downloader/response_bytes", 0),
            failures=sum(count_failures(whole).values()),
            seconds=whole["elapsed_time_seconds"],
            paused=stats.get("downloader/paused_until", 0) > time.time(),
            limited=limited,
        )

    def __str__(self) -> str:
        parts = (self.doing(), self.post_count(), self.pages(), self.traffic(), self.time_left())
        return f"{duration(self.seconds)}  {', '.join(filter(None, parts))}"

    def doing(self) -> str:
        """What the crawl is doing."""
        return _PAUSED if self.paused else str(self.progress or "")

    def post_count(self) -> str:
        """The number of posts."""
        return f"{self.posts:,} of {self.posts_known:,} known posts" if self.posts_known else "no posts yet"

    def pages(self) -> str:
        """The number of pages."""
        if self.progress is None:
            return f"{self.queued:,} in the queue"
        if not self.progress.pages_known:
            return ""
        return f"{self.progress.pages_fetched:,} of {self.progress.pages_known:,} known pages fetched"

    def traffic(self) -> str:
        """Requests and what came of them."""
        return f"{self.requests:,} requests ({self.rate:.1f}/s, {size(self.bytes)}), {self.failures:,} failed"

    def time_left(self) -> str:
        """How long the crawl will take, as far as that is known."""
        if self.progress is None or self.progress.activity is Activity.FINISH:
            return ""
        if self.posts_left:
            time_left = _about(self.posts_left / self.page_rate) if self.page_rate else "time unknown"
            after = "the limit is reached then" if self.limited else "then a search for more"
            return f"{time_left} for the {self.posts_left:,} known posts left, {after}"
        patience = self.progress.fruitless_left if self.progress.activity is Activity.SEARCH else None
        ends = f"; ends after {patience:,} more pages without a new post" if patience else ""
        return f"time left unknown{ends}"


def _about(seconds: float) -> str:
    """A duration that is only known roughly: ``about 4 min``."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"about {seconds / length:.0f} {unit}"
    return "about a minute" if seconds > 45 else f"about {max(1, round(seconds / 5)) * 5} s"


class Screen(Protocol):
    """Where progress is shown."""

    interval: float
    """Seconds between two updates."""
    shows_start: bool
    """Whether it shows the crawl before the first interval is over."""

    def show(self, snapshot: Snapshot) -> None: ...

    def say(self, message: str) -> None: ...

    def close(self) -> None: ...


class LineScreen:
    """One plain line after another, for logs and pipes."""

    shows_start = False

    def __init__(self, write: Callable[[str], object], interval: float) -> None:
        self._write = write
        self.interval = interval

    def show(self, snapshot: Snapshot) -> None:
        self._write(str(snapshot))

    def say(self, message: str) -> None:
        self._write(message)

    def close(self) -> None:
        pass
