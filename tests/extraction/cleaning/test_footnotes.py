"""References to footnotes and the links back from them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.extraction import html_to_text
from blogcrawler.extraction.cleaning.footnotes import without_footnote_marks

PAGE = "https://a.example/post"


@pytest.mark.parametrize(
    "mark",
    [
        f'<sup id="fnref:1" role="doc-noteref"><a href="{PAGE}#fn:1" class="footnote" rel="footnote">1</a></sup>',
        f'<sup><a href="{PAGE}#fn1">[1]</a></sup>',
        f'<sup><a href="{PAGE}#fn1">1</a>, <a href="{PAGE}#fn2">2</a></sup>',
        f'<a href="{PAGE}#note-3"><sup>3</sup></a>',
        f'<a href="{PAGE}#x"><sup>†</sup></a>',
        f'<a href="{PAGE}#_ftn1" name="_ftnref1">[1]</a>',
        f'<a href="{PAGE}#_ftn1"><span>[</span><b>1</b>]</a>',
        f'<a href="{PAGE}#fnref:1" class="reversefootnote">↩</a>',
        f'<a href="{PAGE}#fnref:1">\N{LEFTWARDS ARROW WITH HOOK}\N{VARIATION SELECTOR-15}</a>',
        f'<a href="{PAGE}#fnref:1">&#8617;<sup>2</sup></a>',
        f'<a href="{PAGE}#r1">↑</a>',
        f'<a href="{PAGE}#cite_ref-1">^</a>',
        f'<a href="{PAGE}#ref1">[back]</a>',
        f'<a href="{PAGE}#fnref1">Zurück</a>',
        f'<a href="{PAGE}#fnref1">(return)</a>',
    ],
)
def test_marks_of_footnotes_are_not_text(mark: str) -> None:
    assert html_to_text(f"<p>The text{mark} goes on.</p>") == "The text goes on."


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("10<sup>2</sup> m", "102 m"),
        (f'see <a href="{PAGE}#part2">2</a>', "see 2"),
        (f'go <a href="{PAGE}#top">back</a>', "go back"),
        (f'<a href="{PAGE}#part2">Part 2</a>', "Part 2"),
        ('<sup><a href="https://b.example/">1</a></sup>', "1"),
        ('<a href="https://b.example/">↩ Home</a>', "↩ Home"),
        (f'the <sup>2<a href="{PAGE}#n">nd</a></sup> time', "the 2nd time"),
    ],
)
def test_other_numbers_and_links_are_text(html: str, text: str) -> None:
    assert html_to_text(html) == text


@given(st.lists(st.sampled_from(['<a href="#fn1">', "</a>", "<sup>", "</sup>", "1", "↩", " ", "word", "<b>"])))
def test_words_are_never_lost(parts: list[str]) -> None:
    html = "".join(parts)
    assert without_footnote_marks(html).count("word") == html.count("word")


@pytest.mark.parametrize("junk", ['<a href="#', '<a href="#fn1">', "<sup>", '<sup><a href="#fn1">1', '<a "#'])
def test_hostile_marks_are_read_quickly(junk: str) -> None:
    begin = time.process_time()
    without_footnote_marks(junk * 20_000)
    assert time.process_time() - begin < 1
