"""Comments are found by structure alone, and other boxes are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.comments import BlogComments, page_platforms
from blogcrawler.comments.gathering import _read_shown
from blogcrawler.comments.page.boxes_by_structure import find_boxed_comments
from blogcrawler.comments.page.rule_reader import blank_comments
from blogcrawler.dom import node_text, parse_page

URL = "https://blog.example/post/"
ARTICLE = "<article><h1>Tides</h1><p class=date>May 3, 2023</p><p>They come and go, since 1999-12-31.</p></article>"


def found(html: str) -> list[tuple[str | None, str | None, str]]:
    comments = find_boxed_comments(parse_page(f"<html><body>{html}</body></html>", URL)).comments
    return [(c.author, c.published, c.text) for c in comments]


@pytest.mark.parametrize(
    "box",
    [
        "<div class=c><b class=author>{name}</b> <i>{date}</i><p>{text}</p></div>",
        "<div class=c><p>{text}</p><span>Posted by: {name} at {date}</span></div>",
        "<li><cite>{name}</cite> says: <small>{date}</small><p>{text}</p><a href=#>Reply</a></li>",
        "<article><p>{text}</p><footer>By <a href=//x.example/>{name}</a> | <a href=#c>{date}</a></footer></article>",
    ],
)
def test_boxes_with_a_name_a_date_and_a_text_are_comments(box: str) -> None:
    boxes = "".join(
        box.format(name=name, date=date, text=text)
        for name, date, text in [
            ("Ann Lee", "November 1, 2004 12:06 PM", "They do indeed, and more than once a day."),
            ("Bo", "November 2, 2004 01:00 AM", "Only on this side of the sea wall."),
        ]
    )
    assert found(f"{ARTICLE}<div id=comments><h3>Comments</h3>{boxes}</div>") == [
        ("Ann Lee", "2004-11-01T12:06:00", "They do indeed, and more than once a day."),
        ("Bo", "2004-11-02T01:00:00", "Only on this side of the sea wall."),
    ]


@pytest.mark.parametrize("marks", ["[…] {} […]", "[...] {} [...]"])
def test_an_excerpt_of_another_page_is_a_pingback(marks: str) -> None:
    box = "<li id=comment-{0}><cite>{1}</cite> <small>May {0}, 2023</small><p>{2}</p></li>"
    said = box.format(4, "Ann", "They do […] and more than once.")
    said += box.format(5, "Tides of all seas | Bo's notes", marks.format("Ann has written of the tides"))
    said += box.format(6, "Cy", "...so true, and they never stop...")
    for page in (
        f"<div id=comments><ol>{said}</ol></div>",
        f"<link rel=https://api.w.org/><ol class=commentlist>{said}</ol>",
    ):
        shown = parse_page(f"<html><body>{ARTICLE}{page}</body></html>", URL)
        comments = _read_shown(shown, page_platforms(shown), BlogComments(), None).comments
        assert [comment.type for comment in comments] == ["comment", "pingback", "comment"]


def test_replies_have_the_comment_above_them_as_parent() -> None:
    box = "<li><div class=b><b class=author>{0}</b><time datetime={1}></time><p>What {0} says of it.</p></div>{2}</li>"
    reply = box.format("Bo", "2024-01-02T10:00Z", "")
    html = f"<ol class=comments>{box.format('Ann', '2024-01-01T10:00Z', f'<ol>{reply}</ol>')}"
    html += f"{box.format('Cy', '2024-01-03T10:00Z', '')}</ol>"
    comments = find_boxed_comments(parse_page(html, URL)).comments
    assert [(c.author, c.parent) for c in comments] == [("Ann", None), ("Bo", comments[0].id), ("Cy", None)]


@pytest.mark.parametrize(
    "html",
    [
        ARTICLE,
        f"{ARTICLE}<div id=comments><h3>Comments</h3><form>Since <b class=name>May 3, 2023</b>: write</form></div>",
        f"{ARTICLE}<div class=comments-head>Mail this</div><div class=comments-head>Comments</div>",
        f"{ARTICLE}<ul class=recent-comments><li><b class=author>Ann</b> on Tides, May 4, 2023, says that</ul>",
        "<div class=comments-off><p>The talk begins on 2024-05-04 at the Mix Coffee and Tea house.</p></div>",
    ],
)
def test_other_repeated_boxes_are_not_comments(html: str) -> None:
    assert found(html) == []


def test_comments_that_were_read_are_emptied_and_the_rest_stays() -> None:
    box = "<div class=comment><b class=author>{0}</b> <i>May 4, 2023</i><p>What {0} says of it.</p></div> tail"
    page = parse_page(f"{ARTICLE}<div id=comments>{box.format('Ann')}{box.format('Bo')}</div>", URL)
    blank_comments(page, find_boxed_comments(page).paths)
    text = node_text(page.tree)
    assert "says" not in text
    assert "They come and go" in text
    assert text.count("tail") == 2
    assert len(page.tree.findall(".//div[@class='comment']")) == 2


PARTS = (
    "<div class=comments>|<li class=comment>|</div>|</li>|May 4, 2023|<p>|</p>|Ann says:|<b class=author>|</b>|<form>"
    "|<ol>|<time datetime=2024-01-01>|text that is a little longer|\x00|&#0;|<a href='//[x'>"
).split("|")


@given(st.lists(st.sampled_from(PARTS), max_size=60))
def test_any_page_is_read_without_an_error(parts: list[str]) -> None:
    page = parse_page("".join(parts), URL)
    blank_comments(page, find_boxed_comments(page).paths)
