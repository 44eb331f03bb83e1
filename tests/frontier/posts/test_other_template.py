from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html import escape

import pytest
from blogsite import MadePost, make_posts
from old_template_posts import manual_page, old_page, old_post_page

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import RuleSet
from blogcrawler.frontier import OtherTemplate, learn_other_template

POSTS = make_posts(9, seed=7, path="/{id}.html")
KNOWN = RuleSet(language="en")


def pages(made: Callable[[MadePost], str], number: int = 5) -> list[Page]:
    return [parse_page(made(post), f"http://example.org{post.path}") for post in POSTS[:number]]


def a_list(post: MadePost) -> str:
    some = POSTS[POSTS.index(post) :][:4]
    teasers = "".join(
        f'<div class=entry><h2><a href="{p.path}">{p.title}</a></h2><p>{p.paragraphs[0]}</p>'
        f"{p.published:%d %B %Y}</div>"
        for p in some
    )
    return old_page(f"About {post.tags[0]} {post.title}", f"<h1>About {post.tags[0]} {post.title}</h1>{teasers}")


def a_picture(post: MadePost) -> str:
    return old_page(post.title, f"<h2>{post.title}</h2><img src=/x.jpg><p>No description</p>{post.published:%d %B %Y}")


@pytest.fixture(scope="module")
def template() -> OtherTemplate:
    found = learn_other_template(pages(old_post_page), KNOWN)
    assert found is not None
    return found


def test_similar_posts_are_recognised_and_read_without_a_feed(template: OtherTemplate):
    for post in POSTS:
        page = parse_page(old_post_page(post), f"http://example.org{post.path}")
        assert template.is_post(page, page.url)
        got = template.extractor.extract(page)
        assert (got.title, got.published) == (post.title, f"{post.published:%Y-%m-%d}")
        assert got.text.startswith(post.text)
        assert got.source["title"] == got.source["text"] == got.source["published"] == "guess"
        assert got.authors == [post.author]


def test_a_byline_of_another_template_that_names_nobody_is_not_an_author(template: OtherTemplate):
    html = old_post_page(POSTS[8]).replace(f"<span class=author>{POSTS[8].author}", "<span class=author>Comments 14")
    assert "Comments 14" in html
    assert template.extractor.extract(parse_page(html, "http://example.org/77.html")).authors == []


def test_three_pages_are_enough_to_learn_a_template_and_two_are_not():
    assert learn_other_template(pages(old_post_page, 3), KNOWN) is not None
    assert learn_other_template(pages(old_post_page, 2), KNOWN) is None
    assert learn_other_template([], KNOWN) is None


def in_series(post: MadePost) -> MadePost:
    return replace(post, title=f"Links of the week, part {POSTS.index(post) + 1}")


def test_posts_whose_titles_differ_in_a_number_only_are_a_template_if_each_has_its_own_day_and_text():
    assert learn_other_template(pages(lambda post: old_post_page(in_series(post))), KNOWN) is not None
    one_day = [replace(in_series(post), published=POSTS[0].published) for post in POSTS]
    assert learn_other_template(pages(lambda post: old_post_page(one_day[POSTS.index(post)])), KNOWN) is None
    one_text = [replace(in_series(post), paragraphs=POSTS[0].paragraphs) for post in POSTS]
    assert learn_other_template(pages(lambda post: old_post_page(one_text[POSTS.index(post)])), KNOWN) is None
    assert learn_other_template(pages(lambda post: a_list(post).replace(escape(post.title), "Page 1")), KNOWN) is None


def test_the_blog_name_is_not_the_title_even_if_the_blog_changed_it():
    """Page by page, both the blog's name and the title are in the head, and are headings, and differ from others."""

    def renamed(post: MadePost) -> str:
        name = ("Storms", "Under the Southern Cross", "Platform South")[POSTS.index(post) % 3]
        return (
            f"<html><head><title>{escape(post.title)} : {name}</title></head><body><div class=wrap><h1>{name}</h1>"
            f"<h2>{post.published:%A, %d %B %Y}</h2><h3><a href={post.path}>[ 00:22 ]</a> {escape(post.title)}</h3>"
            f"{post.article()}</div></body></html>"
        )

    assert learn_other_template(pages(renamed, 3), KNOWN) is None
    found = learn_other_template(pages(renamed, 6), KNOWN)
    assert found is not None
    for post, page in zip(POSTS, pages(renamed, 9), strict=True):
        assert found.extractor.extract(page).title == post.title


def test_posts_whose_date_has_no_year_are_undated_posts():
    found = learn_other_template(pages(lambda post: old_post_page(post, "%b %d")), KNOWN)
    assert found is not None
    assert found.extractor.extract(pages(lambda post: old_post_page(post, "%b %d"))[0]).published is None


