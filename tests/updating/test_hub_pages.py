from __future__ import annotations

import pytest
from update_steps import HOME, World, post_state, response, url, visit_state

from blogcrawler.errors import NotFetched
from blogcrawler.items import WatchedDocument
from blogcrawler.updating.hub_pages import new_posts, read_hub_pages
from blogcrawler.updating.intents import FetchPost


def hub(*numbers: int, older: int | None = None) -> str:
    posts = "".join(f"<h2><a href='{url(number)}'>Post {number}</a></h2><p>About it</p>" for number in numbers)
    pager = f"<a rel=next href='{HOME}page/{older}/'>Older posts</a>" if older else ""
    return f"<!DOCTYPE html><html><body><a href='/about'>About</a>{posts}{pager}</body></html>"


def page(number: int) -> str:
    return f"{HOME}page/{number}/"


def read(world: World, home: WatchedDocument | None = None) -> list[FetchPost]:
    home = home or WatchedDocument(HOME, HOME, "hub")
    found: list[FetchPost] = world.run(read_hub_pages(home, visit_state(home)))
    return found


def test_posts_are_new_unless_they_are_known_under_any_spelling():
    urls = {"http://a/1": ["http://a/1.html"], "http://a/2": ["http://a/2.html"], "http://a/3": []}
    states = {"http://a/1.html": post_state(1)}
    assert [post.url for post in new_posts(urls, states, ()).values()] == ["http://a/2", "http://a/3"]


def test_a_post_that_was_found_before_is_not_new():
    (key,) = new_posts({"http://a/1": []}, {}, ())
    assert new_posts({"http://a/1": []}, {}, {key}) == {}


def test_hub_pages_are_read_up_to_known_posts():
    pages = {
        HOME: response(HOME, hub(9, 8, older=2)),
        page(2): response(page(2), hub(7, 6, older=3)),
        page(3): response(page(3), hub(5, 4, older=4)),
    }
    world = World(pages, [post_state(5), post_state(4)])
    assert [post.url for post in read(world)] == [url(9), url(8), url(7), url(6)]
    assert world.requested == [HOME, page(2), page(3)]


def test_a_hub_page_with_a_known_post_is_the_last_one():
    world = World({HOME: response(HOME, hub(9, 8, older=2))}, [post_state(8)])
    assert read(world) == [FetchPost(url(9))]
    assert world.requested == [HOME]


def test_the_number_of_hub_pages_is_limited():
    pages = {page(n): response(page(n), hub(100 + n, older=n + 1)) for n in range(2, 40)}
    world = World(pages | {HOME: response(HOME, hub(1, older=2))})
    read(world)
    assert len(world.requested) == 20


def test_hub_pages_that_lead_back_are_not_read_twice():
    pages = {HOME: response(HOME, hub(1, older=2)), page(2): response(page(2), hub(2, older=2))}
    world = World(pages)
    assert [post.url for post in read(world)] == [url(1), url(2)]
    assert world.requested == [HOME, page(2)]


def test_a_post_that_the_home_page_has_stopped_listing_is_checked():
    home = WatchedDocument(HOME, HOME, "hub")
    states = [post_state(number) for number in (1, 2, 3)]
    read(World({HOME: response(HOME, hub(3, 2, 1))}, states), home)
    missing = [key for key in home.reading if "post-2" in key]
    keyed = post_state(2)
    keyed.url = missing[0]  # the database looks posts up by key
    found = read(World({HOME: response(HOME, hub(3, 1))}, [*states, keyed]), home)
    assert found == [FetchPost(keyed.url, None, keyed, conditional=True)]


def test_a_home_page_that_fails_is_an_error():
    with pytest.raises(NotFetched, match="503"):
        read(World({HOME: response(HOME, "busy", status=503)}))


def test_a_home_page_that_is_not_modified_has_nothing_new():
    home = WatchedDocument(HOME, HOME, "hub", etag='"1"')
    assert read(World({HOME: response(HOME, status=304)}), home) == []
