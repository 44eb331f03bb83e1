from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.errors import FeedError
from blogcrawler.feeds import PodcastFeed, parse_feed
from blogcrawler.items import Feed, FeedEntry

URL = "https://b.org/feed.json"


def read(**values: Any) -> Feed:
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "B", "home_page_url": "https://b.org/"}
    return parse_feed(json.dumps({**feed, **values}).encode(), URL, "application/feed+json")


def test_a_json_feed_is_read_in_full() -> None:
    item = {
        "id": "https://b.org/?p=1",
        "url": "/p",
        "title": "P &amp; q",
        "content_html": "<p>Full <img src='i.png'></p>",
        "summary": "S",
        "date_published": "2014-03-03T10:00:00+09:00",
        "date_modified": "2014-03-04T10:00:00+09:00",
        "authors": [{"name": "Ann"}, {"name": "Bob"}, {"url": "https://b.org/cy"}],
        "tags": ["tea", "tea", " ", 7],
    }
    assert read(items=[item], language="en", next_url="?page=2") == Feed(
        url=URL,
        title="B",
        home="https://b.org/",
        language="en",
        entries=(
            FeedEntry(
                url="https://b.org/p",
                title="P & q",
                authors=("Ann", "Bob"),
                published=datetime.fromisoformat("2014-03-03T10:00:00+09:00"),
                updated=datetime.fromisoformat("2014-03-04T10:00:00+09:00"),
                content_html="<p>Full <img src='https://b.org/i.png'></p>",
                summary_html="<p>S</p>",
                tags=("tea",),
                alternatives=("https://b.org/?p=1",),
            ),
        ),
        next_url="https://b.org/feed.json?page=2",
    )


def test_version_1_0_has_one_author_and_plain_text() -> None:
    (entry,) = read(items=[{"id": 7, "url": "/p", "content_text": "a < b"}], author={"name": "Ann"}).entries
    assert (entry.authors, entry.content_html) == (("Ann",), "<p>a &lt; b</p>")


def test_items_without_a_url_are_skipped() -> None:
    assert [entry.url for entry in read(items=[{"id": "1"}, {"id": "https://b.org/2"}, 3, None]).entries] == [
        "https://b.org/2"
    ]


def test_attachments_make_a_podcast() -> None:
    attachment = {"url": "https://b.org/1.mp3", "mime_type": "audio/mpeg"}
    assert isinstance(read(items=[{"url": "/1", "attachments": [attachment]}]), PodcastFeed)


@pytest.mark.parametrize(
    "body", ["[]", "{}", '{"items": []}', '{"version": "1"}', "[" * 100_000, '{"items": 1' + "0" * 9999]
)
def test_other_json_is_refused(body: str) -> None:
    with pytest.raises(FeedError, match=r"b\.org"):
        parse_feed(body.encode(), URL)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9), st.lists, max_leaves=5
)
KEYS = [
    "id",
    "url",
    "title",
    "content_html",
    "content_text",
    "summary",
    "date_published",
    "authors",
    "author",
    "tags",
    "attachments",
]


@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS), anything)),
    st.dictionaries(st.sampled_from([*KEYS, "next_url", "language"]), anything),
)
def test_values_of_wrong_types_are_ignored(items: list[dict[str, Any]], feed: dict[str, Any]) -> None:
    read(items=items, **{key: value for key, value in feed.items() if key != "items"})
