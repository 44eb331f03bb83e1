from __future__ import annotations

import pytest

from blogcrawler.extensions.stat_counts import count_failures, count_rejected


@pytest.mark.parametrize(
    ("stats", "failures"),
    [
        ({}, {}),
        ({"downloader/response_status_count/301": 5}, {}),
        ({"downloader/response_status_count/404": 1, "robotstxt/response_status_count/404": 1}, {}),
        ({"downloader/exception_type_count/scrapy.exceptions.IgnoreRequest": 3}, {}),
        (
            {
                "downloader/response_status_count/503": 1,
                "downloader/exception_type_count/a.ConnectionRefusedError": 1,
                "downloader/exception_type_count/b.ConnectionRefusedError": 2,
            },
            {"connection refused": 3, "503": 1},
        ),
        (  # the host of two pages, whose robots.txt was asked for three times
            {
                "downloader/exception_type_count/scrapy.exceptions.CannotResolveHostError": 3,
                "downloader/exception_type_count/blogcrawler.downloader.robots_txt.RobotsUnreachable": 2,
            },
            {"cannot resolve host": 3},
        ),
        ({"downloader/response_status_count/503": 3, "robotstxt/response_status_count/503": 1}, {"503": 3}),
    ],
)
def test_redirects_and_skipped_requests_are_not_failures(stats: dict[str, int], failures: dict[str, int]):
    assert count_failures(stats) == failures


def test_reasons_are_ordered_by_frequency():
    assert list(count_rejected({"pages/rejected/list": 2, "pages/rejected/no_article": 5}).items()) == [
        ("no article", 5),
        ("list", 2),
    ]
