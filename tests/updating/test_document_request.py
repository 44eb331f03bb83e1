from __future__ import annotations

import pytest
from update_steps import HOME, NOW, World, response, rss, url, visit_state

from blogcrawler.errors import FeedError
from blogcrawler.items import WatchedDocument
from blogcrawler.updating.document_request import download_if_possible, feed_in, request_document
from blogcrawler.updating.intents import Download

FEED = f"{HOME}feed"


def test_a_document_is_requested_with_its_validators():
    document = WatchedDocument(HOME, FEED, "feed", etag='"1"')
    world = World({FEED: response(FEED, status=304)})
    assert world.run(request_document(document, visit_state())).response is None
    assert world.done == [Download(FEED, {"If-None-Match": '"1"'})]
    assert document.checked == NOW.isoformat()


def test_with_since_the_whole_document_is_requested_and_read_even_if_it_is_the_same():
    document = WatchedDocument(HOME, FEED, "feed", etag='"1"')
    world = World({FEED: response(FEED, rss(1), ETag='"1"')})
    for _ in range(2):
        assert world.run(request_document(document, visit_state(since=NOW))).response is not None
    assert world.done == [Download(FEED, {})] * 2


def test_a_download_that_fails_gives_nothing():
    assert World().run(download_if_possible(FEED)) is None
    page = response(FEED, "a")
    assert World({FEED: page}).run(download_if_possible(FEED)) is page


def test_a_feed_is_parsed_or_refused():
    assert [entry.url for entry in feed_in(response(FEED, rss(1, 2))).entries] == [url(1), url(2)]
    with pytest.raises(FeedError):
        feed_in(response(FEED, "<p>This is no feed"))
