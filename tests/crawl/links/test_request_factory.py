"""The requests of a crawl, and the order in which they are fetched."""

from __future__ import annotations

from blogcrawler.items import Feed, FeedEntry
from tests.support.link_crawl import HOME, LinkCrawl, paths, post_url


def test_a_post_of_the_feed_comes_before_a_sitemap_and_a_sitemap_before_a_further_page_of_the_feed():
    make = LinkCrawl().requests
    [post] = make.entry(FeedEntry(post_url(1)))
    [likely, unlikely] = make.sitemaps([f"{HOME}post-sitemap.xml", f"{HOME}author-sitemap.xml"])
    [feed] = make.next_feed_page(Feed(f"{HOME}feed", next_url=f"{HOME}feed?paged=2"), 1)
    assert post.priority > likely.priority > feed.priority > unlikely.priority


def test_posts_elsewhere_and_posts_queued_before_are_not_requested():
    crawl = LinkCrawl()
    crawl.queue(post_url(1))
    assert list(crawl.requests.entry(FeedEntry(post_url(1)))) == []
    assert list(crawl.requests.entry(FeedEntry("https://elsewhere.example/2026/02/post-1.html"))) == []


def test_a_tracker_is_followed_although_it_is_another_host():
    crawl = LinkCrawl(trackers=["clicks.example"])
    [request] = crawl.requests.entry(FeedEntry("https://clicks.example/x?to=1"))
    assert request.url == "https://clicks.example/x?to=1"


def test_the_next_address_of_a_post_is_tried_when_one_is_unavailable():
    make = LinkCrawl().requests
    [first] = make.entry(FeedEntry(post_url(1), alternatives=(post_url(2), post_url(3))))
    [second] = make.alternatives(first)
    [third] = make.alternatives(second)
    assert [second.url, third.url] == [post_url(2), post_url(3)]
    assert third.meta["listed"] == post_url(1)
    assert list(make.alternatives(third)) == []


def test_guessed_sitemaps_are_tried_in_turn():
    make = LinkCrawl().requests
    [first] = make.sitemaps([f"{HOME}sitemap.xml"], fallbacks=[f"{HOME}a.xml", f"{HOME}b.xml"], guessed=True)
    [second] = make.alternatives(first)
    [third] = make.alternatives(second)
    assert paths([second, third]) == ["/a.xml", "/b.xml"]
    assert list(make.alternatives(third)) == []


def test_traps_are_not_wanted_unless_the_feed_lists_them():
    make = LinkCrawl().requests
    assert make.is_wanted(post_url(1))
    assert not make.is_wanted(f"{HOME}wp-login.php")
    assert not make.is_wanted("https://elsewhere.example/")
