"""Which links of a page are followed."""

from __future__ import annotations

from blogcrawler.crawl.thread_work import do_here
from blogcrawler.dom import Page
from blogcrawler.feeds import Sitemap, SitemapPage
from blogcrawler.frontier import POST_PRIORITY, SKIP, Gain, Link
from tests.support.link_crawl import HOME, LinkCrawl, links_page, paths, post_url


class SkipTags:
    """A guide that skips tags until a page is missing."""

    def __init__(self) -> None:
        self.complete = True

    def priority(self, page: Page, link: Link) -> int | None:
        return SKIP if self.skips(link.url) else None

    def skips(self, url: str) -> bool:
        return self.complete and "/tag/" in url

    def report_missing(self, url: str) -> bool:
        was, self.complete = self.complete, False
        return was


class Broken(SkipTags):
    def priority(self, page: Page, link: Link) -> int | None:
        raise RuntimeError("planted")


def test_only_new_links_into_the_blog_are_followed():
    crawl = LinkCrawl()
    crawl.queue(post_url(1))
    page = links_page("/2026/02/post-1.html", "/2026/02/post-2.html", "https://elsewhere.example/", "/about")
    assert paths(crawl.follow(page, HOME, "list")) == ["/2026/02/post-2.html", "/about"]


def test_links_that_are_surely_posts_are_counted_and_fetched_first():
    crawl = LinkCrawl()
    page = links_page("/2026/02/post-1.html", "/2026/02/post-2.html", "/about")
    priorities = [request.priority for request in crawl.follow(page, HOME, "list")]
    assert priorities[:2] == [POST_PRIORITY, POST_PRIORITY]
    assert priorities[2] < POST_PRIORITY
    assert crawl.found == 2


def test_the_further_pages_of_a_post_are_part_of_it():
    crawl = LinkCrawl()
    page = links_page(f"{post_url(1)}?page=2", "/2026/02/post-2.html", url=post_url(1))
    assert paths(crawl.follow(page, post_url(1), "post")) == ["/2026/02/post-2.html"]


def test_links_of_an_exhausted_pattern_are_counted_but_not_followed():
    crawl = LinkCrawl(patience=2)
    for number in (11, 12):
        crawl.links.record_page(f"{HOME}gallery/{number}/", None, Gain(0, 0))
    page = links_page("/gallery/13/", "/about")
    assert paths(crawl.follow(page, HOME, "list")) == ["/about"]
    assert crawl.stats.get_value("frontier/barren") == 1


def test_links_skipped_by_a_guide_are_followed_when_it_was_wrong():
    crawl = LinkCrawl()
    crawl.links.guides.append(SkipTags())
    assert paths(crawl.follow(links_page("/tag/a", "/about"), HOME, "list")) == ["/about"]
    assert paths(crawl.links.record_missing(f"{HOME}page/2/", None)) == ["/tag/a"]
    assert paths(crawl.links.record_missing(f"{HOME}page/3/", None)) == []


def test_a_guide_that_fails_does_not_lose_links():
    crawl = LinkCrawl()
    crawl.links.guides.append(Broken())
    assert paths(crawl.follow(links_page("/tag/a", "/about"), HOME, "list")) == ["/tag/a", "/about"]


def test_a_sitemap_lists_everything_if_it_has_the_posts_of_the_feed():
    crawl = LinkCrawl(examples=[post_url(1), post_url(2)])
    pages = tuple(SitemapPage(post_url(number)) for number in (1, 2, 3))
    assert not crawl.links.all_listed
    requests = list(do_here(crawl.links.follow_sitemap(Sitemap(f"{HOME}sitemap.xml", pages))))
    assert crawl.links.all_listed
    assert {request.url: request.priority for request in requests} == {url.url: POST_PRIORITY for url in pages}
