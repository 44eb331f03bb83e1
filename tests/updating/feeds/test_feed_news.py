from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from update_steps import HOME, NOW, World, entry, feed, post_state, response, rss, url, visit_state

from blogcrawler.items import FeedEntry, WatchedDocument
from blogcrawler.updating.feeds.feed_news import FeedNews, announced_post, decide_entry, reaches_beyond, states_by_entry
from blogcrawler.updating.intents import FetchPost

FEED = f"{HOME}feed"
YESTERDAY, LAST_WEEK = NOW - timedelta(days=1), NOW - timedelta(days=7)


def watched(*numbers: int, **fields: object) -> WatchedDocument:
    """The blog's feed, after these posts were read in it."""
    document = WatchedDocument(HOME, FEED, "feed", **fields)  # type: ignore[arg-type]
    world = World({FEED: response(FEED, rss(*numbers))}, [post_state(number) for number in numbers])
    world.run(FeedNews(visit_state(document)).read())
    return document


def news(document: WatchedDocument, world: World, since: datetime | None = None) -> FeedNews:
    found = FeedNews(visit_state(document, since=since))
    world.run(found.read())
    return found


def urls(found: FeedNews) -> list[str]:
    return [post.url for post in found.posts]


# --- one entry ----------------------------------------------------------------------------------------------------


def test_an_unknown_post_is_fetched_with_its_entry():
    assert decide_entry(entry(1), None, visit_state()) == FetchPost(url(1), entry(1))


@pytest.mark.parametrize(
    ("updated", "checked", "fetched"),
    [(YESTERDAY, LAST_WEEK, True), (LAST_WEEK, YESTERDAY, False), (None, LAST_WEEK, False), (YESTERDAY, None, False)],
)
def test_a_known_post_is_fetched_if_it_was_updated_after_the_last_check(
    updated: datetime | None, checked: datetime | None, fetched: bool
):
    state = post_state(1, checked=checked.isoformat() if checked else None)
    decided = decide_entry(entry(1, updated=updated), state, visit_state())
    assert decided == (FetchPost(url(1), entry(1, updated=updated), state) if fetched else None)


def test_a_deleted_post_that_is_announced_again_is_fetched():
    state = post_state(1, gone=LAST_WEEK.isoformat(), checked=NOW.isoformat())
    assert decide_entry(entry(1), state, visit_state()) is not None


@pytest.mark.parametrize(("published", "fetched"), [(YESTERDAY, True), (NOW - timedelta(days=30), False)])
def test_with_since_known_posts_after_that_day_are_fetched(published: datetime, fetched: bool):
    state = post_state(1, checked=NOW.isoformat())
    decided = decide_entry(entry(1, published=published), state, visit_state(since=LAST_WEEK))
    assert (decided is not None) is fetched


@pytest.mark.parametrize("other", ["https://elsewhere.example/x", f"{HOME}2026/02/post-1.html?replytocom=3"])
def test_an_entry_that_links_elsewhere_is_ignored(other: str):
    assert announced_post(FeedEntry(other), None, visit_state()) is None


def test_an_alternative_url_of_an_entry_may_be_the_post():
    tracked = FeedEntry("https://tracker.example/1", alternatives=(url(1),))
    assert announced_post(tracked, None, visit_state()) == FetchPost(url(1), tracked)


def test_a_known_post_is_fetched_at_its_stored_url():
    tracked = FeedEntry("https://tracker.example/1")
    assert announced_post(tracked, post_state(1), visit_state()) == FetchPost(url(1), tracked, post_state(1))


def test_the_first_known_url_of_an_entry_gives_its_state():
    first, second = post_state(1), post_state(2)
    assert states_by_entry({"a": ["x", "y"], "b": ["z"]}, {"y": first, "x": second}) == {"a": second}


