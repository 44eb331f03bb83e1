"""The posts of a thread are read in order: by the actions of a known type, otherwise by repeated structure."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.forum import read_posts, read_repeated_posts
from blogcrawler.items import Comment
from blogcrawler.knowledge import document, known_applications

PHPBB = """<html><body id="phpbb" class="nojs notouch section-viewtopic ltr"><div id="page-body">
<h2 class="topic-title"><a href="./viewtopic.php?t=7">Old radios</a></h2>
<div class="pagination"><ul><li class="arrow next"><a class="button" href="./viewtopic.php?t=7&amp;start=10"
 rel="next">Next</a></li></ul></div>{}</div></body></html>"""
PHPBB_POST = """<div id="p{n}" class="post has-profile bg{b}"><div class="inner">
<dl class="postprofile" id="profile{n}"><dt>
<a href="./memberlist.php?mode=viewprofile&amp;u={n}" class="username">{who}</a></dt><dd>Posts: 12</dd></dl>
<div class="postbody"><div id="post_content{n}"><p class="author"><a href="./viewtopic.php?p={n}#p{n}">Post</a> by
 <strong><a href="./memberlist.php?mode=viewprofile&amp;u={n}" class="username">{who}</a></strong> » <time
 datetime="2020-04-{n}T10:00:00+00:00">Apr {n}</time></p><div class="content">{text}</div></div></div></div></div>"""

XENFORO = """<html id="XF" data-app="public" data-template="thread_view"><body><h1 class="p-title-value">Old radios</h1>
<a href="/threads/old.7/page-2" class="pageNav-jump pageNav-jump--next">Next</a>{}</body></html>"""
XENFORO_POST = """<article class="message message--post js-post" data-author="{who}" id="js-post-{n}">
<div class="message-inner"><h4 class="message-name"><a href="/members/{n}/" class="username">{who}</a></h4>
<header class="message-attribution"><a href="/threads/old.7/post-{n}"><time class="u-dt"
 datetime="2020-04-{n}T10:00:00+0000">Apr</time></a></header><article class="message-body"><div class="bbWrapper">{text}
</div></article></div></article>"""

TABLE = "<html><body><h1>Old radios</h1><table>{}</table><p>© 2020 by us</p></body></html>"
TABLE_POST = """<tr><td><a href="/user/{n}">{who}</a> wrote on 2020-04-{n} 10:00</td></tr>
<tr><td class="txt{n}">{text}</td></tr>"""

TEXTS = [
    ("ann", "Which valve do I need for a Philips set of 1938 that hums?"),
    ("bob", "<blockquote>Which valve do I need</blockquote> An EL3, and new capacitors before you switch it on again."),
    ("cid", "Thank you both, it plays music now; the hum went away with the capacitors."),
]


def thread(page: str, post: str) -> str:
    return page.format(
        "".join(post.format(n=10 + n, b=1 + n % 2, who=who, text=text) for n, (who, text) in enumerate(TEXTS))
    )


def read(html: str) -> list[Comment]:
    page = parse_page(html, "https://forum.example/viewtopic.php?t=7")
    found = known_applications().detect(document(page))
    assert found is not None
    assert found.level is not None
    assert found.level.name == "thread"
    return read_posts(page, found.level)


@pytest.mark.parametrize(("page", "post"), [(PHPBB, PHPBB_POST), (XENFORO, XENFORO_POST)])
def test_the_posts_of_a_known_type_have_author_date_and_text(page: str, post: str) -> None:
    posts = read(thread(page, post))
    assert [one.author for one in posts] == ["ann", "bob", "cid"]
    assert [one.published for one in posts] == [f"2020-04-{n}T10:00:00+00:00" for n in (10, 11, 12)]
    assert posts[1].text == "Which valve do I need\nAn EL3, and new capacitors before you switch it on again."


def test_an_advertisement_with_the_id_of_a_post_is_no_post() -> None:
    html = thread(XENFORO, XENFORO_POST)
    box = XENFORO_POST.format(n=10, who="ad", text="<script>show()</script>").replace("<time", "<i")
    assert [
        one.author for one in read(html.replace("</article></div></article>", f"</article></div></article>{box}", 1))
    ] == [one.author for one in read(html)]


@pytest.mark.parametrize(("page", "post"), [(PHPBB, PHPBB_POST), (XENFORO, XENFORO_POST), (TABLE, TABLE_POST)])
def test_the_posts_of_an_unknown_type_are_found_by_repeated_structure(page: str, post: str) -> None:
    posts = read_repeated_posts(parse_page(thread(page, post), "https://forum.example/7"))
    assert [text.rsplit("> ")[-1] for _, text in TEXTS] == [one.text.split("\n")[-1] for one in posts]
    assert [(one.published or "")[:10] for one in posts] == ["2020-04-10", "2020-04-11", "2020-04-12"]


def test_a_page_without_repeated_structure_has_no_posts() -> None:
    assert read_repeated_posts(parse_page("<p>One text of 2020.</p>", "https://forum.example/")) == []
    assert read_repeated_posts(parse_page("", "https://forum.example/")) == []
