from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from update_steps import HOME, NOW, World, post_state, response, url, visit_state

from blogcrawler.feeds import WatchPoints
from blogcrawler.items import WatchedDocument
from blogcrawler.updating.feeds.comment_news import CommentNews, discussed_posts, postpone, recent_posts
from blogcrawler.updating.intents import FetchPost

COMMENTS = f"{HOME}comments"
API = f"{HOME}api?after={{since}}&page={{page}}"
YESTERDAY = NOW - timedelta(days=1)


def comment_feed(*comments: tuple[int, int], following: str = "") -> str:
    """A feed of comments, each given by the number of its post and its own."""
    items = "".join(f"<item><title>c</title><link>{url(post)}#c{number}</link></item>" for post, number in comments)
    link = f'<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="{following}"/>' if following else ""
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>{link}{items}</channel></rss>'


def watched(*comments: tuple[int, int]) -> WatchedDocument:
    reading = {f"{url(post)}#c{number}": url(post) for post, number in comments}
    return WatchedDocument(HOME, COMMENTS, "comments", checked=YESTERDAY.isoformat(), reading=reading)


def read(world: World, document: WatchedDocument, api: str | None = None, max_rechecks: int = 3) -> list[str]:
    news = CommentNews(visit_state(document, max_rechecks=max_rechecks))
    world.run(news.read(document, WatchPoints(COMMENTS, "", False, api)))
    return list(news.posts)


def states(*numbers: int) -> list:  # type: ignore[type-arg]
    return [post_state(number, checked=YESTERDAY.isoformat()) for number in numbers]


@pytest.mark.parametrize(
    ("written", "only_late", "found"),
    [
        (NOW, True, True),
        (YESTERDAY - timedelta(hours=1), True, False),
        (YESTERDAY - timedelta(hours=1), False, True),
        (None, True, True),
    ],
)
def test_a_post_is_discussed_if_a_comment_was_written_after_its_last_check(
    written: datetime | None, only_late: bool, found: bool
):
    (state,) = states(1)
    posts = discussed_posts([(url(1), written), (url(2), NOW)], {url(1): state}, only_late)
    assert posts == ([FetchPost(url(1), None, state)] if found else [])


def test_recent_posts_are_limited_and_do_not_include_deleted_ones():
    known = [post_state(1, gone=NOW.isoformat()), post_state(2), post_state(3), post_state(4)]
    assert [post.url for post in recent_posts(known, 2)] == [url(2), url(3)]


def test_new_comments_lead_to_their_posts():
    document = watched((1, 1))
    world = World({COMMENTS: response(COMMENTS, comment_feed((2, 2), (1, 1)))}, states(1, 2))
    assert read(world, document) == [url(2)]
    assert list(document.reading) == [f"{url(2)}#c2", f"{url(1)}#c1"]
    assert document.due == (NOW + timedelta(days=1)).isoformat()


def test_an_overflowed_feed_is_read_back_to_a_known_comment():
    second = f"{COMMENTS}?page=2"
    pages = {
        COMMENTS: response(COMMENTS, comment_feed((3, 3), following=second)),
        second: response(second, comment_feed((2, 2), (1, 1))),
    }
    world = World(pages, states(1, 2, 3, 4))
    assert read(world, watched((1, 1))) == [url(3), url(2)]
    assert world.requested == [COMMENTS, second]


def test_if_the_older_comments_are_nowhere_recent_posts_are_checked():
    world = World({COMMENTS: response(COMMENTS, comment_feed((3, 3)))}, states(1, 2, 3, 4))
    assert read(world, watched((1, 1)), max_rechecks=2) == [url(3), url(1), url(2)]


def test_the_platform_is_queried_for_comments_since_the_last_reading():
    document = watched((1, 1))
    asked = API.replace("{since}", "2026-02-27T22%3A00%3A00").replace("{page}", "1")  # a zone's width before
    told = [{"link": f"{url(2)}#c2", "date_gmt": NOW.isoformat()}, {"link": url(4), "date_gmt": "2020-01-01T00:00:00"}]
    pages = {COMMENTS: response(COMMENTS, comment_feed((3, 3))), asked: response(asked, json.dumps(told))}
    world = World(pages, states(1, 2, 3, 4))
    assert read(world, document, API) == [url(3), url(2)]
    assert world.requested == [COMMENTS, asked]


@pytest.mark.parametrize("answer", ["{}", "not JSON", "["])
def test_an_unreadable_response_of_the_platform_is_ignored(answer: str):
    asked = API.replace("{since}", "2026-02-27T22%3A00%3A00").replace("{page}", "1")
    pages = {COMMENTS: response(COMMENTS, comment_feed((3, 3))), asked: response(asked, answer)}
    assert read(World(pages, states(1, 3)), watched((1, 1)), API) == [url(3), url(1)]


def test_a_quiet_comment_feed_is_read_less_and_less_often():
    document = watched()
    pauses = []
    for _ in range(7):
        postpone(document, NOW, quiet=True)
        pauses.append(document.facts["pause"] / 24)
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    postpone(document, NOW, quiet=False)
    assert document.facts["pause"] == 24