def test_older_pages_are_wanted_while_all_entries_are_younger_than_since():
    young, old = entry(1, published=YESTERDAY), entry(2, published=NOW - timedelta(days=30))
    assert reaches_beyond(feed(young), LAST_WEEK)
    assert not reaches_beyond(feed(young, old), LAST_WEEK)
    assert not reaches_beyond(feed(entry(1)), LAST_WEEK)
    assert not reaches_beyond(feed(young), None)


# --- the feed -----------------------------------------------------------------------------------------------------


def test_a_blog_without_a_feed_is_left_to_its_hub_pages():
    found = FeedNews(visit_state())
    World().run(found.read())
    assert (found.lost, found.posts, found.entries) == (True, [], None)


def test_a_quiet_feed_costs_one_request():
    document = watched(1, 2, etag='"1"')
    world = World({FEED: response(FEED, status=304)})
    found = news(document, world)
    assert (found.posts, found.lost, found.unexplained) == ([], False, False)
    assert world.requested == [FEED]


def test_new_entries_are_fetched_and_others_are_not():
    document = watched(1, 2)
    world = World({FEED: response(FEED, rss(3, 1, 2))}, [post_state(1), post_state(2)])
    found = news(document, world)
    assert urls(found) == [url(3)]
    assert (found.entries, found.overflowed, found.lost) == (3, False, False)
    assert document.changed == NOW.isoformat()
    assert world.requested == [FEED]


def test_an_entry_that_says_something_else_than_before_is_fetched():
    document = watched(1, 2)
    changed = rss(1, 2).replace("Post 2", "Post two")
    found = news(document, World({FEED: response(FEED, changed)}, [post_state(1), post_state(2)]))
    assert [(post.url, post.state, post.conditional) for post in found.posts] == [(url(2), post_state(2), False)]


def test_a_feed_that_has_overflowed_is_read_back_to_known_posts():
    document = watched(1, 2)
    second = f"{FEED}?page=2"
    link = f'<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="{second}"/>'
    pages = {FEED: response(FEED, rss(6, 5, extra=link)), second: response(second, rss(4, 3, 2, 1))}
    world = World(pages, [post_state(1), post_state(2)])
    found = news(document, world)
    assert urls(found) == [url(6), url(5), url(4), url(3)]
    assert (found.overflowed, found.lost) == (True, False)
    assert world.requested == [FEED, second]


def test_without_older_pages_a_feed_that_has_overflowed_is_lost():
    found = news(watched(1, 2), World({FEED: response(FEED, rss(4, 3))}, [post_state(1), post_state(2)]))
    assert (found.overflowed, found.lost) == (True, True)


def test_a_post_that_is_missing_between_others_is_checked_conditionally():
    dated = [
        f"<item><title>{number}</title><link>{url(number)}</link>"
        f"<pubDate>{(NOW - timedelta(days=number)):%a, %d %b %Y %H:%M:%S} GMT</pubDate></item>"
        for number in range(1, 6)
    ]

    def body(items: list[str]) -> str:
        return f'<?xml version="1.0"?><rss version="2.0"><channel>{"".join(items)}</channel></rss>'

    document = WatchedDocument(HOME, FEED, "feed")
    states = [post_state(number) for number in range(1, 6)]
    news(document, World({FEED: response(FEED, body(dated))}, states))
    # what a feed listed is looked up by key, as the database does
    keyed = [replace(states[2], url=key) for key in document.reading if "post-3" in key]
    found = news(document, World({FEED: response(FEED, body(dated[:2] + dated[3:]))}, [*states, *keyed]))
    assert [(post.state, post.conditional) for post in found.posts] == [(keyed[0], True)]


# --- further feeds of a platform ----------------------------------------------------------------------------------

GENERATOR = "<generator>https://wordpress.org/?v=6.1</generator>"
POSTS, COMMENTS, RECENT = f"{HOME}feed/", f"{HOME}comments/feed/", f"{HOME}feed/atom/?orderby=modified"


