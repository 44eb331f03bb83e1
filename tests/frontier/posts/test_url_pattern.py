from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.frontier import PostPattern, Verdict, learn_pattern
from blogcrawler.frontier.posts.url_shape import url_shape_of

NO, MAYBE, YES = Verdict.NO, Verdict.MAYBE, Verdict.YES
HOSTILE = st.one_of(
    st.text(max_size=80),
    st.text("0129/.-_?=&%[]:é\ud800", max_size=80).map("http://example.org/{}".format),
)


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/", "/"),
        ("/2014/03/12/a-post/", "/Y/N/N/S"),
        ("/2014/03/a-post.html", "/Y/N/S.html"),
        ("/archives/000123.html", "/S/N.html"),
        ("/2014-03-12-a-post.HTML", "/D.html"),
        ("/20140312/", "/N"),
        ("/blog/index.html", "/S"),
        ("/?p=12", "/?p=N"),
        ("/view.php?b=x&a=1", "/S.php?a=N&b=S"),
        ("/%E3%81%82/", "/S"),
    ],
)
def test_the_shape_of_a_url(path: str, shape: str):
    assert str(url_shape_of(f"http://example.org{path}")[0]) == shape


@pytest.mark.parametrize(
    ("posts", "verdicts"),
    [
        (
            ["/2014/03/a-b.html", "/2014/04/c-d.html", "/2013/12/e.html"],
            {
                "/2010/01/x.html": YES,
                "/2010/01/": NO,
                "/about.html": NO,
                "/odd.html": MAYBE,
                "/tag/x.html": NO,
                "/": NO,
            },
        ),
        (
            ["/2014/03/a-b/", "/2014/04/c-d/", "/2013/12/e/"],
            {"/2010/01/x/": YES, "/2014/03/a-b/img-0540/": NO, "/2014/03/a-b/2/": MAYBE, "/notes/a-b/": MAYBE},
        ),
        (
            ["/?p=1", "/?p=22", "/?p=3"],
            {"/?p=99": YES, "/?page_id=2": MAYBE, "/?p=9&replytocom=3": MAYBE, "/": NO},
        ),
        (
            ["/posts/one", "/posts/two", "/posts/three"],
            {
                "/posts/four": YES,
                "/posts/tags": NO,
                "/pages/four": NO,
                "/posts/four/five": MAYBE,
                "/posts/about": NO,
                "/about": NO,
                "/notes/a": MAYBE,
            },
        ),
        (
            ["/one-thing/", "/another-thing/", "/third-thing/"],
            {"/fourth/": MAYBE, "/about/": NO, "/category/x/": NO, "/2014/": NO},
        ),
        (
            ["/archives/000121.html", "/archives/000122.html", "/archives/000123.html"],
            {"/archives/000001.html": YES, "/archives/tags.html": NO},
        ),
        (
            ["/archives/2012/03/a.html", "/archives/2012/05/b.html", "/archives/2011/01/c.html"],
            {
                "/archives/2009/01/x.html": YES,
                "/archives/000123.html": MAYBE,
                "/archives/2009/": NO,
                "/archives/2009/01/": NO,
                "/archives/page/2": NO,
                "/archives/": NO,
            },
        ),
        (
            ["/2014/03/a-b/", "/2014/04/c-d/", "/2013/12/e/"],
            {"/2010/01/220/": YES, "/2010/01/22/": NO, "/2010/01/": NO},
        ),
        (
            ["/notes/2014-03-01-a/", "/notes/2014-03-02-b/", "/notes/2014-03-03-c/"],
            {"/news/2014-05-06-d/": YES, "/news/d/": MAYBE, "/tag/2014-05-06-d/": NO},
        ),
        (
            ["/2014-03-12-x.html", "/2014-05-01-y.html"],
            {"/2011-01-01-z.html": YES, "/2011-1-7-z.html": YES, "/about.html": NO},
        ),
        (
            ["/archives/000121.html", "/archives/000122.html", "/archives/000123.html"],
            {"/1036.html": MAYBE, "/214/": MAYBE, "/16/": NO, "/404.html": NO, "/20140312/": NO, "/2014/": NO},
        ),
        ([], {"/anything/": MAYBE, "/about/": MAYBE, "/tag/x": NO, "/2014/03/": NO}),
    ],
)
def test_posts_are_recognised_by_their_urls(posts: list[str], verdicts: dict[str, Verdict]):
    pattern = learn_pattern(f"http://example.org{path}" for path in posts)
    assert {path: pattern.classify(f"http://example.org{path}") for path in verdicts} == verdicts


