from __future__ import annotations

import io
import time
from typing import Any

import pytest
from rich.console import Console

from blogcrawler.extensions.live_screen import LiveScreen
from blogcrawler.extensions.progress_screens import LineScreen, Snapshot
from blogcrawler.frontier import Activity, CrawlProgress

STATS = {
    "posts/found": 140,
    "posts/extracted": 128,
    "frontier/queued": 1_212,
    "downloader/request_count": 415,
    "downloader/response_bytes": 18_345_678,
    "downloader/response_status_count/404": 3,
}
PROGRESS = CrawlProgress(Activity.POSTS, pages_known=1_627, pages_fetched=390, posts_left=200)
LINE = (
    "0:03:12  fetching posts, 128 of 340 known posts, 390 of 1,627 known pages fetched, "
    "415 requests (2.1/s, 18.3 MB), 3 failed, about 2 min for the 200 known posts left, then a search for more"
)


def snapshot(
    stats: dict[str, Any] = STATS, progress: CrawlProgress | None = PROGRESS, page_rate: float = 2.0, max_posts: int = 0
) -> Snapshot:
    return Snapshot.take("example.org", stats, 2.14, 192.9, progress, page_rate, max_posts)


def test_a_line_says_how_far_the_crawl_is():
    lines: list[str] = []
    screen = LineScreen(lines.append, interval=10)
    screen.show(snapshot())
    screen.say("stopping…")
    screen.close()
    assert lines == [LINE, "stopping…"]


def test_a_pause_requested_by_the_server_is_shown():
    later = {**STATS, "downloader/paused_until": time.time() + 60}
    assert snapshot(later).doing() == "pausing at the server's request"
    assert str(snapshot({**STATS, "downloader/paused_until": time.time() - 1})) == LINE


def test_at_the_start_nothing_is_promised():
    start = snapshot({}, CrawlProgress(Activity.FIND_FEED), 0.0)
    assert str(start) == (
        "0:03:12  finding the feed, no posts yet, 0 requests (2.1/s, 0 bytes), 0 failed, time left unknown"
    )


def test_steps_are_counted():
    assert (
        snapshot(progress=CrawlProgress(Activity.TRAINING_PAGES, 3, 15)).doing() == "fetching training pages (3 of 15)"
    )


@pytest.mark.parametrize(
    ("progress", "page_rate", "left"),
    [
        (PROGRESS, 0.0, "time unknown for the 200 known posts left, then a search for more"),
        (PROGRESS, 100.0, "about 5 s for the 200 known posts left, then a search for more"),
        (PROGRESS, 0.01, "about 6 h for the 200 known posts left, then a search for more"),
        (CrawlProgress(Activity.SEARCH), 2.0, "time left unknown"),
        (
            CrawlProgress(Activity.SEARCH, fruitless_left=40),
            2.0,
            "time left unknown; ends after 40 more pages without a new post",
        ),
        (CrawlProgress(Activity.LEARN), 2.0, "time left unknown"),
        (CrawlProgress(Activity.FINISH), 2.0, ""),
    ],
)
def test_the_time_left_is_an_estimate_only_while_posts_are_known(progress: CrawlProgress, page_rate: float, left: str):
    assert snapshot(progress=progress, page_rate=page_rate).time_left() == left


def test_a_limit_of_posts_shortens_the_time_left():
    assert snapshot(max_posts=130).time_left() == "about 5 s for the 2 known posts left, the limit is reached then"
    assert snapshot(max_posts=1_000).time_left() == snapshot().time_left()
    assert snapshot(max_posts=100).posts_left == 0


def test_a_resumed_crawl_counts_everything():
    earlier = {"downloader/request_count": 1_000, "downloader/response_bytes": 5, "elapsed_time_seconds": 3_600.0}
    resumed = snapshot({**STATS, "posts/before": 50, "blogcrawler/earlier": earlier})
    assert (resumed.posts, resumed.posts_known, resumed.requests) == (178, 390, 1_415)
    assert resumed.seconds == 3_792.9


def test_without_a_frontier_the_schedulers_queue_is_reported():
    bare = snapshot({"scheduler/enqueued": 7, "scheduler/dequeued": 5, "posts/extracted": 3}, None)
    assert str(bare) == "0:03:12  3 of 3 known posts, 2 in the queue, 0 requests (2.1/s, 0 bytes), 0 failed"


def test_a_terminal_shows_progress_live_and_is_cleared_at_the_end():
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=20, color_system=None)
    screen = LiveScreen(console)
    screen.show(snapshot())
    screen.say("stopping… (again to force)")
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    screen.close()
    for words in (
        "example.org  0:03:12  fetching posts",
        "128 of 340 known posts ━",
        "390 of 1,627 known pages fetched",
        "stopping… (again to force)",
    ):
        assert words in shown
    assert "\x1b[2K" in console.file.getvalue()[len(shown) :]  # type: ignore[attr-defined]
