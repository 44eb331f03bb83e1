from __future__ import annotations

import pytest
from blogsite import make_posts
from old_template_posts import old_page, old_post_page

from blogcrawler.dom import parse_page
from blogcrawler.frontier import is_standalone_post

POST = make_posts(1)[0]
MONTH = f"http://example.org/{POST.published:%Y/%m}"
STATED = (
    '<meta property="og:type" content="article"><meta property="article:published_time" content="2006-01-02T10:00:00Z">'
)


def lone(html: str, url: str, posts_state_kind: bool = False) -> bool:
    return is_standalone_post(parse_page(html, url), url, "en", posts_state_kind=posts_state_kind)


def test_a_page_that_shows_the_date_in_its_url_is_a_post():
    html = old_post_page(POST)
    assert lone(html, f"{MONTH}/name.html")
    assert lone(html, f"{MONTH}/{POST.published:%d}/name.html")


@pytest.mark.parametrize(
    "path", ["/1999/06/name.html", "/name.html", "/2024/06/", "/2024/06/name/picture/", "/2024/name"]
)
def test_other_urls_do_not_make_a_page_a_post(path: str):
    assert not lone(old_post_page(POST), f"http://example.org{path}")


def test_a_page_whose_metadata_states_an_article_is_a_post():
    html = old_post_page(POST).replace("</head>", STATED + "</head>")
    assert lone(html, "http://example.org/name/")
    assert not lone(html, "http://example.org/name/", posts_state_kind=True), "then it is something else"
    assert not lone(html.replace('content="article"', 'content="website"'), "http://example.org/name/")
    assert not lone(html.replace("2006-01-02T10:00:00Z", "once"), "http://example.org/name/")


@pytest.mark.parametrize(
    "html",
    [
        old_page("Short", f"<h2>Short</h2><p>Too short.</p>{POST.published:%d %B %Y}"),
        old_post_page(POST).replace("<h2 class=headline>", "<h2 class=headline>Not ").replace(POST.title, "it", 1),
        old_page(POST.title, f"{POST.article()}{POST.published:%d %B %Y}"),
        "",
    ],
    ids=["short", "called otherwise", "without its title", "empty"],
)
def test_a_page_without_article_or_title_is_not_a_post(html: str):
    assert not lone(html, f"{MONTH}/name.html")
