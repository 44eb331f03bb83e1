"""Pages that are kept to be judged again."""

from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse

from blogcrawler.crawl.posts.kept_pages import is_small


@pytest.mark.parametrize(("size", "kept"), [(250_000, True), (600_000, False)], ids=["many comments", "data"])
def test_pages_of_a_usual_size_are_kept(size: int, kept: bool):
    assert is_small(HtmlResponse("http://example.org/", body=b"x" * size)) is kept
