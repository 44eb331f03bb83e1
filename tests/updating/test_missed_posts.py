"""Posts that a visit could not fetch are news again for the next visits, but not forever."""

from __future__ import annotations

import pytest

from blogcrawler.items import FeedEntry, PostState, WatchedDocument
from blogcrawler.updating.intents import FetchPost
from blogcrawler.updating.missed_posts import try_again

HOME = "https://pier.example/"
POST, OTHER = f"{HOME}lamp", f"{HOME}rope"


def document(kind: str = "feed", **reading: str) -> WatchedDocument:
    listed = {"pier.example/lamp": "a", "pier.example/rope": "b"}
    return WatchedDocument(HOME, f"{HOME}{kind}", kind, etag="e", modified="m", reading=listed | reading)


def test_a_new_post_is_forgotten_with_the_validators_of_what_lists_it() -> None:
    feed = document()
    try_again([FetchPost(POST)], [feed])
    assert feed.reading == {"pier.example/rope": "b"}
    assert (feed.etag, feed.modified) == (None, None)


def test_a_known_post_stays_known_but_counts_as_changed() -> None:
    feed = document()
    try_again([FetchPost(POST, state=PostState(POST))], [feed])
    assert feed.reading == {"pier.example/lamp": "", "pier.example/rope": "b"}


def test_a_post_is_found_by_the_other_addresses_of_its_entry() -> None:
    feed = document()
    try_again([FetchPost(f"{HOME}?p=1", entry=FeedEntry(url=POST))], [feed])
    assert "pier.example/lamp" not in feed.reading


@pytest.mark.parametrize("kind", ["robots", "page"])
def test_documents_that_list_no_posts_stay_as_they_are(kind: str) -> None:
    other = document(kind)
    try_again([FetchPost(POST)], [other])
    assert other == document(kind)


def test_a_post_that_is_never_there_is_given_up_and_may_come_back_later() -> None:
    feed = document()
    for visits in range(1, 6):
        feed.reading["pier.example/lamp"], feed.etag = "a", "e"
        try_again([FetchPost(POST)], [feed])
        assert ("pier.example/lamp" in feed.reading) is (visits == 5)
    assert feed.etag == "e"
    try_again([], [feed])
    assert "missed" not in feed.facts


def test_the_comments_are_asked_for_whole_if_a_feed_has_to_be_read_again() -> None:
    comments = document("comments")
    comments.reading = {}
    try_again([FetchPost(POST)], [document(), comments])
    assert comments.etag is None
