"""Comments without boxes are found by alternating texts and bylines."""

from __future__ import annotations

import pytest

from blogcrawler.comments import BlogComments, gather, page_platforms
from blogcrawler.comments.page.find_by_structure import find_comments
from blogcrawler.comments.page.rule_reader import blank_comments
from blogcrawler.dom import node_text, parse_page

URL = "https://blog.example/archives/2006/09/tides.html"
POST = "<h2>Tides</h2><p>They come and go.</p><p class=posted>Posted by Eve at September 27, 2006 09:12 PM</p>"
SAID = [
    ("Ann Lee", "September 29, 2006 12:21 PM", "<p>They do indeed.</p><p>Twice a day.</p>"),
    ("Bo", "October 3, 2006 01:00 AM", "<p>Only on this side of the sea wall.</p>"),
]
FORM = "<form><p>Post a comment</p></form>"


@pytest.mark.parametrize(
    "markup",
    [
        "<div id=c{number}>{text}</div><p class=posted>Posted by: {name} at {date}</p>",
        "<a name=c{number}></a>{text}<p class=posted>Posted by: <a href=//x.example/>{name}</a> at {date}</p>",
        "<p id=c{number}>{name} wrote on {date}:</p>{text}",
        "<o:p>{text}</o:p><p>Posted by: {name} at {date}</p>",
    ],
)
def test_alternating_texts_and_bylines_are_comments(markup: str) -> None:
    said = [markup.format(number=261 + n, name=name, date=date, text=text) for n, (name, date, text) in enumerate(SAID)]
    page = parse_page(f"<body>{POST}<h2 id=comments>Comments</h2>{''.join(said)}{FORM}</body>", URL)

    found = find_comments(page)

    assert [(one.author, one.published, one.text) for one in found.comments] == [
        ("Ann Lee", "2006-09-29T12:21:00", "They do indeed.\nTwice a day."),
        ("Bo", "2006-10-03T01:00:00", "Only on this side of the sea wall."),
    ]
    assert [one.id for one in found.comments][:1] in (["261"], ["n1"])
    blank_comments(page, found.paths)
    assert "sea wall" not in node_text(page.tree)
    assert "come and go" in node_text(page.tree)


@pytest.mark.parametrize(
    "behind",
    [
        "<h2>Comments</h2><p>No comments yet.</p><form></form>",
        "<h2>Comments</h2><p>Closed on May 3, 2006.</p>",
        "<h2>Archive</h2><p>Posted by: Ann at May 3, 2006</p>",
    ],
)
def test_other_lines_with_dates_are_not_comments(behind: str) -> None:
    assert not find_comments(parse_page(f"<body>{POST}{behind}</body>", URL)).comments


def test_comments_are_gathered_if_the_program_is_recognised_by_its_address() -> None:
    head = '<head><meta name="generator" content="http://www.movabletype.org/"></head>'
    text = "<div id=c1><p>They do indeed.</p></div><p class=posted>Posted by: Ann at May 3, 2006 12:21 PM</p>"
    page = parse_page(f"<html>{head}<body>{POST}<h2 id=comments>Comments</h2>{text}</body></html>", URL)

    assert [platform.name for platform in page_platforms(page)] == ["movabletype"]
    with pytest.raises(StopIteration) as end:
        gather(page, URL, None, BlogComments()).send(None)
    assert [comment.author for comment in end.value.value.comments] == ["Ann"]
