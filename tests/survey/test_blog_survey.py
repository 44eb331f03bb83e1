"""The survey of blogs that exist in a dictionary only."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest
from blogsite import make_posts, page, post_page
from invented_web import Web, paths, trained

from blogcrawler.errors import Unreachable
from blogcrawler.survey import survey

POSTS = make_posts(12)


@pytest.fixture
def web() -> Web:
    return Web()


def test_the_feed_of_the_home_page_is_read_and_its_entries_are_fetched(web: Web):
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


def test_a_given_feed_wins_over_the_one_on_the_home_page(web: Web):
    web.blog()
    link = f"http://example.org{POSTS[7].path}"
    web.feed("/mine.xml", [(link, link, POSTS[7])])
    found = web.survey(feed_url="http://example.org/mine.xml")
    assert found.feed is not None
    assert found.feed.url == "http://example.org/mine.xml"
    assert urlsplit(found.training[0].page.url).path == POSTS[7].path


def test_a_given_feed_that_is_invalid_is_reported_and_another_one_is_found(web: Web):
    web.blog()
    found = web.survey(feed_url="http://example.org/about.html")
    assert found.notes == ["The feed http://example.org/about.html cannot be read; looking for another one."]
    assert trained(found) == paths(POSTS[:10])


def test_a_feed_linked_only_from_an_inner_page_is_found(web: Web):
    web.blog()
    web.put("/", page("Welcome", "<h1>Welcome</h1><a href=/shop.html>Shop</a> <a href=/blog/>Blog</a>"))
    web.put("/blog/", page("Blog", "<h1>Blog</h1>", "<link rel=alternate type=application/rss+xml href=/feed.xml>"))
    found = web.survey()
    assert trained(found) == paths(POSTS[:10])


def test_an_unlinked_feed_is_found_at_a_usual_url(web: Web):
    web.blog(feed=False)
    links = [f"http://example.org{post.path}" for post in POSTS]
    web.feed("/rss.xml", list(zip(links, links, POSTS, strict=True))[:6])
    found = web.survey()
    assert found.feed is not None
    assert trained(found) == paths(POSTS[:6])


@pytest.mark.parametrize(
    "body", ["this is no feed", "<html>neither</html>", "\0\0", "<!DOCTYPE x [<!ENTITY a '&a;'>]><rss>&a;"]
)
def test_an_invalid_feed_does_not_stop_the_survey(web: Web, body: str):
    web.blog()
    web.put("/feed.xml", body, "application/rss+xml")
    found = web.survey()
    assert found.feed is None
    assert found.notes == ["No feed was found: posts are recognised by what their pages have in common."]
    assert set(trained(found)) <= set(paths(POSTS))
    assert found.training


def test_a_missing_home_page_is_reported_and_the_blog_is_found_anyway(web: Web):
    web.blog()
    del web.pages[web.home]
    links = [f"http://example.org{post.path}" for post in POSTS]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True))[:6])
    found = web.survey()
    assert found.notes == ["http://example.org/ answers with HTTP 404; the search continued from there."]
    assert trained(found) == paths(POSTS[:6])


def test_a_host_without_any_page_is_unreachable(web: Web):
    with pytest.raises(Unreachable, match=r"http://example.org/ answers with HTTP 404"):
        web.survey()


def test_a_host_that_does_not_answer_is_unreachable_under_all_its_names(web: Web):
    web.refuses = lambda url: True
    with pytest.raises(
        Unreachable, match=r"^http://example.org/ cannot be fetched: the connection was refused; check the address"
    ):
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
def test_a_url_that_is_neither_page_nor_feed_is_not_a_blog(web: Web, kind: str):
    web.put("/", '{"a": 1}', kind)
    with pytest.raises(Unreachable, match=f"neither a page nor a feed, but {kind}"):
        web.survey()


def test_the_url_of_a_post_leads_to_the_blogs_home(web: Web):
    web.blog()
    found = web.survey(POSTS[3].path)
    assert (found.home, found.root) == ("http://example.org/", "http://example.org/")
    assert trained(found) == paths(POSTS[:10])


def test_the_url_of_the_feed_leads_to_the_blogs_home(web: Web):
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


def test_links_through_trackers_are_resolved_to_the_posts(web: Web):
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


def test_dead_links_are_replaced_by_working_guids(web: Web):
    web.blog()
    web.feed(
        "/feed.xml",
        [(f"http://example.org/old/{n}", f"http://example.org{post.path}", post) for n, post in enumerate(POSTS)],
    )
    found = web.survey(training_pages=4)
    assert trained(found) == paths(POSTS[:4])
    assert found.notes == []


def test_entries_on_other_hosts_are_ignored(web: Web):
    web.blog()
    links = [f"http://{'example.org' if n % 3 else 'elsewhere.example'}{p.path}" for n, p in enumerate(POSTS)]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True)))
    found = web.survey()
    assert trained(found) == paths([post for n, post in enumerate(POSTS) if n % 3])
    assert found.notes == ["4 of 12 feed entries lead to other hosts and are ignored."]
    assert not [url for url in web.asked if "elsewhere" in url]


@pytest.mark.parametrize("wrong", ["https://example.org", "http://www.example.org", "http://example.org:80"])
def test_wrong_schemes_hosts_and_ports_in_the_feed_are_corrected(wrong: str):
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


def test_posts_in_the_feed_that_are_gone_are_counted(web: Web):
    web.blog()
    for post in POSTS[1:4]:
        web.put(post.path, status=410)
    found = web.survey()
    assert found.notes == ["3 of 10 posts in the feed are no longer available."]
    assert trained(found) == paths([POSTS[0], *POSTS[4:10]])


def test_without_live_feed_posts_other_pages_are_used_for_training(web: Web):
    web.blog()
    web.feed("/feed.xml", [(f"http://example.org/gone/{n}", f"id {n}", post) for n, post in enumerate(POSTS[:3])])
    found = web.survey()
    assert found.notes[-1] == "None of the posts in the feed http://example.org/feed.xml is available."
    assert set(trained(found)) <= set(paths(POSTS))
    assert found.training


def test_posts_of_the_feed_whose_addresses_show_the_home_page_are_gone(web: Web):
    """The links are dead, and of /?p=12 a server of files reads the path only."""
    web.blog(sitemap=True)
    front = page("Home", "".join(f"<h2><a href={post.path}>{post.title}</a></h2>{post.article()}" for post in POSTS))
    web.put("/", front.replace("</head>", "<link rel=alternate type=application/rss+xml href=/feed.xml></head>"))
    for n in range(len(POSTS)):
        web.pages[f"http://example.org/?p={n}"] = web.pages["http://example.org/"]
    web.feed(
        "/feed.xml",
        [(f"http://example.org/gone/{n}", f"http://example.org/?p={n}", post) for n, post in enumerate(POSTS)],
    )
    found = web.survey()
    assert found.notes[-1] == "None of the posts in the feed http://example.org/feed.xml is available."
    assert found.training
    assert set(trained(found)) <= set(paths(POSTS))
    assert found.requested == set()


def tracked(web: Web) -> None:
    """A blog whose feed says in its links that readers come from there."""
    web.blog()
    links = [f"http://example.org{post.path}?campaign=reader" for post in POSTS]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=True)))
    web.pages |= {link: web.pages[link.partition("?")[0]] for link in links}


def test_the_query_of_the_feeds_links_is_no_part_of_addresses_if_pages_are_the_same_without_it(web: Web):
    tracked(web)
    found = web.survey()
    assert found.feed_query == "campaign=reader"
    assert len(web.asked) == len(set(web.asked)) == 2 + len(POSTS) + 2 + 1


def test_a_query_of_the_feeds_links_may_choose_another_page(web: Web):
    tracked(web)
    for post in POSTS:
        web.put(post.path, page(post.title, "<p>Dieselbe Seite auf Deutsch</p>"))
    assert web.survey().feed_query == ""


def test_a_query_that_the_blogs_own_links_have_is_part_of_addresses(web: Web):
    tracked(web)
    home = str(web.pages["http://example.org/"].body)
    web.put("/", home.replace('.html"', '.html?campaign=reader"'))
    assert web.survey().feed_query == ""


def test_a_query_that_canonical_addresses_have_is_part_of_addresses(web: Web):
    tracked(web)
    for url, answer in web.pages.items():
        if url.endswith("?campaign=reader"):
            head = f"<head><link rel=canonical href='{url}'>"
            web.put(url, str(answer.body).replace("<head>", head))
    assert web.survey().feed_query == ""


def test_several_posts_of_the_feed_may_be_on_one_page(web: Web):
    web.blog()
    link = f"http://example.org{POSTS[0].path}"
    web.feed("/feed.xml", [(f"{link}#{n}", f"{link}#{n}", post) for n, post in enumerate(POSTS[:4])]
             + [(f"http://example.org{post.path}", post.path, post) for post in POSTS[4:9]])  # fmt: skip
    assert trained(web.survey()) == paths([POSTS[0], *POSTS[4:9]])


def test_without_a_feed_the_likeliest_pages_are_taken(web: Web):
    web.blog(feed=False, sitemap=True)
    found = web.survey()
    assert found.feed is None
    assert trained(found) == paths(POSTS)
    assert found.training[0].entry.title
    assert found.notes == ["No feed was found: posts are recognised by what their pages have in common."]


def test_without_a_feed_missing_pages_are_replaced_by_others(web: Web):
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


def test_a_blog_on_another_host_than_the_home_page_is_found_there(web: Web):
    blog = "http://blog.example.org/"
    web.blog(home=blog, sitemap=True)
    named = f"<link rel=alternate type=application/rss+xml href={blog}feed.xml>"
    web.put("/", page("Ann", "<h1>Ann</h1><p>I write.</p>", named))
    found = web.survey()
    assert (found.home, found.root, found.sitemaps) == (blog, blog, [f"{blog}sitemap.xml"])
    assert trained(found) == paths(POSTS[:10])


def test_without_a_feed_pages_linked_from_menus_are_not_taken_for_posts(web: Web):
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


def test_a_feed_missing_at_its_stated_url_is_looked_for_in_parent_folders(web: Web):
    urls = blog_in_a_folder(web)
    web.feed("/blogs/index.rdf", list(zip(urls, urls, POSTS, strict=True)))
    found = web.survey("/blogs/ann/", training_pages=5)
    assert found.feed is not None
    assert found.feed.url == "http://example.org/blogs/index.rdf"


def test_a_feed_in_a_parent_folder_of_another_blog_is_ignored(web: Web):
    others = [url.replace("ann", "bob") for url in blog_in_a_folder(web)]
    web.feed("/blogs/index.rdf", list(zip(others, others, POSTS, strict=True)))
    assert web.survey("/blogs/ann/", training_pages=5).feed is None


def urlset(urls: list[str]) -> str:
    return "<urlset>" + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>"


def test_without_a_feed_posts_are_found_in_the_sitemaps_of_an_index(web: Web):
    web.blog(feed=False)
    web.put("/", page("Welcome", "<h1>Welcome</h1><p>Nothing is linked from here.</p>"))
    index = "".join(f"<sitemap><loc>http://example.org/{name}.xml</loc></sitemap>" for name in ("tags", "posts"))
    web.put("/sitemap.xml", f"<sitemapindex>{index}</sitemapindex>", "application/xml")
    web.put("/posts.xml", urlset([f"http://example.org{post.path}" for post in POSTS]), "application/xml")
    assert trained(web.survey(training_pages=20)) == paths(POSTS)
    assert "http://example.org/tags.xml" not in web.asked


def test_without_a_feed_dead_links_on_the_home_page_do_not_hide_the_posts_of_the_sitemap(web: Web):
    web.blog(feed=False)
    dead = "".join(f"<a href=/2013/0{n % 9 + 1}/dead-news-{n}/>News {n}</a>" for n in range(40))
    web.put("/", page("News", f"<h1>News</h1>{dead}"))
    web.put("/sitemap.xml", urlset([f"http://example.org{post.path}" for post in POSTS]), "application/xml")
    found = web.survey(training_pages=10)
    assert len(found.training) >= 5
    assert set(trained(found)) <= set(paths(POSTS))


def test_without_a_feed_pages_are_taken_that_look_like_posts_not_those_with_longer_names(web: Web):
    folders = ["ann", "bob", "cid", "dan", "eve"]
    posts = [f"/{name}/on-cats.html" for name in folders]
    shops = [f"/our-products/a-very-good-product-{n}.html" for n in range(8)]
    for path, post in zip(posts, POSTS, strict=False):
        web.put(path, post_page(post))
    for path in shops:
        web.put(path, page(path, f"<h1>Buy {path}</h1><form class=order><div class=price>9.95</div></form>"))
    links = "".join(f"<a href={path}>{path}</a>" for path in [*shops, *posts])
    web.put("/", page("Welcome", f"<h1>Welcome</h1>{links}"))
    assert trained(web.survey()) == sorted(posts)


def test_without_a_feed_the_pages_that_there_are_are_taken_if_none_looks_like_a_post(web: Web):
    for name in ("one", "two"):
        web.put(f"/{name}", page(name, f"<p>{name}</p>"))
    web.put("/", page("Welcome", "<a href=/one>One</a> <a href=/two>Two</a>"))
    assert trained(web.survey()) == ["/one", "/two"]


def test_without_a_feed_lists_of_tags_are_not_taken_although_they_have_more_dates_than_posts(web: Web):
    posts = [f"/{name}/undated.html" for name in ("cats", "dogs", "birds", "fish")]
    text = "A long text about animals that nobody has dated. " * 20
    for path in posts:
        web.put(path, page(path, f"<article class=post><h1>{path}</h1><p>{path} {text}</p></article>"))
    tags = [f"/tag/{n}/" for n in range(6)]
    for path in tags:
        web.put(path, page(path, f"<div class=list><h1>{path}</h1><time datetime=2014-03-12>12 March</time></div>"))
    links = "".join(f"<a href={path}>{path}</a>" for path in [*tags, *posts])
    web.put("/", page("Welcome", f"<h1>Welcome</h1>{links}"))
    assert trained(web.survey()) == sorted(posts)


def test_without_a_feed_pages_of_a_second_template_that_look_like_posts_are_kept_for_learning(web: Web):
    web.blog(feed=False)
    text = "Another blog on the same host, with a template of its own. " * 20
    others = [f"/amy/{n}00123.html" for n in range(4)]
    for path in others:
        body = (
            f"<table class=amy><tr><td class=text><h2>On {path}</h2><div class=day>12 March 2014</div><p>{path} {text}"
        )
        web.put(path, page(f"On {path}", body))
    links = "".join(f"<a href={path}>{path}</a>" for path in [*others, *(post.path for post in POSTS)])
    web.put("/", page("Welcome", f"<h1>Welcome</h1>{links}"))
    found = web.survey()
    assert set(trained(found)) <= set(paths(POSTS))
    assert [sorted(urlsplit(one.url).path for one in group) for group in found.other_templates] == [others]
