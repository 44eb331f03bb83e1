"""Feeds with wrong validators, feeds that fail, and feeds that move."""

from __future__ import annotations

import pytest
from blogsite import FEED_KIND, Answer, MadePost, make_posts
from updated_blog import Updates, crawled


def test_validators_that_hide_news_are_not_trusted_again(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[2:])

    def publish_with_the_same_etag(some: list[MadePost]) -> None:
        blog.publish(some)
        blog.site.pages["/feed.xml"].headers["ETag"] = '"1"'  # type: ignore[union-attr]

    publish_with_the_same_etag(posts[1:])
    assert blog.update()[0] == []  # the server is trusted …
    with blog.store() as store:
        (feed,) = [source for source in store.schedule.sources(blog.site.url) if source.kind == "feed"]
        feed.trusted = 100  # … for a while
        store.schedule.save_source(feed)
    assert [record["url"] for record in blog.update()[0]] == [blog.url(posts[1])]
    publish_with_the_same_etag(posts)
    assert [record["url"] for record in blog.update()[0]] == [blog.url(posts[0])]  # it is not trusted any more


def test_a_blog_that_fails_is_visited_less_and_less_often(blog: Updates):
    crawled(blog, make_posts(12))
    blog.site.pages["/feed.xml"] = Answer("gone for lunch", status=503)
    _, program = blog.update()
    assert program.stats["blogs/failed"] == 1
    blog.update()
    with blog.store() as store:
        first, second = store.schedule.visits(blog.site.url)
        assert first.outcome == second.outcome == "failed"
        assert "503" in (first.note or "")
    assert blog.update("-s", "LOG_LEVEL=INFO")[1].stats["blogs/visited"] == 0  # none is due


def move_feed(blog: Updates, to: str, instead: Answer | None = None) -> None:
    """Put the feed at another address, to which the home page leads."""
    site = blog.site
    site.pages[to] = site.pages.pop("/feed.xml")
    home = site.pages["/"].data().decode()  # type: ignore[union-attr]
    assert "/feed.xml" in home
    site.pages["/"] = Answer(home.replace("/feed.xml", to))
    if instead is not None:
        site.pages["/feed.xml"] = instead


@pytest.mark.parametrize(
    "instead",
    [None, Answer("gone", status=410), Answer("<!DOCTYPE html><title>Welcome</title><p>This is no feed.")],
    ids=["404", "410", "a page"],
)
def test_a_feed_that_has_moved_is_found_again_from_the_home_page(blog: Updates, instead: Answer | None):
    posts = make_posts(14)
    crawled(blog, posts[1:])
    blog.publish(posts)
    move_feed(blog, "/atom.xml", instead)
    records, program = blog.update()
    assert [record["url"] for record in records] == [blog.url(posts[0])]
    assert blog.site.asked == ["/feed.xml", "/", "/atom.xml", posts[0].path]
    assert any("has moved to" in note and "/atom.xml" in note for note in program.notes)
    with blog.store() as store:
        assert store.blog(blog.site.url).feed == f"{blog.site.url}atom.xml"  # type: ignore[union-attr]
        kinds = [source.url for source in store.schedule.sources(blog.site.url) if source.kind == "feed"]
        assert kinds == [f"{blog.site.url}atom.xml"]
    blog.update()
    assert blog.site.asked == ["/atom.xml"]


def test_a_permanent_redirect_of_a_feed_is_remembered(blog: Updates):
    crawled(blog, make_posts(14))
    move_feed(blog, "/atom.xml", Answer("", status=301, headers={"Location": "/atom.xml"}))
    assert blog.update()[0] == []
    assert blog.site.asked == ["/feed.xml", "/atom.xml"]
    blog.update()
    assert blog.site.asked == ["/atom.xml"]
    move_feed_back = blog.site.pages["/atom.xml"]
    blog.site.pages["/atom.xml"] = Answer("", status=302, headers={"Location": "/elsewhere.xml"})
    blog.site.pages["/elsewhere.xml"] = move_feed_back
    for _ in range(2):  # for the time being only
        blog.update()
        assert blog.site.asked == ["/atom.xml", "/elsewhere.xml"]


def test_a_feed_that_announces_its_move_is_followed_if_the_new_url_works(blog: Updates):
    posts = make_posts(14)
    crawled(blog, posts)
    feed = blog.site.pages["/feed.xml"].data().decode()  # type: ignore[union-attr]
    for number, place in enumerate(("nowhere.xml", "podcast.xml")):
        said = f"<channel><itunes:new-feed-url>{blog.site.url}{place}</itunes:new-feed-url>"
        moved = feed.replace("<rss ", '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ')
        moved = moved.replace("<channel>", said)
        blog.site.pages["/feed.xml"] = Answer(moved, FEED_KIND, headers={"ETag": f'"moved {number}"'})
        blog.site.pages["/podcast.xml"] = Answer(feed, FEED_KIND, headers={"ETag": '"podcast"'})
        blog.update()
        assert blog.site.asked == ["/feed.xml", f"/{place}"]
    blog.update()
    assert blog.site.asked == ["/podcast.xml"]


def test_a_lost_feed_is_not_searched_for_at_each_visit(blog: Updates):
    crawled(blog, make_posts(14))
    del blog.site.pages["/feed.xml"]
    blog.site.pages["/"] = Answer("<title>Closed</title><p>Nothing to see here.")
    _, program = blog.update()
    assert program.stats["blogs/failed"] == 1
    assert len(blog.site.asked) > 2
    blog.update()
    assert blog.site.asked == ["/feed.xml"]
