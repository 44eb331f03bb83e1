from __future__ import annotations

from blogcrawler.extensions.progress_screens import Snapshot
from blogcrawler.web.crawling.crawl_progress import ProgressLine, parse_progress


def test_the_line_of_a_crawl_is_understood() -> None:
    shown = Snapshot("blog", None, 1234, 2000, 766, 56, 3456, 3.25, 1.0, 18_300_000, 7, 3725, paused=True)
    read = parse_progress(str(shown))
    assert read is not None
    assert read.doing
    assert (read.time, read.extracted, read.found, read.queued) == ("1:02:05", 1234, 2000, 56)
    assert (read.requests, read.rate, read.size, read.failures) == (3456, 3.2, "18.3 MB", 7)


def test_the_line_of_each_phase_is_understood() -> None:
    traffic = "9 requests (1.0/s, 1.0 kB), 0 failed"
    assert parse_progress(f"0:00:01  looking at the blog, no posts yet, {traffic}, time left unknown") == ProgressLine(
        "0:00:01", "looking at the blog", 0, 0, 0, 9, 1.0, "1.0 kB", 0, "time left unknown"
    )
    read = parse_progress(f"0:00:01 reading, 3 of 9 known posts, 10 of 1,014 known pages fetched, {traffic}")
    assert read == ProgressLine("0:00:01", "reading", 3, 9, 1004, 9, 1.0, "1.0 kB", 0, "")


def test_other_lines_are_not_progress() -> None:
    for line in ("Crawling https://a.example/", "", "Posts 1,234", "0:00:01  x of y posts"):
        assert parse_progress(line) is None
