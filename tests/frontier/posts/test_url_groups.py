"""Groups of URLs that may be those of posts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.frontier import group_likely_posts

HOSTILE = st.text("0129/.-_?=&%[]:é\ud800", max_size=80).map("http://example.org/{}".format)


@pytest.mark.parametrize(
    ("paths", "posts"),
    [
        (
            ["/about/", "/2014/03/x/", "/2014/04/y/", "/tag/a/", "/tag/b/", "/tag/c/"],
            ["/2014/03/x/", "/2014/04/y/"],
        ),
        (["/", "/archives/000001.html", "/archives/000002.html"], ["/archives/000001.html", "/archives/000002.html"]),
        (["/about", "/how-to-learn-to-fly", "/why-the-sky-is-blue"], ["/how-to-learn-to-fly", "/why-the-sky-is-blue"]),
        (["/2014/03/", "/2014/04/", "/2014/05/", "/how-i-learned-to-fly/"], ["/how-i-learned-to-fly/"]),
        (["/?cat=1", "/?cat=2", "/?cat=3", "/?m=201403", "/?p=12", "/?p=14", "/about"], ["/?p=12", "/?p=14"]),
        (["/2014/03/x/", "/2013/01/", "/2013/02/", "/2013/03/", "/2013/04/", "/2013/05/01/"], ["/2014/03/x/"]),
        (
            ["/2014/03/x/", "/2014/04/y/", "/2014/03/x/picture-1/", "/2014/03/x/picture-2/", "/2014/04/y/picture-3/"],
            ["/2014/03/x/", "/2014/04/y/"],
        ),
        (
            ["/archives/2006/03/a_name.html", "/archives/2007/05/other.html", "/archives/2006/03/", "/archives.html"],
            ["/archives/2006/03/a_name.html", "/archives/2007/05/other.html"],
        ),
        (["/", "/2014/"], []),
        ([], []),
    ],
)  # fmt: skip
def test_without_a_feed_the_group_most_like_posts_comes_first(paths: list[str], posts: list[str]):
    groups = group_likely_posts(f"http://example.org{path}" for path in paths)
    assert (groups[0] if groups else []) == [f"http://example.org{p}" for p in posts]


def test_posts_in_a_folder_for_each_author_are_one_group():
    posts = [
        f"http://example.org/{name}/what-{name}-thinks-of-it_b_{n}.html" for n, name in enumerate(("ann", "bob", "cid"))
    ]
    others = [f"http://example.org/{name}" for name in ("news", "sport", "weather")]
    assert group_likely_posts([*posts, *others])[0] == posts


def test_posts_of_one_folder_come_before_those_of_several():
    posts = [f"http://example.org/blog/a-long-name-{n}" for n in range(6)]
    others = [f"http://example.org/shop-{n}/a-long-name-{n}" for n in range(4)]
    groups = group_likely_posts([*others, *posts])
    assert groups[0] == posts
    assert [*others, *posts] in groups


@given(st.lists(HOSTILE, max_size=12))
@settings(max_examples=200)
def test_any_urls_can_be_grouped(urls: list[str]):
    assert {url for group in group_likely_posts(urls) for url in group} <= set(urls)
