"""The heading that follows an article."""

from __future__ import annotations

import pytest

from blogcrawler.dom import discussion_caption, ends_article, heading_box, parse_page

BASE = "https://www.example.org/post"


@pytest.mark.parametrize(
    ("html", "ends"),
    [
        ("<h3>3 comments</h3>", True),
        ("<h3>Kommentare (12)</h3>", True),
        ("<h3>2 thoughts on</h3>", True),
        ("<h3>评论 5</h3>", True),
        ("<h3>5 件のコメント</h3>", True),
        ("<h3>Leave a Reply</h3>", True),
        ("<h3>Related posts</h3>", True),
        ("<h3>Related posts of the last year</h3>", False),
        ("<h3>Comments</h3>", False),
        ("<h3>Three comments</h3>", False),
        ("<p>3 comments</p>", False),
        ("<h3>Related posts</h3><h3>3 comments</h3>", True),
        ("<h3>Related posts</h3><h3>Another chapter</h3>", False),
        ("<h3>Related posts</h3><h2>A heading of another level</h2>", True),
    ],
)
def test_headings_that_end_an_article(html: str, ends: bool) -> None:
    body = parse_page(f"<body>{html}</body>", BASE).tree.find("body")
    assert body is not None
    assert ends_article(body[0], BASE) is ends


@pytest.mark.parametrize(
    ("links", "ends"),
    [
        ("<a href=https://other.example/x>x</a>", False),
        ("<a href=//other.example/x>x</a>", False),
        ("<a href=https://example.org/x>x</a>", True),
        ("<a href=https://blog.example.org/x>x</a>", True),
        ("<a href=/x>x</a>", True),
        ("<a href=https://other.example/x>x</a><a href=/x>x</a>", True),
        ("", True),
    ],
)
def test_an_author_may_recommend_articles_on_other_hosts(links: str, ends: bool) -> None:
    html = f"<h3>Related articles</h3><p>Others wrote about it, too.</p><ul><li>{links}</li></ul>"
    heading = next(parse_page(html, BASE).tree.iter("h3"))
    assert ends_article(heading, BASE) is ends


@pytest.mark.parametrize(
    ("after", "ends"),
    [
        ("<ul><li><a href=/x>Another post</a></li><li><a href=https://example.org/y>And another</a></li></ul>", True),
        ("<ul><li><a href=/x>Another post</a></li></ul><h4>More</h4><p><a href=/y>And another</a></p>", True),
        ("<ul><li><a href=/x>Another post</a></li><li><a href=https://other.example/>Ann's post</a></li></ul>", False),
        ("<p>The <a href=/x>other post</a> says how to do that with less work.</p>", False),
        ("<p>Nothing.</p>", False),
        ("", False),
    ],
)
def test_see_also_ends_an_article_if_only_links_to_the_blog_follow(after: str, ends: bool) -> None:
    heading = next(parse_page(f"<div><p>Text</p><h4>Siehe auch</h4>{after}</div>", BASE).tree.iter("h4"))
    assert ends_article(heading, BASE) is ends


def test_the_box_of_a_heading_holds_nothing_else() -> None:
    tree = parse_page(
        "<body><main><p>Text</p><div id=a><div id=b><h3>3 comments</h3></div></div></main></body>", ""
    ).tree
    heading = next(tree.iter("h3"))
    assert heading_box(heading, tree).get("id") == "a"
    assert heading_box(heading, next(tree.iter("div"))).get("id") == "b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 comments", "counted"),
        ("Comments (3)", "counted"),
        ("8 Responses to “My title”", "counted"),
        ("Commentaires : 4", "counted"),
        ("3 件のコメント", "counted"),
        ("댓글 3", "counted"),
        ("Kommentare", "bare"),
        ("One Response to “My title”", "bare"),
        ("Korrekt svar: 1840", None),
        ("Comments are closed", None),
        ("A word on comments", None),
    ],
)
def test_captions_of_comments(text: str, expected: str | None) -> None:
    found = discussion_caption(text)
    assert (found.value if found else None) == expected
