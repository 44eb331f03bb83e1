from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.frontier.posts.class_names import names_content, page_topics, stated_kinds

PAGE = """<body class="politics wide"><a href="/Politics/">Politics</a> <a href="/tag/old%20cats?x=1#top">Cats</a>
<a href="//[x/">broken</a> <a>no address</a>
<a href="/2014/a-very-long-name-of-a-post-that-somebody-once-wrote">Post</a>"""


def test_the_topics_of_a_page_are_its_folders_and_the_ends_of_its_links():
    topics = page_topics(parse_page(PAGE, "http://example.org/News/a-post"))
    assert topics == {"news", "politics", "old-cats"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("politics", True), ("Old_Cats", True), ("postid-77", True), ("tag-x", True), ("single-post", False)],
)
def test_class_names_of_topics_and_numbers_name_content(name: str, expected: bool):
    assert names_content(name, {"politics", "old-cats"}) is expected


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_address_and_any_class_name_can_be_read(address: str, name: str):
    page = parse_page("<a>link</a>", "http://example.org/")
    next(page.tree.iter("a")).set("href", "".join(c for c in address if c.isprintable()))
    assert names_content(name, page_topics(page)) in (True, False)


def test_class_names_may_state_the_kind_of_content():
    names = ["article.type-post", "body.node-type-forum", "body.prototype-x", "div.node--type-page", "body.type-"]
    names += ["body.post-template", "body.page-template", "main.post", "body.postal", "body.homepage"]
    assert stated_kinds(names) == {
        "article.type-": {"article.type-post"},
        "body.node-type-": {"body.node-type-forum"},
        "div.node--type-": {"div.node--type-page"},
        "body.…-template": {"body.post-template", "body.page-template"},
        "main.…": {"main.post"},
    }
