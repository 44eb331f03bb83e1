"""The survey of blogs that exist in a dictionary only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from urllib.parse import urljoin, urlsplit

import pytest
from blogsite import FEED_KIND, Answer, MadePost, fill, make_posts, page, post_page, rss
from scrapy import Request
from scrapy.http import Response
from scrapy.responsetypes import responsetypes

from blogcrawler.blog import Survey
from blogcrawler.errors import NotFetched, Unreachable
from blogcrawler.survey import survey

POSTS = make_posts(12)


class Web:
    """A few hosts; ``fetch`` follows redirects as Scrapy does."""

    def __init__(self, home: str = "http://example.org/") -> None:
        self.home = home
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.refuses: Callable[[str], bool] = lambda url: False

    def put(self, url: str, body: str = "", kind: str = "text/html", status: int = 200, to: str | None = None) -> None:
        self.pages[urljoin(self.home, url)] = Answer(body, kind, 301 if to else status, {"Location": to} if to else {})

    def blog(self, posts: list[MadePost] = POSTS, home: str | None = None, **options: bool) -> list[str]:
        """Put a whole blog on the host."""
        made = SimpleNamespace(url=home or self.home, pages={})
        urls = fill(made, posts, **options)  # type: ignore[arg-type]
        self.pages |= {urljoin(made.url, path): answer for path, answer in made.pages.items()}
        return urls

    def feed(self, url: str, entries: list[tuple[str, str, MadePost]], home: str | None = None) -> None:
        self.put(url, rss(home or self.home, entries), FEED_KIND)

    async def fetch(self, url: str) -> Response:
        passed: list[str] = []
        while True:
            self.asked.append(url)
            if len(passed) > 10:
                raise NotFetched("there are too many redirects")
            if self.refuses(url):
                raise NotFetched("the connection was refused")
            answer = self.pages.get(url, Answer("nothing here", status=404))
            if "Location" not in answer.headers:
                break
            passed.append(url)
            url = urljoin(url, answer.headers["Location"])
        headers = {"Content-Type": answer.kind}
        kind = responsetypes.from_args(headers={b"Content-Type": answer.kind.encode()}, url=url, body=answer.data())
        request = Request(url, meta={"redirect_urls": passed} if passed else {})
        return kind(url, status=answer.status, headers=headers, body=answer.data(), request=request)

    def survey(self, url: str = "", **options: object) -> Survey:
        return asyncio.run(survey(urljoin(self.home, url), self.fetch, **options))  # type: ignore[arg-type]


@pytest.fixture
def web() -> Web:
    return Web()


def trained(found: Survey) -> list[str]:
    return sorted(urlsplit(training.response.url).path for training in found.training)


def paths(posts: list[MadePost]) -> list[str]:
    return sorted(post.path for post in posts)


def test_the_feed_that_the_home_page_names_is_read_and_its_entries_fetched(web: Web):
    web.blog(sitemap=True)
    found = web.survey(training_pages=5)
    assert (found.home, found.root) == (web.home, web.home)
    assert found.feed is not None
    assert found.feed.url == "http://example.org/feed.xml"
    assert trained(found) == paths(POSTS[:5])
    assert found.training[0].entry.title == POSTS[0].title
    assert (found.sitemaps, found.sitemaps_guessed) == (["http://example.org/sitemap.xml"], False)
    assert found.notes == []
    assert len(web.asked) == len(set(web.asked)) == 3 + 5


def test_a_given_feed_goes_before_the_one_that_the_blog_names(web: Web):
    web.blog()
    link = f"http://example.org{POSTS[7].path}"
    web.feed("/mine.xml", [(link, link, POSTS[7])])
    found = web.survey(feed_url="http://example.org/mine.xml")
    assert trained(found) == [POSTS[7].path]


def test_a_given_feed_that_is_none_is_said_and_another_one_found(web: Web):
    web.blog()
    found = web.survey(feed_url="http://example.org/about.html")
    assert found.notes == ["The feed http://example.org/about.html cannot be read; looking for another one."]
    assert trained(found) == paths(POSTS[:10])


def test_a_feed_that_only_an_inner_page_names_is_found(web: Web):
    web.blog()
    web.put("/", page("Welcome", "<h1>Welcome</h1><a href=/shop.html>Shop</a> <a href=/blog/>Blog</a>"))
    web.put("/blog/", page("Blog", "<h1>Blog</h1>", "<link rel=alternate type=application/rss+xml href=/feed.xml>"))
    found = web.survey()
    assert trained(found) == paths(POSTS[:10])


def test_a_feed_that_nobody_names_is_looked_for_where_feeds_usually_are(web: Web):
    web.blog(feed=False)
    links = [f"http://example.org{post.path}" for post in POSTS]
    web.feed("/rss.xml", list(zip(links, links, POSTS, strict=True))[:6])
    found = web.survey()
    assert found.feed is not None
    assert trained(found) == paths(POSTS[:6])


@pytest.mark.parametrize(
    "body", ["this is no feed", "<html>neither</html>", "\0\0", "<!DOCTYPE x [<!ENTITY a '&a;'>]><rss>&a;"]
)
def test_a_feed_that_is_no_feed_does_not_stop_the_survey(web: Web, body: str):
    web.blog()
    web.put("/feed.xml", body, "application/rss+xml")
    found = web.survey()
    assert found.feed is None
    assert found.notes == ["No feed was found: posts are recognised by what their pages have in common."]
    assert set(trained(found)) <= set(paths(POSTS))
    assert found.training


def test_a_home_that_is_gone_is_said_and_the_blog_found_behind_it(web: Web):
    web.blog()
    del web.pages[web.home]
    links = [f"http://example.org{post.path}" for post in POSTS]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True))[:6])
    found = web.survey()
    assert found.notes == ["http://example.org/ answers with HTTP 404; the search continued from there."]
    assert trained(found) == paths(POSTS[:6])


def test_a_host_where_nothing_is_there_is_unreachable(web: Web):
    with pytest.raises(Unreachable, match=r"http://example.org/ answers with HTTP 404"):
        web.survey()


def test_a_host_that_does_not_answer_is_unreachable_under_all_its_names(web: Web):
    web.refuses = lambda url: True
    with pytest.raises(Unreachable, match=r"^http://example.org/ cannot be fetched: the connection was refused$"):
        web.survey()
    tried = {"http://example.org/", "https://example.org/", "http://www.example.org/", "https://www.example.org/"}
    assert tried <= set(web.asked)


def test_a_blog_that_answers_under_another_name_is_found_there(web: Web):
    web.blog(home="https://www.example.org/")
    web.refuses = lambda url: not url.startswith("https://www.")
    found = web.survey()
    assert found.home == "https://www.example.org/"
    assert len(found.training) == 10


@pytest.mark.parametrize("kind", ["application/pdf", "application/json", "image/png", "text/plain"])
def test_what_is_neither_page_nor_feed_is_no_blog(web: Web, kind: str):
    web.put("/", '{"a": 1}', kind)
    with pytest.raises(Unreachable, match=f"neither a page nor a feed, but {kind}"):
        web.survey()


def test_the_address_of_a_post_leads_to_the_blogs_home(web: Web):
    web.blog()
    found = web.survey(POSTS[3].path)
    assert (found.home, found.root) == ("http://example.org/", "http://example.org/")
    assert trained(found) == paths(POSTS[:10])


def test_the_address_of_the_feed_leads_to_the_blogs_home(web: Web):
    web.blog()
    found = web.survey("/feed.xml")
    assert (found.home, found.root) == ("http://example.org/", "http://example.org/")
    assert trained(found) == paths(POSTS[:10])
    assert web.asked.count("http://example.org/feed.xml") == 1


def test_a_blog_in_a_folder_stays_there(web: Web):
    posts = make_posts(8, path="/blog/{date:%Y/%m}/{slug}.html")
    web.blog(posts)
    web.pages["http://example.org/blog/"] = web.pages.pop("http://example.org/")
    found = web.survey("/blog/")
    assert found.root == "http://example.org/blog/"
    assert trained(found) == paths(posts)


def test_trackers_lead_to_the_posts(web: Web):
    web.blog()
    for n, post in enumerate(POSTS):
        web.put(f"http://tracker.example/~r/blog/{n}", to=f"http://example.org{post.path}?utm_source=feed")
        web.put(f"{post.path}?utm_source=feed", post_page(post))
    web.feed("/feed.xml", [(f"http://tracker.example/~r/blog/{n}", f"id {n}", p) for n, p in enumerate(POSTS)])
    found = web.survey(training_pages=4)
    assert trained(found) == paths(POSTS[:4])
    assert found.trackers == {"tracker.example"}
    assert found.training[0].entry.url == f"http://example.org{POSTS[0].path}"
    assert found.notes == []


def test_dead_links_give_way_to_guids_that_work(web: Web):
    web.blog()
    web.feed(
        "/feed.xml",
        [(f"http://example.org/old/{n}", f"http://example.org{post.path}", post) for n, post in enumerate(POSTS)],
    )
    found = web.survey(training_pages=4)
    assert trained(found) == paths(POSTS[:4])
    assert found.notes == []


def test_entries_of_other_hosts_are_left_alone(web: Web):
    web.blog()
    links = [f"http://{'example.org' if n % 3 else 'elsewhere.example'}{p.path}" for n, p in enumerate(POSTS)]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True)))
    found = web.survey()
    assert trained(found) == paths([post for n, post in enumerate(POSTS) if n % 3])
    assert found.notes == ["4 of 12 feed entries lead to other hosts and are ignored."]
    assert not [url for url in web.asked if "elsewhere" in url]


@pytest.mark.parametrize("wrong", ["https://example.org", "http://www.example.org", "http://example.org:80"])
def test_wrong_schemes_names_and_ports_in_the_feed_are_put_right(wrong: str):
    web = Web("http://example.org:8080/")
    web.blog()
    web.feed("/feed.xml", [(wrong + post.path, wrong + post.path, post) for post in POSTS])
    found = web.survey()
    assert trained(found) == paths(POSTS)
    assert {urlsplit(url).netloc for url in web.asked} == {"example.org:8080"}


def test_a_feed_made_on_its_authors_machine_leads_to_the_blog(web: Web):
    web.blog()
    web.refuses = lambda url: "localhost" in url
    links = [f"http://localhost:4000{post.path}" for post in POSTS]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True)), home="http://localhost:4000/")
    assert trained(web.survey(training_pages=3)) == paths(POSTS[:3])


def test_posts_that_are_gone_since_are_counted(web: Web):
    web.blog()
    for post in POSTS[1:4]:
        web.put(post.path, status=410)
    found = web.survey()
    assert found.notes == ["3 of 10 posts in the feed are no longer available."]
    assert trained(found) == paths([POSTS[0], *POSTS[4:10]])


def test_where_no_post_of_the_feed_is_left_the_pages_must_do(web: Web):
    web.blog()
    web.feed("/feed.xml", [(f"http://example.org/gone/{n}", f"id {n}", post) for n, post in enumerate(POSTS[:3])])
    found = web.survey()
    assert found.notes[-1] == "None of the posts in the feed http://example.org/feed.xml is available."
    assert set(trained(found)) <= set(paths(POSTS))
    assert found.training


def test_without_a_feed_the_likeliest_pages_are_taken(web: Web):
    web.blog(feed=False, sitemap=True)
    found = web.survey()
    assert found.feed is None
    assert trained(found) == paths(POSTS)
    assert found.training[0].entry.title
    assert found.notes == ["No feed was found: posts are recognised by what their pages have in common."]


def test_without_a_feed_others_are_taken_where_pages_are_gone(web: Web):
    web.blog(feed=False, sitemap=True)
    gone = [post.path for post in POSTS[:3]]
    for path in gone:
        web.put(path, "gone", status=404)
    found = web.survey(training_pages=3)
    assert len(found.training) >= 3
    assert not set(trained(found)) & set(gone)


def test_a_blog_with_one_post(web: Web):
    web.blog(POSTS[:1])
    assert trained(web.survey()) == [POSTS[0].path]


def test_an_empty_page_is_surveyed_and_nothing_is_found(web: Web):
    web.put("/", "")
    found = web.survey()
    assert found.training == []


def test_a_home_that_redirects_without_end_is_unreachable(web: Web):
    web.put("/", to="/a")
    web.put("/a", to="/")
    with pytest.raises(Unreachable, match="too many redirects"):
        web.survey()


def test_the_robots_txt_of_the_host_that_answers_names_the_sitemaps():
    web = Web()
    web.blog(sitemap=True)
    web.refuses = lambda url: url.startswith("https:")
    found = asyncio.run(survey("https://example.org/", web.fetch))
    assert (found.sitemaps, found.sitemaps_guessed) == (["http://example.org/sitemap.xml"], False)


def test_a_host_that_has_a_home_page_only_under_www_is_found_there():
    web = Web("http://www.example.org/")
    web.blog()
    found = asyncio.run(survey("http://example.org/", web.fetch))
    assert found.home == web.home
    assert trained(found) == paths(POSTS[:10])


def test_a_blog_on_a_host_beside_the_home_page_is_found_there(web: Web):
    blog = "http://blog.example.org/"
    web.blog(home=blog, sitemap=True)
    named = f"<link rel=alternate type=application/rss+xml href={blog}feed.xml>"
    web.put("/", page("Ann", "<h1>Ann</h1><p>I write.</p>", named))
    found = web.survey()
    assert (found.home, found.root, found.sitemaps) == (blog, blog, [f"{blog}sitemap.xml"])
    assert trained(found) == paths(POSTS[:10])


def test_without_a_feed_what_menus_lead_to_is_not_taken_for_posts(web: Web):
    posts = make_posts(5, path="/{slug}/")
    web.blog(posts, feed=False)
    menu = "".join(f"<a href=/{name}/>{name}</a> " for name in "now uses my-books things-i-like talks press".split())
    titles = "".join(f"<h2><a href={post.path}>{post.title}</a></h2>" for post in posts)
    pager = "".join(f"<a href=/all/{n}>{n}</a> " for n in range(2, 40))
    web.put("/", page("Home", f"<nav>{menu}</nav>{titles}{pager}"))
    for name in "now uses my-books things-i-like talks press".split():
        web.put(f"/{name}/", page(name, f"<h1>{name}</h1><p>Some words on it.</p>"))
    assert trained(web.survey()) == paths(posts)


def test_sitemaps_are_guessed_only_if_robots_txt_names_none(web: Web):
    web.blog()
    found = web.survey()
    assert found.sitemaps_guessed
    assert found.sitemaps[0] == "http://example.org/sitemap.xml"
    web.put("/robots.txt", "Sitemap: /map.xml\nSitemap: http://example.org/map.xml", "text/plain")
    found = web.survey()
    assert (found.sitemaps, found.sitemaps_guessed) == (["http://example.org/map.xml"], False)


def test_the_home_page_may_be_a_post_itself(web: Web):
    web.blog()
    web.put("/", post_page(POSTS[0], "<link rel=alternate type=application/rss+xml href=/feed.xml>"))
    assert POSTS[1].path in trained(web.survey())


def blog_in_a_folder(web: Web) -> list[str]:
    """A blog at /blogs/ann/ whose pages name a feed that is not there."""
    urls = [f"http://example.org/blogs/ann{post.path}" for post in POSTS]
    links = "".join(f'<a href="{url}">{post.title}</a>' for url, post in zip(urls, POSTS, strict=True))
    head = '<link rel="alternate" type="application/rss+xml" href="/blogs/ann/index.rdf">'
    web.put("/blogs/ann/", f"<html><head>{head}</head><body>{links}</body></html>")
    for url, post in zip(urls, POSTS, strict=True):
        web.put(url, f"<html><body><h1>{post.title}</h1>{post.article()}</body></html>")
    return urls


def test_a_feed_that_is_not_where_pages_say_is_looked_for_in_the_folders_above(web: Web):
    urls = blog_in_a_folder(web)
    web.feed("/blogs/index.rdf", list(zip(urls, urls, POSTS, strict=True)))
    found = web.survey("/blogs/ann/", training_pages=5)
    assert found.feed is not None
    assert found.feed.url == "http://example.org/blogs/index.rdf"


def test_a_feed_above_that_lists_another_blog_is_left_alone(web: Web):
    others = [url.replace("ann", "bob") for url in blog_in_a_folder(web)]
    web.feed("/blogs/index.rdf", list(zip(others, others, POSTS, strict=True)))
    assert web.survey("/blogs/ann/", training_pages=5).feed is None
