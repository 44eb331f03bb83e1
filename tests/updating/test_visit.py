from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from forum_steps import FORUM, ForumWorld, forum_of, known_forum
from invented_forum import some_threads
from update_steps import HOME, NOW, World, entry, known_blog, post_state, response, rss, url

from blogcrawler.dom import RobotsTags
from blogcrawler.feeds import Sitemap, SitemapPage, feed_reading
from blogcrawler.items import Blog, Feed, Post, Visit, WatchedDocument
from blogcrawler.sources import sitemap_reading
from blogcrawler.updating import BlogVisit
from blogcrawler.updating.intents import EstimateDates, FetchPost, SaveDocument, SavePost, SaveThread, SetRobots
from blogcrawler.updating.visit import posts_to_check

FEED, ROBOTS, SITEMAP = f"{HOME}feed", f"{HOME}robots.txt", f"{HOME}sitemap.xml"
YESTERDAY = (NOW - timedelta(days=1)).isoformat()
PAGE = "<!DOCTYPE html><html><body><h1>Title</h1><div class=entry><p>{}</p></div></body></html>".format("Words. " * 40)


class FakeContext:
    max_rechecks = 3
    robots_tags = RobotsTags()
    store: Any = None

    def now(self) -> datetime:
        return NOW


def blog_record() -> Blog:
    known = known_blog()
    return Blog(HOME, rules=known.rules_record(), pattern=known.pattern_record())


def robots(age: timedelta = timedelta(0)) -> WatchedDocument:
    return WatchedDocument(HOME, ROBOTS, "robots", checked=(NOW - age).isoformat(), body="", facts={"status": 200})


def feed(*numbers: int, **fields: Any) -> WatchedDocument:
    """The feed as it is after posts were read in it."""
    reading = feed_reading(Feed(FEED, entries=tuple(entry(number) for number in numbers)))
    return WatchedDocument(HOME, FEED, "feed", checked=YESTERDAY, reading=reading, etag='"1"', **fields)


def visit(world: World, *documents: WatchedDocument, since: datetime | None = None) -> tuple[Visit, BlogVisit]:
    """Visit the blog; posts that are saved are new ones unless they are known."""
    under_way = BlogVisit(blog_record(), FakeContext(), since)  # type: ignore[arg-type]
    known = {state.url for state in world.states}
    original = world._act

    def act(intent: Any) -> Any:
        if isinstance(intent, SavePost) and intent.page.url not in known:
            under_way.kept(Post(intent.page.url, HOME), None)
        return original(intent)

    world._act = act  # type: ignore[method-assign]
    done: Visit = world.run(under_way.steps(documents))
    return done, under_way


def test_a_quiet_visit_makes_one_request_and_needs_no_rules():
    world = World({FEED: response(FEED, status=304)})
    done, under_way = visit(world, robots(), feed(1))
    assert world.requested == [FEED]
    assert (done.outcome, done.new, done.note) == ("quiet", 0, None)
    assert under_way._state._known is None
    assert [intent.document.url for intent in world.of_type(SaveDocument)] == [FEED]  # robots.txt has not changed


def test_new_posts_are_fetched_and_counted():
    pages = {FEED: response(FEED, rss(2, 1)), url(2): response(url(2), PAGE)}
    world = World(pages, [post_state(1)])
    done, under_way = visit(world, robots(), feed(1))
    assert world.requested == [FEED, url(2)]
    assert (done.outcome, done.new, done.entries) == ("updated", 1, 2)
    assert under_way.new == [url(2)]
    assert world.of_type(EstimateDates)
    (intent,) = world.of_type(SavePost)
    assert intent.page.absent == NOW - timedelta(days=1)


