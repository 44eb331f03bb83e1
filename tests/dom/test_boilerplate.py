"""Boilerplate and comments, recognised by their names."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from lxml.etree import _Element

from blogcrawler.dom import find, is_comments, is_noise, opens_discussion, parse_page


def element(html: str) -> _Element:
    page = parse_page(f"<body>{html}</body>", "")
    return find(page.tree, "//body//*[not(*)]")[-1]


@pytest.mark.parametrize(
    ("html", "noise"),
    [
        ('<div class="share-buttons">x</div>', True),
        ('<div class="col social">x</div>', True),
        ('<div id="sidebar">x</div>', True),
        ('<div class="RELATED">x</div>', True),
        ('<div class="post-tags">x</div>', True),
        ('<div class="author-box">x</div>', True),
        ('<div class="entry-meta">x</div>', True),
        ('<div class="comment-form">x</div>', True),
        ('<div id="disqus_thread">x</div>', True),
        ("<nav>x</nav>", True),
        ("<footer>x</footer>", True),
        ('<div class="entry-content">x</div>', False),
        ('<div class="adaptive">x</div>', False),
        ('<div class="shared-space navigator">x</div>', False),
        ('<div class="commentary-free">x</div>', False),
        ('<h2 id="related-work">x</h2>', False),
        ('<h2 id="comments">x</h2>', False),
        ('<div id="how-to-share-your-next-post">x</div>', False),
        ('<p>See <span class="tag">x</span></p>', False),
        ('<pre><code><span class="next">x</span></code></pre>', False),
        ("<p>x</p>", False),
    ],
)
def test_boilerplate_is_recognised_by_its_names(html: str, noise: bool) -> None:
    assert is_noise(element(html)) is noise


@pytest.mark.parametrize(
    ("html", "comments"),
    [
        ('<div id="comments">x</div>', True),
        ('<li class="comment even depth-1">x</li>', True),
        ('<div id="comment-123">x</div>', True),
        ('<div class="giscus">x</div>', True),
        ('<div id="respond">x</div>', True),
        ('<div class="share">x</div>', False),
        ('<div class="entry">x</div>', False),
        ("<p>comments</p>", False),
    ],
)
def test_comments_are_recognised_by_their_names(html: str, comments: bool) -> None:
    assert is_comments(element(html)) is comments


@pytest.mark.parametrize(
    ("html", "opens"),
    [
        ('<h3 id="comments">x</h3>', True),
        ('<a name="comments">x</a>', True),
        ('<a name="Kommentare">x</a>', True),
        ('<h2 id="comments-on-style">x</h2>', False),
        ('<div id="comments">x</div>', False),
        ("<h3>Comments</h3>", False),
    ],
)
def test_a_heading_or_an_anchor_can_open_the_discussion(html: str, opens: bool) -> None:
    assert opens_discussion(element(html)) is opens


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_name_can_be_classified(identity: str, classes: str) -> None:
    node = etree.Element("div")
    for name, value in (("id", identity), ("class", classes)):
        if value.isprintable() and value.isascii():
            node.set(name, value)
    is_noise(node)
    is_comments(node)
    opens_discussion(node)


@pytest.mark.parametrize("junk", ["a", "a-", "comment-", "nav_", "-", " ", "ad "])
def test_long_names_are_classified_quickly(junk: str) -> None:
    node = etree.Element("div", {"id": junk * 50_000, "class": junk * 50_000})
    begin = time.process_time()
    is_noise(node)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("html", "noise"),
    [
        ("<p>One.</p><aside>A remark.</aside><p>Two.</p>", False),
        ("<p>One.</p><aside class=note>A remark.</aside><div>Other</div>", False),
        ("<p>One.</p><aside>A remark.</aside><div>Other</div>", True),
        ("<h1>Title</h1><aside>3 March 2014</aside><p>Two.</p>", True),
        ("<p>One.</p><aside><a href=/x>Many other posts</a></aside><p>Two.</p>", True),
        ("<p>One.</p><aside class=sidebar>A remark.</aside><p>Two.</p>", True),
        ("<blockquote>Words.<footer>The author</footer></blockquote>", False),
        ("<footer class=footnotes>1. A note.</footer>", False),
        ("<footer>Imprint</footer>", True),
    ],
)
def test_asides_and_footers_may_belong_to_the_article(html: str, noise: bool) -> None:
    tree = parse_page(f"<body>{html}</body>", "").tree
    assert is_noise(next(tree.iter("aside", "footer"))) is noise
