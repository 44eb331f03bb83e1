from __future__ import annotations

from blogcrawler.extensions.progress import Snapshot
from blogcrawler.web.crawl_progress import CrawlProgress, parse_progress


def test_the_line_of_a_crawl_is_understood() -> None:
    shown = Snapshot("blog", 1234, 2000, 56, 3456, 3.25, 18_300_000, 7, 3725, paused=True)
    assert parse_progress(str(shown)) == CrawlProgress("1:02:05", 1234, 2000, 56, 3456, 3.2, "18.3 MB", 7)


def test_other_lines_are_not_progress() -> None:
    for line in ("Crawling https://a.example/", "", "Posts 1,234", "0:00:01  x of y posts"):
        assert parse_progress(line) is None
