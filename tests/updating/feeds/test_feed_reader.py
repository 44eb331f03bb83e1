from __future__ import annotations

import pytest
from update_steps import HOME, NOW, World, entry, post_state, response, rss, visit_state

from blogcrawler.errors import FeedError, NotFetched
from blogcrawler.items import Feed, WatchedDocument
from blogcrawler.updating.feeds.feed_reader import has_failed, read_feed

FEED, NEW = f"{HOME}feed", f"{HOME}atom.xml"


def document(kind: str = "feed", **fields: object) -> WatchedDocument:
    return WatchedDocument(HOME, FEED, kind, **fields)  # type: ignore[arg-type]


def test_a_feed_is_read_and_described():
    read = document()
    feed, answer = World({FEED: response(FEED, rss(1, 2), ETag='"1"')}).run(read_feed(read, visit_state()))
    assert len(feed.entries) == 2
    assert not answer.same_validators
    assert (read.etag, read.facts["entries"], read.facts["type"]) == ('"1"', 2, "RSS 2.0")


def test_a_feed_that_is_the_same_as_before_is_not_read():
    world = World({FEED: response(FEED, status=304)})
    feed, answer = world.run(read_feed(document(etag='"1"'), visit_state()))
    assert (feed, answer.response) == (None, None)


@pytest.mark.parametrize("status", [200, 403, 503])
def test_the_blogs_own_feed_must_be_readable(status: int):
    own = document(etag='"1"', facts={"sought": NOW.isoformat()})
    with pytest.raises(FeedError):
        World({FEED: response(FEED, "<p>Welcome", status=status)}).run(read_feed(own, visit_state()))
    assert own.etag is None  # the whole document is requested next time


def test_a_download_that_fails_is_passed_on():
    with pytest.raises(NotFetched):
        World().run(read_feed(document(), visit_state()))


def test_another_feed_that_cannot_be_read_is_noted():
    extra = document("comments")
    feed, _ = World({FEED: response(FEED, "<p>Welcome")}).run(read_feed(extra, visit_state()))
    assert feed is None
    assert has_failed(extra)
    World({FEED: response(FEED, rss(1))}).run(read_feed(extra, visit_state()))
    assert not has_failed(extra)


def test_a_lost_feed_is_searched_for_but_not_after_a_server_error():
    found = (Feed(NEW, entries=(entry(1),)), response(NEW, rss(1), ETag='"new"'))
    home = response(HOME, "<html><p>Home</html>")
    lost = document()
    world = World({FEED: response(FEED, "gone", status=410), HOME: home}, [post_state(1)], found_feed=found)
    feed, answer = world.run(read_feed(lost, visit_state(lost)))
    assert feed is found[0]
    assert answer.response is found[1]
    assert (lost.url, lost.etag) == (NEW, '"new"')
    busy = World({FEED: response(FEED, "busy", status=503), HOME: home}, [post_state(1)], found_feed=found)
    with pytest.raises(FeedError, match="503"):
        busy.run(read_feed(document(), visit_state()))
    assert busy.requested == [FEED]


def test_a_permanent_redirect_is_followed_even_if_nothing_is_new():
    moved = document(etag='"1"')
    state = visit_state(moved)
    World({FEED: response(NEW, status=304, redirected=(301,))}).run(read_feed(moved, state))
    assert (moved.url, state.blog.feed) == (NEW, NEW)
