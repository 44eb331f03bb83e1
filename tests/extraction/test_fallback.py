"""The article of pages that no rule fits."""

from __future__ import annotations

import pytest

from blogcrawler.extraction import parse_page
from blogcrawler.extraction.fallback import generic_article

URL = "https://blog.example/2014/walk.html"
MENU = '<div id="menu"><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></div>'
LONG = "Whoever walks along the river in spring sees herons, and now and then a kingfisher that dives for trout."
FOOTER = '<div id="footer"><p>Made with patience. All rights reserved.</p></div>'


def page_with(article: str, head: str = "<title>A walk</title>") -> str:
    return f'<html><head>{head}</head><body>{MENU}<div class="text">{article}</div>{FOOTER}</body></html>'


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<p>Call <code>walk()</code> before <code>rest()</code>, not behind it.</p>", "Call walk() before rest()"),
        ("The\n<a href='https://w.example'>walkers</a> are\nan old <em>club</em>.<br>", "The walkers are an old club."),
    ],
)
def test_the_words_of_a_line_stay_on_it(markup: str, line: str) -> None:
    article = generic_article(parse_page(page_with(f"<p>{LONG}</p>{markup}<p>{LONG} {LONG}</p>"), URL))

    assert article is not None
    assert any(one.startswith(line) for one in article.text.split("\n"))
    assert "patience" not in article.text
    assert "About" not in article.text
