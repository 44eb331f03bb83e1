"""Comments are found by structure alone, and other boxes are not."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.comments import BlogComments, page_platforms
from blogcrawler.comments.gathering import _read_shown
from blogcrawler.comments.page.find_by_structure import find_comments
from blogcrawler.comments.page.rule_reader import blank_comments
from blogcrawler.dom import node_text, parse_page

URL = "https://blog.example/post/"
ARTICLE = "<article><h1>Tides</h1><p class=date>May 3, 2023</p><p>They come and go, since 1999-12-31.</p></article>"


def found(html: str) -> list[tuple[str | None, str | None, str]]:
    comments = find_comments(parse_page(f"<html><body>{html}</body></html>", URL)).comments
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
    comments = find_comments(parse_page(html, URL)).comments
    assert [(c.author, c.parent) for c in comments] == [("Ann", None), ("Bo", comments[0].id), ("Cy", None)]


#: As Drupal 7 writes it: the anchor is before the comment, replies are in a box behind it, and the post's author
#: has a class of their own.
REPLY_OF_THE_POSTS_AUTHOR = """<div id=comments><h2>Comments</h2>
<a id=comment-8></a><div class="comment comment-by-anonymous"><p class=commenter-name><a class=username
href=//ann.example/>Ann (not verified)</a></p><p><span content=2013-02-03T19:44:49-05:00>Sun 3 Feb 2013, 7:44 pm</span>
</p><div class=content><p>They do indeed, and more than once a day.</p></div></div>
<div class=indented><a id=comment-9></a><div class="comment comment-by-node-author"><p class=commenter-name><span
class=username>Eve</span></p><p><span content=2013-02-04T00:58:59-05:00>Mon 4 Feb 2013, 12:58 am</span></p>
<div class=content><p>As <a href=//moon.example/>they say</a>.</p></div></div></div>
<a id=comment-11></a><div class="comment comment-by-anonymous"><p class=commenter-name><span class=username>Bo (not
verified)</span></p><p><span content=2013-02-06T03:37:01-05:00>Wed 6 Feb 2013, 3:37 am</span></p>
<div class=content><p>Only on this side of the sea wall.</p></div></div></div>"""


def test_a_reply_in_a_box_of_its_own_behind_the_comment_has_it_as_parent() -> None:
    comments = find_comments(parse_page(ARTICLE + REPLY_OF_THE_POSTS_AUTHOR, URL)).comments
    assert [(c.id, c.author, c.parent) for c in comments] == [("8", "Ann", None), ("9", "Eve", "8"), ("11", "Bo", None)]


def test_a_link_in_the_text_is_not_the_authors() -> None:
    box = REPLY_OF_THE_POSTS_AUTHOR.replace("<div class=indented>", "<div class=indented><i>in reply</i>")
    for html in (REPLY_OF_THE_POSTS_AUTHOR, box):
        comments = find_comments(parse_page(ARTICLE + html, URL)).comments
        assert [c.author_url for c in comments] == ["https://ann.example/", None, None]


@pytest.mark.parametrize("attribute", ["content", "datetime", "title"])
def test_the_exact_moment_in_an_attribute_is_read_rather_than_the_shown_one(attribute: str) -> None:
    html = ARTICLE + REPLY_OF_THE_POSTS_AUTHOR.replace("span content=", f"span {attribute}=")
    dates = [comment.published for comment in find_comments(parse_page(html, URL)).comments]
    assert dates == ["2013-02-03T19:44:49-05:00", "2013-02-04T00:58:59-05:00", "2013-02-06T03:37:01-05:00"]


@pytest.mark.parametrize("title", ["Permalink", "2013-02-04", "id 2013-02-04-7"])
def test_another_attribute_does_not_replace_the_shown_moment(title: str) -> None:
    html = ARTICLE + re.sub("content=[0-9T:-]+", f'title="{title}"', REPLY_OF_THE_POSTS_AUTHOR)
    dates = [comment.published for comment in find_comments(parse_page(html, URL)).comments]
    assert dates == ["2013-02-03T19:44:00", "2013-02-04T00:58:00", "2013-02-06T03:37:00"]


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
    blank_comments(page, find_comments(page).paths)
    text = node_text(page.tree)
    assert "says" not in text
    assert "They come and go" in text
    assert text.count("tail") == 2
    assert len(page.tree.findall(".//div[@class='comment']")) == 2


@pytest.mark.parametrize("tag", ["o:p", "fb:like", "g:plusone", "xml:box"])
def test_comments_inside_odd_tags_are_found(tag: str) -> None:
    box = "<div class=comment><b class=author>{0}</b> <i>May 4, 2023</i><p>What {0} says of it.</p></div>"
    page = parse_page(f"{ARTICLE}<{tag}><div id=comments>{box.format('Ann')}{box.format('Bo')}</div></{tag}>", URL)
    read = find_comments(page)
    assert [comment.author for comment in read.comments] == ["Ann", "Bo"]
    blank_comments(page, read.paths)
    assert "says" not in node_text(page.tree)


PARTS = (
    "<div class=comments>|<li class=comment>|</div>|</li>|May 4, 2023|<p>|</p>|Ann says:|<b class=author>|</b>|<form>"
    "|<ol>|<time datetime=2024-01-01>|text that is a little longer|\x00|&#0;|<a href='//[x'>"
    "|<o:p>|<fb:like>|</fb:like>|<a²>"
).split("|")


@given(st.lists(st.sampled_from(PARTS), max_size=60))
def test_any_page_is_read_without_an_error(parts: list[str]) -> None:
    page = parse_page("".join(parts), URL)
    blank_comments(page, find_comments(page).paths)


BOX = "<li><b class=author>{0}</b> <i>May 4, 2023</i><p>What {0} says of it.</p></li>"


@pytest.mark.parametrize(
    "trackbacks",
    [
        f"<h3>Trackbacks</h3><ol>{BOX.format('Blog of Bo')}{BOX.format('Blog of Cy')}{BOX.format('Blog of Di')}</ol>",
        f"<ol class='pinglist'>{BOX.format('Blog of Bo')}{BOX.format('Blog of Cy')}{BOX.format('Blog of Di')}</ol>",
    ],
)
def test_a_list_of_trackbacks_is_not_read_as_comments(trackbacks: str) -> None:
    said = f"<h3>Comments</h3><ol>{BOX.format('Ann')}{BOX.format('Eve')}</ol>"
    assert [author for author, _, _ in found(f"{ARTICLE}<div id=comments>{trackbacks}{said}</div>")] == ["Ann", "Eve"]
    assert found(f"{ARTICLE}<div id=comments>{trackbacks}</div>") == []


@pytest.mark.parametrize("heading", ["Recent comments", "Neueste Kommentare", "Comentarios recientes", "最新评论"])
def test_a_list_of_the_newest_comments_of_the_blog_is_not_the_discussion(heading: str) -> None:
    assert found(f"{ARTICLE}<h3>{heading}</h3><ul>{BOX.format('Ann')}{BOX.format('Bo')}</ul>") == []


def test_a_list_of_posts_named_responses_is_not_the_discussion() -> None:
    post = (
        "<li class=response id=post-{0}><b class=author>Eve</b> <i>May {0}, 2023</i> <a href=/p/{0}>Post number {0}</a>"
    )
    assert found(f"{ARTICLE}<ul class=responses>{post.format(4)}{post.format(5)}{post.format(6)}</ul>") == []


def test_boxes_that_are_older_than_the_post_are_not_comments() -> None:
    page = parse_page(f"{ARTICLE}<div id=comments><ol>{BOX.format('Ann')}{BOX.format('Bo')}</ol></div>", URL)
    assert find_comments(page, posted=datetime(2024, 5, 3, tzinfo=UTC)).comments == ()
    assert len(find_comments(page, posted=datetime(2023, 5, 3, tzinfo=UTC)).comments) == 2


def test_as_many_boxes_as_stated_are_comments_without_names_and_dates() -> None:
    page = parse_page(f"{ARTICLE}<div id=comments><ul><li>So true.</li><li>Not at all.</li></ul></div>", URL)
    assert [comment.text for comment in find_comments(page, expected=2).comments] == ["So true.", "Not at all."]
    assert find_comments(page, expected=3).comments == ()
    assert find_comments(page).comments == ()


def test_the_page_is_read_by_structure_if_a_rule_reads_fewer_comments_than_stated() -> None:
    box = "<li id=comment-{0}><div class=comment><b class=who>{1}</b> <i>May {0}, 2023</i><p>What {1} says.</p></div>"
    head = "<html><head><meta name=generator content='WordPress 3'></head><body>"
    trackback = "<ol><li class=trackback id=comment-9><cite>A blog</cite> <i>May 9, 2023</i></li></ol>"
    said = f"<h3 id=comments>2 comments</h3><ul id=thecomments>{box.format(4, 'Ann')}{box.format(5, 'Bo')}</ul>"
    page = parse_page(f"{head}{ARTICLE}<div class=talk>{said}</div>{trackback}</body></html>", URL)
    shown = _read_shown(page, page_platforms(page), BlogComments(), None, 2)
    assert [comment.author for comment in shown.comments] == ["Ann", "Bo"]


def test_the_comments_of_several_lists_are_read_up_to_the_stated_number() -> None:
    lists = f"<div><h3>Member comments</h3><ul>{BOX.format('Ann')}{BOX.format('Bo')}</ul></div>"
    lists += f"<div><h3>Comments</h3><ul>{BOX.format('Cy')}</ul></div>"
    page = parse_page(f"{ARTICLE}<p>3 comments</p>{lists}", URL)
    comments = find_comments(page, expected=3).comments
    assert {comment.author for comment in comments} == {"Ann", "Bo", "Cy"}
    assert len({comment.id for comment in comments}) == 3
    assert [comment.author for comment in find_comments(page, expected=2).comments] == ["Ann", "Bo"]


def test_a_line_that_most_comments_end_with_is_a_caption_of_the_template() -> None:
    box = "<li><b class=author>{0}</b> <i>May 4, 2023</i><p>What {0} says.</p><p><a href=#r>Vasta nuohon</a></p></li>"
    html = f"<div id=comments><ol>{''.join(map(box.format, ('Ann', 'Bo', 'Cy', 'Di')))}</ol></div>"
    assert [text for _, _, text in found(ARTICLE + html)] == [
        f"What {name} says." for name in ("Ann", "Bo", "Cy", "Di")
    ]


def test_numbered_boxes_are_comments_without_a_name_or_a_heading_of_the_discussion() -> None:
    box = "<div id=c{0}><img><b>{1}</b><p>What {1} says of it.</p></div>"
    html = f"{ARTICLE}<main><div>{box.format(14, 'Ann')}{box.format(19, 'Bo')}</div></main>"
    assert found(html) == [("Ann", None, "What Ann says of it."), ("Bo", None, "What Bo says of it.")]


def test_an_article_with_a_numbered_id_is_not_a_comment() -> None:
    post = "<div id=c0><div id=post-601><h2>Tides</h2><p>Eve, May 3, 2023</p><p>They come and go.</p></div></div>"
    assert found(f"<main>{post}<div id=side><h3>Archive</h3><p>May 2023</p></div></main>") == []
