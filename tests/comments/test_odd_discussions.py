"""Comments of odd pages are gathered without an error."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given, settings
from odd_pages import URL, odd_pages

from blogcrawler.comments import BlogComments, EndpointAnswer, gather
from blogcrawler.dom import parse_page
from blogcrawler.items import FeedEntry

NOW = datetime(2024, 1, 1, tzinfo=UTC)


@given(odd_pages)
@settings(max_examples=60)
def test_comments_of_an_odd_page_are_gathered_and_removed(html: str) -> None:
    page = parse_page(html, URL)
    gathering = gather(page, URL, FeedEntry(URL, comments_expected=3), BlogComments(), NOW)
    answer = None
    try:
        for _ in range(8):
            answer = EndpointAnswer(gathering.send(answer), 200, html.encode("utf-8", "replace"), "text/html", {})
    except StopIteration as end:
        end.value.blank_on(page)
