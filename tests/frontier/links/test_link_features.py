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


def clue(href: str, pattern: PostPattern = DATED, around: str = "{}", text: str = "x", rel: str = "") -> LinkFeatures:
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
        ("/page/2/", DATED, Role.FLIP),
        ("/archives/", DATED, Role.ARCHIVE),
        ("/2014/05/", DATED, Role.DATES),
        ("/tag/cats/", DATED, Role.LIST),
        ("/a-word-on-mice/", SLUGS, Role.SLUG),
        ("/2009/03/04/old-form/", SLUGS, Role.SLUG),
        ("/about/team.html", SLUGS, Role.OTHER),
    ],
)
def test_links_have_roles(href: str, pattern: PostPattern, role: Role):
    assert clue(href, pattern).role is role


def test_a_link_that_says_older_posts_is_a_page_flip_wherever_it_leads():
    assert clue("/stories/", text="← Older posts").role is Role.FLIP
    assert clue("/stories/", rel="next").role is Role.FLIP
    assert clue("/stories/").role is Role.OTHER


def test_numbers_that_are_near_are_alike():
    near, far = likeness(clue("/page/24/"), clue("/page/23/")), likeness(clue("/page/24/"), clue("/page/3/"))
    assert near > far > likeness(clue("/page/24/"), clue("/about/team.html"))


def test_where_addresses_say_nothing_the_place_tells():
    def at(number: int, place: str) -> LinkFeatures:
        return clue(f"/?x={number}", NUMBERED, f"<div class={place}><ul><li>{{}}</li></ul></div>")

    assert likeness(at(1000, "archive"), at(77, "archive")) > likeness(at(1000, "archive"), at(1001, "menu"))


def test_numbers_in_names_of_classes_make_no_difference():
    one = clue("/about/team.html", around="<div class=post-12>{}</div>")
    assert one == clue("/about/team.html", around="<div class=post-77>{}</div>")


def test_sitemaps_are_told_apart_by_their_names():
    def listed(name: str) -> LinkFeatures:
        return listed_link_features(Link(f"{HOME}some-words/", Verdict.MAYBE), SLUGS, HOME + name)

    assert listed("wp-sitemap-posts-post-1.xml") == listed("wp-sitemap-posts-post-2.xml")
    assert listed("wp-sitemap-posts-post-1.xml") != listed("wp-sitemap-taxonomies-category-1.xml")


@given(st.text(), st.text(), st.text())
def test_whatever_a_link_is_its_clue_is_small_and_comes_back_from_bytes(href: str, text: str, name: str):
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
