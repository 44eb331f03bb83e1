from __future__ import annotations

import pytest

from blogcrawler.items import SearchSource
from blogcrawler.runner.deep_crawl import source_lines

KNOWN = "nearly all records are known (by estimate 99 %)"


@pytest.mark.parametrize(
    ("coverage", "ending", "said"),
    [
        (None, KNOWN, "requests"),
        (0.62, "the budget of 9 requests is spent", "by estimate 62 % of all"),
        (0.997, KNOWN, "by estimate 99 % of all"),
        (1.0, "the budget of 9 requests is spent", "by estimate 99 % of all"),
        (1.0, KNOWN, "by estimate 100 % of all"),
    ],
)
def test_only_a_complete_harvest_has_100_percent(coverage: float | None, ending: str, said: str) -> None:
    (line, *_) = source_lines(SearchSource("http://shop.example/", coverage=coverage, ending=ending, requests=9), 50)
    assert line.endswith(said)
