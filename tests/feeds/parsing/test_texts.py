from __future__ import annotations

import pytest

from blogcrawler.feeds import as_html, title_text
from blogcrawler.feeds.parsing.author_names import author_names
from blogcrawler.feeds.parsing.texts import absolute_links


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("  ", None),
        ("A  b\n c", "A b c"),
        ("Q&amp;A", "Q&A"),
        ("Q&A", "Q&A"),
        ("AT&T &copy 2014", "AT&T &copy 2014"),
        ("Caf&eacute; &#8211; open", "Café – open"),
        ("Using <div> well", "Using <div> well"),
        ("Using &lt;div&gt; well", "Using <div> well"),
        ("&amp;lt; is an entity", "&lt; is an entity"),
        ("The <em>best</em> of <b class='x'>all</b>", "The best of all"),
        ("Line<br/>break", "Line break"),
        ("Vec<T> and a < b > c", "Vec<T> and a < b > c"),
        ("<p>Wrapped</p>", "Wrapped"),
    ],
)
def test_a_title_is_plain_text_decoded_once(value: str | None, expected: str | None) -> None:
    assert title_text(value) == expected


@pytest.mark.parametrize(
    ("value", "is_text", "expected"),
    [
        (None, False, None),
        (" \n", False, None),
        ("<p>Hi</p>", False, "<p>Hi</p>"),
        ("<p>Hi</p>", True, "<p>Hi</p>"),
        ("a < b\n\nc & d", True, "<p>a &lt; b</p>\n<p>c &amp; d</p>"),
        ("&lt;p&gt;Hi &amp;amp; bye&lt;/p&gt;", False, "<p>Hi &amp; bye</p>"),
        ("<p>Write &lt;p&gt;Hi&lt;/p&gt;</p>", False, "<p>Write &lt;p&gt;Hi&lt;/p&gt;</p>"),
        ("Use &lt;div&gt; well", False, "Use &lt;div&gt; well"),
    ],
)
def test_content_is_html_escaped_once(value: str | None, is_text: bool, expected: str | None) -> None:
    assert as_html(value, is_text) == expected


def test_links_in_content_become_absolute() -> None:
    html = '<a href="/x?a=1&amp;b=2">x</a> <img src="p.jpg"> <a href="#n">n</a> <a href=\'http://o.org/\'>o</a>'
    assert absolute_links(html, "https://b.org/post/") == (
        '<a href="https://b.org/x?a=1&amp;b=2">x</a> <img src="https://b.org/post/p.jpg"> '
        "<a href=\"#n\">n</a> <a href='http://o.org/'>o</a>"
    )


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["Ann Lee"], ("Ann Lee",)),
        (["ann@b.org (Ann Lee)"], ("Ann Lee",)),
        (["Ann Lee <ann@b.org>"], ("Ann Lee",)),
        (["Ann Lee (noreply@blogger.com)"], ("Ann Lee",)),
        (["ann@b.org (Ann Lee (annie))"], ("Ann Lee (annie)",)),
        (["Ann Lee (annie)"], ("Ann Lee (annie)",)),
        (["ann@b.org"], ()),
        (["https://b.org/ann"], ()),
        (["by Ann Lee"], ("Ann Lee",)),
        (["Ann Lee, Bob Ray and Cy Fox"], ("Ann Lee", "Bob Ray", "Cy Fox")),
        (["Ann Lee & Bob Ray"], ("Ann Lee", "Bob Ray")),
        (["Ann; Bob"], ("Ann", "Bob")),
        (["Ann, Bob, Cy"], ("Ann", "Bob", "Cy")),
        (["Lee, Ann"], ("Lee, Ann",)),
        (["Dolce & Gabbana"], ("Dolce & Gabbana",)),
        (["Ann Lee", "ann lee", "Bob Ray", None, "-"], ("Ann Lee", "Bob Ray")),
        (["جواد ادیب"], ("جواد ادیب",)),
        (["Ren&eacute; &lt;b&gt;"], ("René <b>",)),
        (["x" * 300], ()),
    ],
)
def test_authors_are_names_of_people(values: list[str | None], expected: tuple[str, ...]) -> None:
    assert author_names(values) == expected
