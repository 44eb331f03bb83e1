from __future__ import annotations

from blogcrawler.frontier import Activity, CrawlProgress, whole_crawl
from blogcrawler.frontier.queue.crawl_progress import add_counts, counts_of


def test_counts_add_up_over_the_runs_of_a_crawl():
    stats = {
        "posts/extracted": 3,
        "posts/before": 9,
        "downloader/request_count": 5,
        "downloader/paused_until": 1e9,
        "frontier/queued": 7,
        "start_time": object(),
    }
    first = counts_of(stats, 2.5)
    assert first == {"posts/extracted": 3, "downloader/request_count": 5, "elapsed_time_seconds": 2.5}
    assert add_counts(first, {"posts/extracted": 1, "faults/x": 2}) == {
        "posts/extracted": 4,
        "downloader/request_count": 5,
        "elapsed_time_seconds": 2.5,
        "faults/x": 2,
    }


def test_a_crawl_that_was_not_resumed_is_its_own_whole():
    assert whole_crawl({"posts/extracted": 3, "posts/before": 0}, 4.0) == {
        "posts/extracted": 3,
        "posts/before": 0,
        "elapsed_time_seconds": 4.0,
    }


def test_posts_of_a_killed_crawl_are_counted_by_their_records():
    whole = whole_crawl(
        {"posts/before": 10, "posts/extracted": 2, "posts/found": 4, "blogcrawler/earlier": {"posts/found": 14}}, 1.0
    )
    assert (whole["posts/extracted"], whole["posts/found"]) == (12, 14)


def test_steps_are_said():
    assert str(CrawlProgress(Activity.TRAINING_PAGES, 3, 15)) == "fetching training pages (3 of 15)"
    assert str(CrawlProgress(Activity.LEARN)) == "learning what posts look like"