@pytest.mark.parametrize("page", [{}, {url(2): response(url(2), "busy", status=503)}], ids=["none", "503"])
@pytest.mark.parametrize("known", [False, True])
def test_a_post_that_cannot_be_fetched_is_tried_again_at_the_next_visits(page: dict[str, Any], known: bool):
    """A few times: it may be missing for ever."""
    watched = feed(1, 2) if known else feed(1)
    states = [post_state(1), post_state(2)] if known else [post_state(1)]
    changed = {FEED: response(FEED, rss(2, 1, entry_extra="<description>New.</description>"), ETag='"2"')}
    requested = []
    for _ in range(8):
        world = World(changed | page, states)
        visit(world, robots(), watched)
        requested.append(url(2) in world.requested)
    assert requested == [True] * 5 + [False] * 3
    assert watched.etag == '"2"'


def test_a_post_on_a_sitemap_that_cannot_be_fetched_is_tried_again():
    watched = watched_sitemap(1, days=-1)
    pages = {FEED: response(FEED, status=304), SITEMAP: response(SITEMAP, sitemap(1, 2))}
    visit(World(pages, [post_state(1)]), robots(), feed(1), watched)
    watched.due = YESTERDAY
    world = World(pages | {url(2): response(url(2), PAGE)}, [post_state(1)])
    visit(world, robots(), feed(1), watched)
    assert len(world.of_type(SavePost)) == 1
    assert "missed" not in watched.facts


@pytest.mark.parametrize(("days", "requests"), [(2, [FEED, ROBOTS]), (8, [ROBOTS, FEED])])
def test_robots_txt_may_be_older_for_a_feed_than_for_pages(days: int, requests: list[str]):
    pages = {FEED: response(FEED, rss(2, 1)), url(2): response(url(2), PAGE), ROBOTS: response(ROBOTS, "User-agent: *")}
    world = World(pages, [post_state(1)])
    visit(world, robots(timedelta(days=days)), feed(1))
    assert world.requested == [*requests, url(2)]


@pytest.mark.parametrize("pages", [{}, {ROBOTS: response(ROBOTS, "busy", status=503)}], ids=["none", "503"])
def test_a_robots_txt_that_cannot_be_fetched_allows_nothing(pages: dict[str, Any]):
    world = World({FEED: response(FEED, status=304)} | pages)
    visit(world, feed(1))
    (intent,) = world.of_type(SetRobots)
    assert intent.response.status == 503
    assert not [one for one in world.of_type(SaveDocument) if one.document.kind == "robots"]


def test_an_old_robots_txt_is_used_if_the_new_one_cannot_be_fetched():
    world = World({FEED: response(FEED, status=304), ROBOTS: response(ROBOTS, "busy", status=503)})
    visit(world, robots(timedelta(days=9)), feed(1))
    (intent,) = world.of_type(SetRobots)
    assert intent.response.status == 200


def test_a_feed_that_cannot_be_read_is_a_failed_visit():
    failed = Visit(HOME, YESTERDAY, "failed")
    done, _ = visit(World({FEED: response(FEED, "busy", status=503)}, visits=[failed]), robots(), feed(1))
    assert done.outcome == "failed"
    assert "503" in (done.note or "")
    assert done.next == (NOW + timedelta(hours=12)).isoformat()


def sitemap(*numbers: int) -> str:
    return f"<?xml version='1.0'?><urlset>{''.join(f'<url><loc>{url(n)}</loc></url>' for n in numbers)}</urlset>"


def watched_sitemap(*numbers: int, days: int = 3) -> WatchedDocument:
    reading = sitemap_reading(Sitemap(SITEMAP, tuple(SitemapPage(url(number)) for number in numbers)))
    due = (NOW + timedelta(days=days)).isoformat()
    return WatchedDocument(HOME, SITEMAP, "sitemap", reading=reading, due=due, checked=YESTERDAY)


def test_if_the_feed_has_overflowed_the_sitemap_is_read():
    pages = {FEED: response(FEED, rss(5, 4)), SITEMAP: response(SITEMAP, sitemap(1, 2, 3, 4, 5))}
    pages |= {url(number): response(url(number), PAGE) for number in range(2, 6)}
    world = World(pages, [post_state(1)])
    done, _ = visit(world, robots(), feed(1), watched_sitemap(1))
    assert world.requested == [FEED, SITEMAP, *map(url, (5, 4, 3, 2))]
    assert (done.new, done.overflowed) == (4, True)


