"""Comments are read by the markup of their platform."""

from __future__ import annotations

from blogcrawler.comments import comment_platforms
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.page.rules import markup_rule
from blogcrawler.dom import parse_page

WORDPRESS = next(platform for platform in comment_platforms() if platform.name == "wordpress")


def comment(number: int, author: str, text: str, replies: str = "") -> str:
    return f"""<li id="comment-{number}" class="comment depth-1"><header class="byline">
        <div class="vcard"><cite class="fn">{author}</cite></div>
        <a href="#comment-{number}"><time datetime="2015-06-13T21:17:0{number}-04:00">Saturday</time></a></header>
        <div class="what-they-say">{text}</div> <a class="answer" href="#r">Answer</a>
        <ol class="children">{replies}</ol></li>"""


def test_a_text_with_a_custom_class_name_is_read():
    assert WORDPRESS.dom is not None
    html = comment(1, "Ann", "<p>I am going to make this soon.</p><p>Dinner was planned for tonight.</p>",
                   comment(2, "Bob", "<p>And so will I, if there is time enough.</p>"))  # fmt: skip
    page = parse_page(f"<html><body><ol class='commentlist'>{html}</ol></body></html>", "https://blog.example/post/")
    got = read_page(page, markup_rule(WORDPRESS.dom, WORDPRESS.name))
    assert [(one.author, one.text.splitlines(), one.parent) for one in got] == [
        ("Ann", ["I am going to make this soon.", "Dinner was planned for tonight."], None),
        ("Bob", ["And so will I, if there is time enough."], "1"),
    ]
