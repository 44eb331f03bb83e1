from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.frontier import (
    Link,
    LinkFeatures,
    PostPattern,
    Role,
    Scope,
    Verdict,
    learn_pattern,
    link_features_of,
    listed_link_features,
    page_links,
)
from blogcrawler.frontier.queue.knn_predictor import vectors

HOME = "https://example.org/"
DATED = learn_pattern(f"{HOME}2014/0{n}/post-{n}.html" for n in (1, 2, 3))
SLUGS = learn_pattern(f"{HOME}a-post-about-{n}/" for n in ("cats", "dogs", "birds"))
NUMBERED = learn_pattern(f"{HOME}?p={n}" for n in (1, 2, 3))


def features(
    href: str, pattern: PostPattern = DATED, around: str = "{}", text: str = "x", rel: str = ""
) -> LinkFeatures:
    link = f'<a href="{href}" rel="{rel}">{text}</a>'
    (found,) = page_links(parse_page(around.format(link), HOME), Scope(HOME, pattern))
    return link_features_of(found, pattern, "list")


def likeness(one: LinkFeatures, other: LinkFeatures) -> float:
    a, b = vectors([one, other])
    return float(a @ b)


@pytest.mark.parametrize(
    ("href", "pattern", "role"),
    [
        ("/2014/05/x.html", DATED, Role.POST),
        ("/page/2/", DATED, Role.PAGINATION),
        ("/archives/", DATED, Role.ARCHIVE),
        ("/2014/05/", DATED, Role.DATE_LIST),
        ("/tag/cats/", DATED, Role.LIST),
        ("/a-word-on-mice/", SLUGS, Role.POST_LIKE),
        ("/2009/03/04/old-form/", SLUGS, Role.POST_LIKE),
        ("/about/team.html", SLUGS, Role.OTHER),
    ],
)
def test_links_get_roles_by_url_and_text(href: str, pattern: PostPattern, role: Role):
    assert features(href, pattern).role is role


def test_a_link_that_says_older_posts_is_pagination_whatever_its_url():
    assert features("/stories/", text="← Older posts").role is Role.PAGINATION
    assert features("/stories/", rel="next").role is Role.PAGINATION
    assert features("/stories/").role is Role.OTHER


def test_close_numbers_are_similar():
    near, far = (
        likeness(features("/page/24/"), features("/page/23/")),
        likeness(features("/page/24/"), features("/page/3/")),
    )
    assert near > far > likeness(features("/page/24/"), features("/about/team.html"))


def test_the_position_decides_if_the_url_says_nothing():
    def at(number: int, place: str) -> LinkFeatures:
        return features(f"/?x={number}", NUMBERED, f"<div class={place}><ul><li>{{}}</li></ul></div>")

    assert likeness(at(1000, "archive"), at(77, "archive")) > likeness(at(1000, "archive"), at(1001, "menu"))


def test_numbers_in_class_names_are_ignored():
    one = features("/about/team.html", around="<div class=post-12>{}</div>")
    assert one == features("/about/team.html", around="<div class=post-77>{}</div>")


def test_sitemaps_are_distinguished_by_their_names():
    def listed(name: str) -> LinkFeatures:
        return listed_link_features(Link(f"{HOME}some-words/", Verdict.MAYBE), SLUGS, HOME + name)

    assert listed("wp-sitemap-posts-post-1.xml") == listed("wp-sitemap-posts-post-2.xml")
    assert listed("wp-sitemap-posts-post-1.xml") != listed("wp-sitemap-taxonomies-category-1.xml")


@given(st.text(), st.text(), st.text())
def test_the_features_of_any_link_are_small_and_survive_packing(href: str, text: str, name: str):
    page = parse_page("<a href=/x>x</a>", HOME)
    (found,) = page_links(page, Scope(HOME, DATED))
    assert found.element is not None
    element = found.element
    element.text = "".join(c for c in text if c.isprintable())
    element.set("class", "".join(c for c in name if c.isprintable()))
    made = link_features_of(Link(HOME + href, Verdict.MAYBE, element), DATED)
    assert LinkFeatures.unpacked(made.packed()) == made
    assert len(made.packed()) < 400
    assert abs(likeness(made, made) - 1) < 1e-5