def test_a_sitemap_that_is_not_due_is_not_read_and_one_that_is_due_is():
    for days, requests in ((3, [FEED]), (-1, [FEED, SITEMAP])):
        world = World({FEED: response(FEED, status=304), SITEMAP: response(SITEMAP, sitemap(1))}, [post_state(1)])
        visit(world, robots(), feed(1), watched_sitemap(1, days=days))
        assert world.requested == requests


def test_if_the_feed_has_overflowed_and_there_is_no_sitemap_hub_pages_are_read():
    home = f"<!DOCTYPE html><html><body><a href='{url(5)}'>Five</a><a href='{url(1)}'>One</a></body></html>"
    pages = {FEED: response(FEED, rss(5)), HOME: response(HOME, home), url(5): response(url(5), PAGE)}
    world = World(pages, [post_state(1)])
    visit(world, robots(), feed(1))
    assert world.requested == [FEED, HOME, url(5)]


def test_if_a_post_is_gone_the_sitemap_says_whether_others_are():
    states = [post_state(number, checked=YESTERDAY) for number in (1, 2, 3)]
    pages = {
        FEED: response(FEED, status=304),
        url(1): response(url(1), "gone", status=404),
        SITEMAP: response(SITEMAP, sitemap(3)),
        url(2): response(url(2), "gone", status=404),
    }
    world = World(pages, states, due=[states[0]])
    done, under_way = visit(world, robots(), feed(3), watched_sitemap(2, 3))
    assert world.requested == [FEED, url(1), SITEMAP, url(2)]
    assert under_way.gone == [url(1), url(2)]
    assert (done.outcome, done.gone) == ("updated", 2)


def test_if_no_post_is_gone_a_sitemap_that_is_not_due_is_not_read():
    due = post_state(1, etag='"1"')
    world = World({FEED: response(FEED, status=304), url(1): response(url(1), status=304)}, [due], due=[due])
    visit(world, robots(), feed(1), watched_sitemap(1))
    assert world.requested == [FEED, url(1)]


def test_posts_that_are_due_are_checked_unless_they_are_fetched_anyway():
    due = [post_state(1), post_state(2)]
    found = posts_to_check(due, [FetchPost(url(1), None, post_state(1)), FetchPost(url(3))], None)
    assert found == [FetchPost(url(2), None, due[1], conditional=True)]


def test_with_since_all_posts_after_that_day_are_fetched_whole():
    states = [
        post_state(1, fresh=NOW.isoformat()),
        post_state(2, fresh=(NOW - timedelta(days=9)).isoformat()),
        post_state(3, fresh=NOW.isoformat(), gone=NOW.isoformat()),
        post_state(4),
    ]
    found = posts_to_check(states, [], NOW - timedelta(days=2))
    assert found == [FetchPost(url(1), None, states[0]), FetchPost(url(4), None, states[3])]


def test_a_forum_is_visited_by_its_lists():
    forum = forum_of(some_threads(6))
    world = ForumWorld(forum)
    forum.reply(2, "A new reply to it")
    known = known_forum()
    record = Blog(FORUM, rules=known.rules_record(), pattern=known.pattern_record(), knowledge=known.knowledge.record())
    under_way = BlogVisit(record, FakeContext())  # type: ignore[arg-type]
    done: Visit = world.run(under_way.steps([replace(robots(), blog=FORUM, url=f"{FORUM}robots.txt")]))
    (saved,) = world.of_type(SaveThread)
    under_way.kept(saved.thread, ["comments"])
    assert (done.outcome, saved.thread.url) == ("quiet", f"{FORUM}viewtopic.php?f=2&t=2")  # the pipelines count
    assert {one.document.kind for one in world.of_type(SaveDocument)} == {"board"}
    assert done.next is not None
    report = asyncio.run(under_way.report(done))
    assert report.changed[0].kinds == ("1 new reply",)
    assert f"{FORUM}feed" not in world.requested
