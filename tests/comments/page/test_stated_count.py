"""The number of comments that a page states, and the further pages of its discussion."""

from __future__ import annotations

import pytest

from blogcrawler.comments.page.stated_count import comment_pages, stated_count
from blogcrawler.dom import parse_page

URL = "https://blog.example/2024/post/"


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<div id=comments><h4>88 comments:</h4></div>", 88),
        ("<div id=comments><h4>2\xa0commentaires:</h4></div>", 2),
        ("<h2 class=comments-title>17 pensamientos en “Un plugin”</h2>", 17),
        ("<h3 id=comments>Kommentare (5)</h3>", 5),
        ("<div class=comments><h3>1,204 Responses to “Tides”</h3></div>", 1204),
        ("<div class=comments><h3>コメント: 3件</h3></div>", 3),
        ("<div class=comments><h3>No comments yet</h3></div>", 0),
        ("<div class=comments><h3>One thought on “Tides”</h3></div>", 1),
        ("<p><a href='/2024/post/#comments'>6 Comments</a>", 6),
        ("<span itemprop=commentCount>9</span>", 9),
        ("<meta itemprop=interactionCount content='UserComments:12'>", 12),
        ('<script type="application/ld+json">{"@type":"BlogPosting","commentCount":4}</script>', 4),
        # nothing is said of this post
        ("<div class=comments-link><a href='/other/#respond'>Dejar un comentario</a></div>", None),
        ("<h3 id=reply-title class=comment-reply-title>Deja un comentario</h3>", None),
        ("<aside><a href='/another/#comments'>31 Comments</a></aside>", None),
        ("<p>I had 3 comments on that.</p>", None),
        ("", None),
    ],
)
def test_the_stated_number_of_comments_is_read(html: str, count: int | None) -> None:
    assert stated_count(parse_page(f"<html><body>{html}</body></html>", URL)) == count


@pytest.mark.parametrize(
    ("href", "page"),
    [
        ("/2024/post/comment-page-2/#comments", "https://blog.example/2024/post/comment-page-2/"),
        ("?cpage=3", "https://blog.example/2024/post/?cpage=3"),
        ("/2024/post/comments/page/2/", "https://blog.example/2024/post/comments/page/2/"),
        ("/2024/post/comment-page-2/?replytocom=7#respond", None),
        ("/2024/other/comment-page-2/", None),
        ("https://elsewhere.example/2024/post/comment-page-2/", None),
        ("/2024/post/", None),
        ("javascript:void(0)", None),
    ],
)
def test_links_to_further_pages_of_a_discussion_are_found(href: str, page: str | None) -> None:
    found = comment_pages(parse_page(f"<a href='{href}'>Older comments</a>", URL), URL)
    assert found == ([page] if page else [])


def test_further_pages_of_a_post_with_a_query_address() -> None:
    page = parse_page("<a href='/?p=3&cpage=2'>2</a><a href='/?p=4&cpage=2'>other</a>", "https://b.example/?p=3")
    assert comment_pages(page, "https://b.example/?p=3") == ["https://b.example/?p=3&cpage=2"]
