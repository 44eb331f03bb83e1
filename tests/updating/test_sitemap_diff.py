from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from update_steps import HOME, NOW, World, known_blog, post_state, response, url, visit_state

from blogcrawler.feeds import Sitemap, SitemapPage
from blogcrawler.items import WatchedDocument
from blogcrawler.sources import sitemap_reading
from blogcrawler.updating.intents import FetchPost
from blogcrawler.updating.sitemap_diff import diff_sitemap, is_due, lists_any, postpone, read_sitemap

OLD, NEW = NOW - timedelta(days=30), NOW - timedelta(days=1)
CHECKED = (NOW - timedelta(days=10)).isoformat()
SITEMAP = f"{HOME}sitemap.xml"


def sitemap(*numbers: int, modified: datetime | None = OLD) -> Sitemap:
    return Sitemap(SITEMAP, tuple(SitemapPage(url(number), modified) for number in numbers))


def numbers(posts: list[FetchPost]) -> list[str]:
    return [post.url for post in posts]


def test_unknown_posts_are_new_and_other_pages_are_not():
    pages = (url(1), url(2), HOME, f"{HOME}about", f"{HOME}tag/food", f"{HOME}2026/02/post-9.html?replytocom=3")
    found = diff_sitemap(Sitemap(SITEMAP, tuple(map(SitemapPage, pages))), {}, [post_state(2)], known_blog())
    assert found == [FetchPost(url(1))]


def test_a_page_that_was_listed_before_is_not_new():
    listed = sitemap(1, 2)
    assert diff_sitemap(listed, sitemap_reading(listed), [], known_blog()) == []


def test_a_known_post_under_another_spelling_is_not_new():
    spelled = Sitemap(SITEMAP, (SitemapPage(url(1).removesuffix(".html")),))
    assert diff_sitemap(spelled, {"another": ""}, [post_state(1)], known_blog()) == []


def test_new_posts_beyond_the_limit_are_left_for_the_next_visit():
    pages = "".join(f"<url><loc>{url(number)}</loc></url>" for number in range(700))
    body = f"<?xml version='1.0'?><urlset>{pages}</urlset>"
    watched = WatchedDocument(HOME, SITEMAP, "sitemap")
    visits = []
    for known in (0, 500):
        states = [post_state(number) for number in range(known)]
        world = World({SITEMAP: response(SITEMAP, body, ETag='"1"')}, states)
        visits.append(world.run(read_sitemap(watched, states, visit_state(watched))))
        assert bool(watched.etag) == bool(known)
    assert [len(posts) for posts in visits] == [500, 200]
    assert visits[1][0].url == url(500)


def test_a_post_with_another_date_than_before_has_changed():
    states = [post_state(1, checked=NOW.isoformat()), post_state(2, checked=NOW.isoformat())]
    before = sitemap_reading(sitemap(1, 2))
    after = Sitemap(SITEMAP, (*sitemap(1).pages, *sitemap(2, modified=NEW).pages))
    assert diff_sitemap(after, before, states, known_blog()) == [FetchPost(url(2), None, states[1])]


@pytest.mark.parametrize(
    ("modified", "since", "fetched"),
    [(NEW, None, True), (OLD, None, False), (None, None, False), (OLD, OLD - timedelta(days=1), True)],
)
def test_at_the_first_reading_a_post_has_changed_if_its_date_is_after_the_last_check(
    modified: datetime | None, since: datetime | None, fetched: bool
):
    found = diff_sitemap(sitemap(1, modified=modified), {}, [post_state(1, checked=CHECKED)], known_blog(), since)
    assert numbers(found) == ([url(1)] if fetched else [])


def test_a_deleted_post_that_is_listed_again_is_fetched():
    gone = post_state(1, gone=CHECKED, checked=CHECKED)
    assert numbers(diff_sitemap(sitemap(1, modified=None), {"another": ""}, [gone], known_blog())) == [url(1)]


def test_a_post_that_is_not_listed_any_more_is_fetched():
    states = [post_state(number, checked=CHECKED) for number in range(4)]
    found = diff_sitemap(sitemap(0, 1), sitemap_reading(sitemap(0, 1, 2)), states, known_blog())
    assert numbers(found) == [url(2)]  # post 3 was never listed


@pytest.mark.parametrize(("listed", "missing"), [(18, 2), (17, 0), (10, 0), (0, 0)])
def test_at_the_first_reading_posts_are_missing_only_if_the_sitemap_lists_nine_of_ten(listed: int, missing: int):
    states = [post_state(number, checked=CHECKED) for number in range(20)]
    assert len(diff_sitemap(sitemap(*range(listed)), {}, states, known_blog())) == missing


def test_posts_that_are_gone_are_not_missing():
    states = [post_state(number, checked=CHECKED) for number in range(9)]
    states.append(post_state(9, gone=CHECKED))
    assert diff_sitemap(sitemap(*range(9)), {}, states, known_blog()) == []


def test_a_sitemap_of_other_pages_lists_no_posts():
    categories = WatchedDocument(HOME, SITEMAP, "sitemap", reading=sitemap_reading(sitemap(50)))
    assert not lists_any(categories, [post_state(1)])
    assert lists_any(categories, [post_state(50)])
    assert lists_any(WatchedDocument(HOME, SITEMAP, "sitemap"), [post_state(1)])  # not read yet


def test_a_quiet_sitemap_is_read_less_and_less_often():
    document = WatchedDocument(HOME, SITEMAP, "sitemap")
    pauses = []
    now = NOW
    for _ in range(6):
        postpone(document, now, quiet=True)
        due = datetime.fromisoformat(document.due or "")
        pauses.append((due - now).days)
        assert not is_due(document, due - timedelta(seconds=1))
        assert is_due(document, due)
        now = due
    assert pauses == [1, 2, 4, 8, 14, 14]
    postpone(document, now, quiet=False)
    assert document.due == (now + timedelta(days=1)).isoformat()


def test_a_quiet_sitemap_that_was_not_due_keeps_its_pause():
    document = WatchedDocument(HOME, SITEMAP, "sitemap", facts={"pause": 96.0}, due=(NOW + timedelta(1)).isoformat())
    postpone(document, NOW, quiet=True)
    assert document.facts["pause"] == 96.0


def test_reading_a_sitemap_remembers_what_it_lists():
    body = f"<?xml version='1.0'?><urlset><url><loc>{url(1)}</loc></url></urlset>"
    document = WatchedDocument(HOME, SITEMAP, "sitemap")
    world = World({SITEMAP: response(SITEMAP, body, ETag='"1"')})
    state = visit_state(document)
    assert numbers(world.run(read_sitemap(document, [], state))) == [url(1)]
    assert world.requested == [SITEMAP]
    assert document.etag == '"1"'
    assert document.changed == NOW.isoformat()
    assert lists_any(document, [post_state(1)])
    assert world.run(read_sitemap(document, [], state)) == []  # the same as before


@pytest.mark.parametrize("bad", [None, response(SITEMAP, "gone", status=500), response(SITEMAP, "<p>no sitemap")])
def test_a_sitemap_that_cannot_be_read_is_postponed(bad: object):
    document = WatchedDocument(HOME, SITEMAP, "sitemap", reading={"a": ""})
    world = World({SITEMAP: bad} if bad else {})  # type: ignore[dict-item]
    assert world.run(read_sitemap(document, [], visit_state(document))) == []
    assert document.reading == {"a": ""}
    assert document.due == (NOW + timedelta(days=1)).isoformat()