def test_a_time_in_the_heading_is_not_part_of_the_title():
    found = learn_other_template(
        pages(lambda p: old_post_page(p).replace("<h2 class=headline>", f"<h2 class=headline>[ 10:{p.path[1]}1 ] ")),
        KNOWN,
    )
    assert found is not None
    page = parse_page(
        old_post_page(POSTS[8]).replace("<h2 class=headline>", "<h2 class=headline>[ 7:32 ] "), "http://x/"
    )
    assert found.extractor.extract(page).title == POSTS[8].title


@pytest.mark.parametrize(
    "made",
    [
        manual_page,
        lambda post: manual_page(post, f"Last updated on {post.published:%b %d, %Y}"),
        lambda post: manual_page(post, "Printed on Jan 8, 2012"),
        a_list,
        a_picture,
        lambda post: old_page("Nothing", old_post_page(post)),
        lambda post: old_page("", f"<div class=entry>{post.article()}</div>"),
        lambda post: old_page(post.title, ""),
        lambda post: "",
    ],
    ids=[
        "manual",
        "changed",
        "printed",
        "list",
        "picture",
        "called the same",
        "without title",
        "without text",
        "empty",
    ],
)
def test_similar_pages_that_are_not_posts_are_rejected(made: Callable[[MadePost], str]):
    assert learn_other_template(pages(made), KNOWN) is None


def test_other_pages_in_the_template_of_posts_are_rejected(template: OtherTemplate):
    about = old_page("About me", "<h2 class=headline>About me</h2><p>I have written this a long time ago.</p>")
    assert not template.is_post(parse_page(about, "http://example.org/about.html"), "http://example.org/about.html")
    many = parse_page(a_list(POSTS[0]), "http://example.org/old/list.html")
    assert not template.is_post(many, many.url)


def test_a_page_with_the_url_of_a_post_needs_no_title(template: OtherTemplate):
    untitled = old_page("", f"<div class=entry>{POSTS[8].article()}<div class=posted>Posted on 3 May 2003</div></div>")
    assert template.is_post(parse_page(untitled, "http://example.org/77.html"), "http://example.org/77.html")
    assert not template.is_post(parse_page(untitled, "http://example.org/a/b.html"), "http://example.org/a/b.html")
    missing = parse_page(old_page("Not found", "<p>Nothing is here.</p>"), "http://example.org/404.html")
    assert not template.is_post(missing, missing.url)


def test_a_title_with_another_class_than_on_the_first_posts_is_a_title(template: OtherTemplate):
    html = old_post_page(POSTS[8]).replace("<h2 class=headline>", "<h2 class=winter>")
    page = parse_page(html, "http://example.org/a/b.html")
    assert template.extractor.extract(page).title == POSTS[8].title
    assert template.is_post(page, page.url)


def test_a_template_survives_as_a_record(template: OtherTemplate):
    assert OtherTemplate.from_record(json.loads(json.dumps(template.record()))) == template


def test_posts_that_are_served_at_two_addresses_each_are_one_template():
    twice = [
        parse_page(old_post_page(post), f"http://example.org{post.path}{end}")
        for post in POSTS[:4]
        for end in ("", "/")
    ]
    assert learn_other_template(twice, KNOWN) is not None
    assert learn_other_template(twice[:4], KNOWN) is None  # two posts


def test_a_line_with_the_dates_of_publication_and_of_an_edit_dates_a_post():
    def edited(post: MadePost) -> str:
        return old_post_page(post, "%d %B %Y, modified %d %B %Y")

    assert learn_other_template(pages(edited), KNOWN) is not None
    assert learn_other_template(pages(lambda post: old_post_page(post, "%d. Modified %d %B %Y")), KNOWN) is None


@pytest.mark.parametrize(("site", "is_template"), [("http://papers.example.com", True), ("", False)])
def test_headings_that_lead_to_other_sites_do_not_make_a_post_a_list(site: str, is_template: bool):
    def reading_list(post: MadePost) -> str:
        headings = "".join(f'<h3><a href="{site}/{number}.html">Paper {number}</a></h3>' for number in range(4))
        return old_post_page(post).replace("<div class=posted>", f"{headings}<div class=posted>")

    assert (learn_other_template(pages(reading_list), KNOWN) is not None) is is_template


def test_an_element_that_posts_have_twice_is_not_their_article():
    """The box with the article has a class that the box with the author's portrait has, too."""

    def boxed(post: MadePost) -> str:
        head = f"<h2 class=headline>{escape(post.title)}</h2>Posted by Ann on {post.published:%d %B %Y}"
        more = f"<div class=more>{post.paragraphs[0]} {post.paragraphs[1]}</div>"
        text = f"<div class=inner><div class=text>{post.article()}</div>{more}</div>"
        return old_page(post.title, f"{head}{text}<div class=inner>Ann lives on a hill.</div>")

    found = learn_other_template(pages(boxed), KNOWN)
    assert found is not None
    for post, page in zip(POSTS, pages(boxed, 9), strict=True):
        assert found.is_post(page, page.url)
        assert post.text in found.extractor.extract(page).text
