from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from scrapy.http import Response

from blogcrawler.http import current_until, read_conditional_response, record_trust
from blogcrawler.http.freshness import stated_lifetime
from blogcrawler.items import WatchedDocument

URL = "https://blog.example/feed"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DATE = "Sun, 01 Mar 2026 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 0),
        ({"Cache-Control": "public, max-age=7200"}, 7200),
        ({"Cache-Control": 'MAX-AGE="7200"', "Age": "200"}, 7000),
        ({"Cache-Control": "max-age=60", "Age": "200"}, 0),
        ({"Cache-Control": "s-maxage=7200"}, 0),
        ({"Cache-Control": "no-cache, max-age=7200"}, 0),
        ({"Cache-Control": "max-age=0", "Expires": "Mon, 02 Mar 2026 12:00:00 GMT", "Date": DATE}, 0),
        ({"Expires": "Mon, 02 Mar 2026 12:00:00 GMT", "Date": DATE}, 86400),
        ({"Expires": "Thu, 19 Nov 1981 08:52:00 GMT", "Date": DATE}, 0),
        ({"Expires": "0", "Date": DATE}, 0),
        ({"Expires": "Mon, 02 Mar 2026 12:00:00 GMT"}, 0),
        ({"Cache-Control": "max-age=99999999999999999999"}, 999999999),
    ],
)
def test_how_long_a_response_stays_current(headers: dict[str, str], seconds: int) -> None:
    assert stated_lifetime(Response(URL, headers=headers)) == timedelta(seconds=seconds)


def read(document: WatchedDocument, at: datetime, body: bytes, max_age: int = 6 * 3600) -> None:
    """Read a document that has news."""
    response = Response(URL, headers={"Cache-Control": f"max-age={max_age}"}, body=body)
    record_trust(document, read_conditional_response(document, response, at), has_news=True, now=at)


def follow(hours: list[int], max_age: int = 6 * 3600) -> tuple[WatchedDocument, datetime]:
    """A document with news at each reading, with these hours between them."""
    document, at = WatchedDocument("https://blog.example/", URL, "feed"), NOW
    read(document, at, b"first", max_age)
    for number, pause in enumerate(hours):
        at += timedelta(hours=pause)
        read(document, at, str(number).encode(), max_age)
    return document, at


@pytest.mark.parametrize(
    ("hours", "trusted"),
    [
        ([], False),
        ([7] * 4, False),
        ([7] * 5, True),
        ([7] * 5 + [2], False),
        ([2] + [7] * 24, False),
        ([2] + [7] * 25, True),
    ],
)
def test_a_lifetime_is_trusted_where_news_came_after_its_end(hours: list[int], trusted: bool) -> None:
    document, at = follow(hours)
    assert current_until(document) == (at + timedelta(hours=6) if trusted else None)


def test_not_modified_renews_a_lifetime() -> None:
    document, at = follow([7] * 5)
    at += timedelta(hours=3)
    read_conditional_response(document, Response(URL, status=304, headers={"Cache-Control": "max-age=36000"}), at)
    assert current_until(document) == at + timedelta(hours=10)


@pytest.mark.parametrize(("max_age", "hours"), [(600, None), (3600, None), (7200, 2), (31_536_000, 24)])
def test_short_lifetimes_say_nothing_and_long_ones_count_for_a_day(max_age: int, hours: int | None) -> None:
    document, at = follow([25] * 5, 7200)
    read(document, at + timedelta(hours=25), b"last", max_age)
    expected = at + timedelta(hours=25 + hours) if hours else None
    assert current_until(document) == expected
