"""Feeds of one to three entries: further pages are found to learn from."""

from __future__ import annotations

import pytest
from blogsite import make_posts, page, post_page
from invented_web import Web, paths, trained

POSTS = make_posts(12)


def with_feed_of(number: int, **options: bool) -> Web:
    web = Web()
    web.blog(POSTS, feed=False, **options)
    links = [f"http://example.org{post.path}" for post in POSTS[:number]]
    web.feed("/feed.xml", list(zip(links, links, POSTS, strict=False)))
    return web


@pytest.mark.parametrize("entries", [1, 2, 3])
@pytest.mark.parametrize("sitemap", [True, False])
def test_the_few_posts_of_a_feed_are_complemented_by_pages_of_their_template(entries: int, sitemap: bool):
    found = with_feed_of(entries, sitemap=sitemap).survey()
    assert found.feed is not None
    assert len(found.training) >= (8 if sitemap else 5)  # the home page links to five
    assert set(trained(found)) <= set(paths(POSTS))
    assert [one.entry.from_page for one in found.training] == [n >= entries for n in range(len(found.training))]
    assert found.training[0].entry.content_html


def test_four_posts_of_a_feed_are_enough():
    web = with_feed_of(4, sitemap=True)
    assert trained(web.survey()) == paths(POSTS[:4])
    assert "http://example.org/sitemap.xml" not in web.asked


def test_further_pages_have_the_titles_that_they_show_if_feed_and_pages_agree_on_titles():
    found = with_feed_of(1, sitemap=True).survey()
    titles = {f"http://example.org{post.path}": post.title for post in POSTS}
    assert {one.entry.title for one in found.training} == {titles[one.page.url] for one in found.training}


def test_further_pages_have_no_titles_if_the_feed_gives_others_than_the_pages():
    web = with_feed_of(1, sitemap=True)
    web.pages["http://example.org/feed.xml"].body = str(web.pages["http://example.org/feed.xml"].body).replace(
        POSTS[0].title, "Something else"
    )
    assert [one.entry.title for one in web.survey().training[1:3]] == [None, None]


def test_pages_in_another_template_are_not_added_to_the_posts_of_the_feed():
    web = with_feed_of(2)
    shops = [f"/our-products/a-very-good-product-{n}.html" for n in range(8)]
    for path in shops:
        web.put(path, page(path, f"<h1>Buy {path}</h1><form class=order><div class=price>9.95</div></form>"))
    links = "".join(f"<a href={path}>{path}</a>" for path in [*shops, *(post.path for post in POSTS)])
    web.put("/", page("Welcome", f"<h1>Welcome</h1>{links}"))
    assert set(trained(web.survey())) <= set(paths(POSTS))


def test_a_post_of_the_feed_remains_if_no_other_page_looks_like_it():
    web = with_feed_of(1)
    web.put("/", post_page(POSTS[0]))
    assert POSTS[0].path in trained(web.survey())


@pytest.mark.parametrize("entries", [0, 1])
def test_numbered_lists_in_the_sitemap_are_not_taken_for_posts_although_they_look_like_them(entries: int):
    posts = make_posts(9, path="/{slug}.html")
    web = Web()
    web.blog(posts, feed=False)
    lists = [f"/index{number}.html" for number in range(2, 6)]
    for path, post in zip(lists, posts, strict=False):
        web.put(path, post_page(post).replace(post.title, f"List {path}"))
    urls = [f"http://example.org{path}" for path in (*lists, *paths(posts))]
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    web.put("/sitemap.xml", f"<urlset>{listed}</urlset>", "application/xml")
    if entries:
        web.feed("/feed.xml", [(f"http://example.org{posts[0].path}", "id", posts[0])])
    assert set(trained(web.survey())) <= set(paths(posts))