def test_one_odd_entry_does_not_make_the_pattern_match_everything():
    posts = [f"http://example.org/2014/0{n}/post-{n}.html" for n in range(1, 9)]
    pattern = learn_pattern([*posts, "http://example.org/announcement/"])
    assert pattern.classify("http://example.org/odd/") is MAYBE
    assert not pattern.fits("http://example.org/odd/")
    assert pattern.fits("http://example.org/2010/01/x.html")


def test_a_year_that_all_posts_share_is_not_part_of_the_pattern():
    pattern = learn_pattern(["http://example.org/2014/03/a.html", "http://example.org/2014/03/b.html"])
    assert pattern.classify("http://example.org/2009/11/c.html") is YES


def test_a_name_with_a_number_is_part_of_the_pattern_if_three_posts_share_it():
    posts = [f"http://example.org/volume-12/{name}.html" for name in ("a", "b", "c")]
    other = "http://example.org/volume-13/d.html"
    assert learn_pattern(posts[:2]).fits(other), "two posts may share it by chance"
    assert not learn_pattern(posts).fits(other)
    assert learn_pattern(posts).fits("http://example.org/volume-12/d.html")


@pytest.mark.parametrize(
    ("posts", "odd", "alike"),
    [
        ([f"/blog/cats/post-{n}/" for n in range(5)], "/blog/series/first/", "/blog/series/second/"),
        ([f"/blog/{c}/post-{c}/" for c in "abcdef"], "/blog/topics/first/", "/blog/topics/second/"),
        ([f"/2014/0{n}/post-{n}/" for n in range(1, 9)], "/2014/05/trip/part-one/", "/2013/01/trip/part-two/"),
        ([f"/post-{n}/" for n in range(9)], "/7/", "/12/"),
    ],
    ids=["section named like a list", "section among others", "below a dated post", "number"],
)
def test_what_would_exclude_one_of_the_posts_is_not_a_condition(posts: list[str], odd: str, alike: str):
    host = "http://example.org"
    assert learn_pattern(host + path for path in posts).classify(host + alike) is NO
    assert learn_pattern(host + path for path in [*posts, odd]).classify(host + alike) is not NO
    assert learn_pattern(host + path for path in [*posts, odd]).classify(host + posts[0]) is not NO


def test_a_form_of_a_single_post_among_many_does_not_decide_alone():
    posts = [f"http://example.org/2014/0{n}/post-{n}/" for n in range(1, 9)]
    pattern = learn_pattern([*posts, "http://example.org/series/one/"])
    assert pattern.classify("http://example.org/series/two/") is MAYBE
    assert pattern.classify("http://example.org/tag/two/") is NO
    assert pattern.classify("http://example.org/2013/01/other/") is YES


@pytest.mark.parametrize("name", ["comment", "comments", "kommentar", "commentaire"])
def test_addresses_of_comments_are_not_taken_for_posts(name: str):
    posts = [f"http://example.org/guides/post-{n}/" for n in range(4)]
    comments = [f"http://example.org/{name}/{n}/" for n in (1430, 1295, 885)]
    pattern = learn_pattern([*posts, *comments])
    assert pattern == learn_pattern(posts)
    assert pattern.classify(comments[0]) is NO


def test_a_blog_may_call_its_posts_comments():
    pattern = learn_pattern([f"http://example.org/comment/{n}/" for n in (1430, 1295, 885)])
    assert pattern.classify("http://example.org/comment/77/") is YES


@given(st.lists(HOSTILE, max_size=12), HOSTILE)
@settings(max_examples=200)
def test_a_pattern_of_any_urls_survives_as_a_record(urls: list[str], url: str):
    pattern = learn_pattern(urls)
    again = PostPattern.from_record(json.loads(json.dumps(pattern.record())))
    assert again == pattern
    assert again.classify(url) == pattern.classify(url)


def test_hostile_urls_are_classified_quickly():
    pattern = learn_pattern(["http://example.org/a/b/", "http://example.org/a/c/"])
    hostile = ["/" + "a" * 100_000, "/a" * 50_000, "/?" + "a=1&" * 20_000, "/" + "%2d" * 30_000, "/" + "2014-" * 20_000]
    began = time.process_time()
    for path in hostile:
        pattern.classify(f"http://example.org{path}")
    assert time.process_time() - began < 2


def test_a_pattern_is_extended_by_the_forms_that_it_lacks():
    posts = learn_pattern([f"http://example.org/posts/{name}" for name in ("one", "two", "three")])
    more = learn_pattern([f"http://example.org/posts/{name}" for name in ("four", "five")])
    notes = learn_pattern([f"http://example.org/notes/{name}" for name in ("one", "two", "three")])
    assert posts.extended(more) == posts
    assert posts.extended(notes).classify("http://example.org/notes/four") is Verdict.YES
    assert posts.extended(notes).classify("http://example.org/posts/four") is Verdict.YES