def wordpress(**fields: object) -> WatchedDocument:
    facts = {"generator": "https://wordpress.org/?v=6.1"}
    return WatchedDocument(HOME, POSTS, "feed", facts=facts, **fields)  # type: ignore[arg-type]


def comments(*numbers: int) -> str:
    items = "".join(f"<item><title>c</title><link>{url(number)}#comment-{number}</link></item>" for number in numbers)
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>{GENERATOR}{items}</channel></rss>'


def test_if_the_comment_feed_covers_the_posts_it_is_the_only_request():
    quiet = WatchedDocument(HOME, COMMENTS, "comments", etag='"1"')
    world = World({COMMENTS: response(COMMENTS, status=304)})
    found = FeedNews(visit_state(wordpress(), quiet))
    world.run(found.read())
    assert world.requested == [COMMENTS]


def test_if_the_comment_feed_has_changed_the_recent_changes_are_read():
    world = World(
        {COMMENTS: response(COMMENTS, comments(1)), RECENT: response(RECENT, rss(1, 2, extra=GENERATOR))},
        [post_state(1), post_state(2, checked=NOW.isoformat())],
    )
    found = FeedNews(visit_state(wordpress()))
    world.run(found.read())
    assert world.requested == [COMMENTS, RECENT]
    assert urls(found) == [url(1)]


def test_if_the_recent_changes_cannot_be_read_the_feed_is():
    pages = {COMMENTS: response(COMMENTS, comments(1)), POSTS: response(POSTS, rss(1, extra=GENERATOR))}
    world = World(pages, [post_state(1)])
    found = FeedNews(visit_state(wordpress()))
    world.run(found.read())
    assert world.requested == [COMMENTS, RECENT, POSTS]


def test_a_comment_feed_that_cannot_be_read_is_not_requested_again_for_a_month():
    document = wordpress()
    world = World({POSTS: response(POSTS, rss(1, extra=GENERATOR))}, [post_state(1)])
    state = visit_state(document)
    world.run(FeedNews(state).read())
    world.run(FeedNews(state).read())
    assert world.requested == [COMMENTS, POSTS, POSTS]
    state.now = lambda: NOW + timedelta(days=31)
    world.run(FeedNews(state).read())
    assert world.requested[3:] == [COMMENTS, POSTS]


@pytest.mark.parametrize("right", [0, 1])
def test_a_change_that_no_feed_shows_is_unexplained_if_the_validators_were_right_before(right: int):
    known = WatchedDocument(HOME, COMMENTS, "comments", etag='"1"', right=right)
    known.reading = {f"{url(1)}#comment-1": url(1)}
    pages = {COMMENTS: response(COMMENTS, comments(1), ETag='"2"'), RECENT: response(RECENT, rss(1, extra=GENERATOR))}
    found = FeedNews(visit_state(wordpress(), known))
    World(pages, [post_state(1, checked=NOW.isoformat())]).run(found.read())
    assert found.unexplained is bool(right)
    assert found.posts == []


@pytest.mark.parametrize(("hours", "lifetimes"), [(-1, [1, 0]), (1, [0, 1])])
def test_news_shows_whether_the_feed_was_current_as_its_server_said(hours: int, lifetimes: list[int]):
    document = watched(1)
    document.facts |= {"expires": (NOW + timedelta(hours=hours)).isoformat()}
    answer = response(FEED, rss(2, 1), Cache_Control="max-age=7200")
    news(document, World({FEED: answer}, [post_state(1)]))
    assert document.facts["lifetimes"] == lifetimes
    assert document.facts["expires"] == (NOW + timedelta(hours=2)).isoformat()


def test_a_quiet_reading_does_not_count_for_the_stated_lifetime():
    document = watched(1)
    document.facts |= {"expires": (NOW - timedelta(hours=1)).isoformat()}
    news(document, World({FEED: response(FEED, rss(1), Cache_Control="max-age=7200")}, [post_state(1)]))
    assert "lifetimes" not in document.facts
