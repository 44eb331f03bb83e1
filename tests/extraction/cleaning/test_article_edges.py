"""Empty blocks at the beginning and the end of an article."""

from __future__ import annotations

import time

import pytest
from cleaned import LONG, clean

from blogcrawler.extraction import html_to_text


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p></p><p>Text</p>", "<p>Text</p>"),
        ("<p>Text</p><br><br>", "<p>Text</p>"),
        ("<p>Text</p><p>&nbsp;</p>\n<div class='clear'><span></span></div>", "<p>Text</p>"),
        ("<div><div> </div><p>Text</p><hr></div><div></div>", "<div><p>Text</p></div>"),
        ("<p><br>Text<br></p>", "<p>Text</p>"),
        ("<hr><p>One</p><hr><p>Two</p>", "<p>One</p><hr><p>Two</p>"),
        ("<p>One</p><p></p><p>Two</p>", "<p>One</p><p></p><p>Two</p>"),
        ("Loose<br><p>Text</p><br>end", "Loose<br><p>Text</p><br>end"),
        ('<p><img src="https://a.example/x.png"></p>', '<p><img src="https://a.example/x.png"></p>'),
        ("<p> </p>", ""),
    ],
)
def test_articles_begin_and_end_with_something_to_see(html: str, expected: str) -> None:
    assert clean(html).html == expected


def test_a_heading_at_the_end_is_removed_with_what_it_announced() -> None:
    related = "<h3>Read on</h3><div class='related-posts'><a href='/x'>Another post</a></div>"
    assert clean(f"{LONG}<div>{related}</div>").text == html_to_text(LONG)


@pytest.mark.parametrize("after", ["", "<script>x()</script>", "<div></div>"])
def test_a_heading_that_ends_the_article_stays(after: str) -> None:
    assert clean(f"{LONG}<h3>The end</h3>{after}").text.endswith("The end")


@pytest.mark.parametrize(
    ("item", "kept"),
    [
        ("<a href='/x'>Another post</a> <small>A teaser.</small> <time>3 May 2014</time>", False),
        ("<a href='/x'>Another post</a>", True),
        ("<a href='https://other.example/'>A page</a> <time>3 May 2014</time>", True),
        ("Something else <time>3 May 2014</time>", True),
    ],
)
def test_a_list_of_other_posts_at_the_end_is_removed(item: str, kept: bool) -> None:
    text = clean(f"{LONG}<div><h2>More tips</h2><ul><li>{item}</li></ul></div>").text
    assert text.startswith(html_to_text(LONG))
    assert ("More tips" in text, "3 May" in text or "post" in text) == (kept, kept)


@pytest.mark.parametrize("html", ["<p></p>" * 20_000, "<div>" * 3_000, "<br>" * 20_000 + "x" + "<br>" * 20_000])
def test_hostile_edges_are_trimmed_quickly(html: str) -> None:
    begin = time.process_time()
    clean(html)
    assert time.process_time() - begin < 3
