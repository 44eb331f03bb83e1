from __future__ import annotations

from datetime import timedelta

import pytest
from update_steps import HOME, NOW, World, entry, post_state, response, rss, visit_state

from blogcrawler.http import ConditionalResponse
from blogcrawler.items import Feed, FeedEntry, WatchedDocument
from blogcrawler.updating.feeds.feed_moved import announced_move, find_again, follow, is_lost, may_search, move_document
from blogcrawler.updating.intents import ChangeBlog, DropDocument, Note, SaveDocument

OLD, NEW = f"{HOME}feed", f"{HOME}atom.xml"


def document(**facts: object) -> WatchedDocument:
    return WatchedDocument(HOME, OLD, "feed", facts=dict(facts))


@pytest.mark.parametrize(("status", "lost"), [(200, True), (404, True), (410, True), (403, False), (503, False)])
def test_a_feed_is_lost_unless_the_error_may_pass(status: int, lost: bool):
    assert is_lost(response(OLD, "x", status=status)) is lost


@pytest.mark.parametrize(("days", "may"), [(6, False), (7, True), (8, True)])
def test_a_lost_feed_is_searched_for_once_a_week(days: int, may: bool):
    assert may_search(document(), NOW)
    assert may_search(document(sought=(NOW - timedelta(days=days)).isoformat()), NOW) is may


def test_a_lost_feed_is_found_where_it_said_that_it_is():
    world = World({NEW: response(NEW, rss(1))}, [post_state(1)])
    lost = document(self=NEW)
    feed, _ = world.run(find_again(lost, visit_state(lost)))
    assert feed.url == NEW
    assert world.requested == [NEW]
    assert lost.facts["sought"] == NOW.isoformat()


def test_a_lost_feed_is_found_from_the_home_page():
    found = (Feed(NEW, entries=(entry(1),)), response(NEW, rss(1)))
    world = World({HOME: response(HOME, "<html><p>Home</html>")}, [post_state(1)], found_feed=found)
    assert world.run(find_again(document(self=OLD + "gone"), visit_state())) == found


def test_the_feed_of_another_blog_is_not_taken():
    other = Feed(NEW, entries=(FeedEntry("https://elsewhere.example/x"),))
    world = World({HOME: response(HOME, "<html><p>Home</html>")}, found_feed=(other, response(NEW, "x")))
    assert world.run(find_again(document(), visit_state())) is None


def test_a_feed_whose_posts_look_like_the_blogs_is_taken_even_if_none_is_known():
    found = (Feed(NEW, entries=(entry(77),)), response(NEW, rss(77)))
    world = World({HOME: response(HOME, "<html><p>Home</html>")}, found_feed=found)
    assert world.run(find_again(document(), visit_state())) == found


def test_a_search_is_not_repeated_at_once():
    lost = document()
    world = World()
    for _ in range(2):
        assert world.run(find_again(lost, visit_state(lost))) is None
    assert world.requested == [HOME]


def move(to: str) -> str:
    return rss(1, extra=f"<itunes:new-feed-url>{to}</itunes:new-feed-url>").replace(
        "<rss ", '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" '
    )


def test_a_feed_that_announces_its_move_is_followed_if_the_new_url_exists():
    answer = ConditionalResponse(response(OLD, move(NEW)))
    world = World({NEW: response(NEW, rss(1))}, [post_state(1)])
    moved = world.run(announced_move(Feed(OLD), answer, document(), visit_state()))
    assert moved is not None
    assert moved[0].url == NEW


def test_an_announced_move_to_a_missing_url_is_tried_once():
    answer = ConditionalResponse(response(OLD, move(NEW)))
    stays, world = document(), World()
    for _ in range(2):
        assert world.run(announced_move(Feed(OLD), answer, stays, visit_state())) is None
    assert world.requested == [NEW]


def test_a_permanent_redirect_moves_the_feed():
    page = response(NEW, rss(1))
    feed = Feed(NEW, entries=(entry(1),))
    answer = ConditionalResponse(page, moved_to=NEW)
    assert World().run(announced_move(feed, answer, document(), visit_state())) == (feed, page)
    assert World().run(announced_move(feed, ConditionalResponse(page), document(), visit_state())) is None


def test_a_moved_feed_forgets_what_depended_on_its_old_url():
    feed = WatchedDocument(HOME, OLD, "feed", right=3, wrong=1, trusted=2, facts={"self": OLD, "entries": 9})
    extra = WatchedDocument(HOME, f"{OLD}/comments", "comments")
    sitemap = WatchedDocument(HOME, f"{HOME}sitemap.xml", "sitemap")
    documents = {one.url: one for one in (feed, extra, sitemap)}
    assert move_document(NEW, feed, documents) == [OLD, extra.url]
    assert documents == {NEW: feed, sitemap.url: sitemap}
    assert (feed.url, feed.right, feed.wrong, feed.trusted, feed.facts) == (NEW, 0, 0, 0, {"entries": 9})


def test_a_move_is_saved_before_the_old_document_is_dropped():
    feed, state = document(), visit_state()
    state.documents[OLD] = feed
    world = World()
    world.run(follow(NEW, feed, state))
    note = Note(f"The feed of {HOME} has moved to {NEW}")
    assert world.done == [ChangeBlog({"feed": NEW}), SaveDocument(feed), DropDocument(OLD), note]
    assert state.blog.feed == NEW
