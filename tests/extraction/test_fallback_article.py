"""The article of pages for which there is no rule."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet, generic_article

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
def test_words_of_one_line_stay_on_one_line(markup: str, line: str) -> None:
    article = generic_article(parse_page(page_with(f"<p>{LONG}</p>{markup}<p>{LONG} {LONG}</p>"), URL))

    assert article is not None
    assert any(one.startswith(line) for one in article.text.split("\n"))
    assert "patience" not in article.text
    assert "About" not in article.text


DATED = '<title>A walk</title><meta property="article:published_time" content="2014-03-15T09:00:00+01:00">'


@pytest.mark.parametrize(
    "above",
    [
        "<h1>A walk</h1>",
        "<h1>A walk</h1><p>by <a href='/ann'>Ann</a> on 15 March 2014 in <a href='/c/birds'>birds</a></p>",
        "<em>Filed under:</em><br><h2>Saturday, 15 March 2014</h2><h3>&nbsp;A walk</h3>",
        "<p>Posted in <a href='/t/birds'>birds</a>, <a href='/t/rivers'>rivers</a></p><p><b>A walk</b></p>",
        "<p>15.03.2014 · 5 min</p>",
        "<em>Filed under:</em> &gt; <a href='/n'>nature</a> &gt; A walk on<br><h2>15 March</h2><h3>A walk</h3>",
    ],
)
def test_template_lines_above_the_article_are_removed(above: str) -> None:
    page = parse_page(page_with(f"{above}<p>{LONG}</p><p>{LONG} {LONG}</p>", DATED), URL)

    got = Extractor(RuleSet()).extract(page)

    assert got.text.startswith("Whoever walks")
    assert got.content_html.startswith(("<p>", "<br>"))


@pytest.mark.parametrize(
    "first",
    [
        "On 15 March 2014 we went down to the river again, all of us.",  # a sentence, not a byline
        "<a href='https://birds.example/'>An atlas of birds</a>",
        "Spring:",
        "17 March 2011",  # another day
        "There was nothing to be seen.</p><p>A walk",  # a sentence before the title
    ],
)
def test_the_first_lines_of_the_author_stay(first: str) -> None:
    page = parse_page(page_with(f"<p>{first}</p><p>{LONG}</p><p>{LONG} {LONG}</p>", DATED), URL)

    assert Extractor(RuleSet()).extract(page).text.startswith("\n".join(parse_page(first, URL).tree.itertext()))


def test_the_byline_after_the_article_is_removed() -> None:
    byline = "<div>Posted by Ann at March 15, 2014 07:16 PM | <a href='/tb'>TrackBack</a></div>"

    got = Extractor(RuleSet()).extract(parse_page(page_with(f"<p>{LONG}</p><p>{LONG} {LONG}</p>{byline}", DATED), URL))

    assert got.text.endswith("trout.")


def test_a_picture_next_to_the_date_stays() -> None:
    above = "<p><img src='/heron.jpg' alt='A heron'> 15 March 2014</p>"

    got = Extractor(RuleSet()).extract(parse_page(page_with(f"{above}<p>{LONG}</p><p>{LONG} {LONG}</p>", DATED), URL))

    assert "heron.jpg" in got.content_html
    assert "2014" not in got.text


@pytest.mark.parametrize(
    "frame",
    [
        "{}",
        "<div><h1>😀</h1>{}</div>",
        "<nav><a href=/>Home</a></nav><article><h1>Cats</h1>{}</article><footer>Copyright 2020 Ann</footer>",
        "<h1>My post</h1><div>{}</div><p>Posted by Ann on May 3, 2023</p>",
    ],
)
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<p>😀 😃 😄</p><p>🎉🎉🎉 ❤️</p>" * 20, "🎉🎉🎉 ❤️"),
        ("<p>. . . . . .</p><p>…</p>" * 30, ". . . . . ."),
        ("<pre>" + " /\\_/\\ \n( _._ )\n &gt; ^ &lt;\n" * 20 + "</pre>", "( _._ )"),
        ("<p>😀</p>", "😀"),
    ],
)
def test_a_text_without_words_is_read(frame: str, text: str, line: str) -> None:
    page = parse_page(f"<html><head><title>Cats</title></head><body>{frame.format(text)}</body></html>", URL)
    assert line in Extractor(RuleSet()).extract(page).text


MARKUP = (
    "<p>|</p>|<div>|</div>|<pre>|</pre>|<o:p>|<table><tr><td>|</table>|<h1>|</h1>|<article>|😀|. . .|( o.o )|word|"
    "a few words of a text that is long enough to be an article, said more than once|<img src='//[x/'>|<a href='http://[::1'>"
    "|\x00|&#0;|<noscript>|<svg>|<template>|<base href='//[x/'>"
).split("|")


@given(st.lists(st.sampled_from(MARKUP), max_size=40))
@settings(max_examples=60)
def test_any_page_is_read_without_an_error(parts: list[str]) -> None:
    Extractor(RuleSet()).extract(parse_page("".join(parts), URL))
