"""Links of headings to themselves: recognised without changing them, their ids handed over to the heading."""

from __future__ import annotations

import pytest
from lxml import etree
from lxml.etree import _Element

from blogcrawler.extraction.cleaning.heading_links import (
    is_heading_link,
    is_slug,
    move_id_to_heading,
    opens_chapter,
    title_heading,
)


def link_of(html: str) -> _Element:
    return next(etree.fromstring(html).iter("a"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<h2>Tea<a name="tea" href="#tea"><i/></a></h2>', True),
        ('<h2 id="tea">Tea<a href="https://blog.example/post#tea"><i/></a></h2>', True),
        ('<h2>Tea <a class="permalink" href="#tea">link</a></h2>', True),
        ('<h2>Tea<a href="#tea">#</a></h2>', True),
        ('<h2><a href="#tea">Tea</a></h2>', False),
        ('<h2>Tea <a class="permalink" href="/tea">link</a></h2>', False),
        ('<p>Tea<a name="tea" href="#tea"><i/></a></p>', False),
        ('<h2>Tea<a href="#tea"><img src="/tea.jpg"/></a></h2>', False),
    ],
)
def test_finding_a_heading_link_does_not_change_the_tree(html: str, expected: bool) -> None:
    link = link_of(html)
    root = link.getroottree().getroot()
    before = etree.tostring(root)
    assert is_heading_link(link) is expected
    assert etree.tostring(root) == before


@pytest.mark.parametrize(
    ("html", "identity"),
    [
        ('<h2>Tea<a name="tea" href="#tea"><i/></a></h2>', "tea"),
        ('<h2 id="own">Tea<a name="tea" href="#own"><i/></a></h2>', "own"),
        ('<h2>Tea<a name="tea" href="#tea">#</a></h2>', None),
        ('<p>Tea<a name="tea" href="#tea"><i/></a></p>', None),
    ],
)
def test_a_heading_takes_over_the_id_of_its_link(html: str, identity: str | None) -> None:
    link = link_of(html)
    move_id_to_heading(link)
    assert link.getroottree().getroot().get("id") == identity


@pytest.mark.parametrize(
    ("identity", "expected"),
    [("how-to-boil", True), ("how-to-boil-2", True), ("section-how-to-boil", True), ("content", False), ("", False)],
)
def test_an_id_made_of_the_heading_s_words_is_a_slug(identity: str, expected: bool) -> None:
    assert is_slug(identity, ["how", "to", "boil"]) is expected


def test_a_heading_followed_by_running_text_opens_a_section() -> None:
    text = "The kettle boils while the river runs past the old garden wall, and nobody looks at it."
    heading = next(etree.fromstring(f"<div><h2>Tea</h2><p>{text}</p></div>").iter("h2"))
    assert opens_chapter(heading)
    linked = next(etree.fromstring(f'<div><h2>Tea</h2><p><a href="/x">{text}</a></p></div>').iter("h2"))
    assert not opens_chapter(linked)
    short = next(etree.fromstring("<div><h2>Tea</h2><p>Short.</p></div>").iter("h2"))
    assert not opens_chapter(short)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div><h1>Tea</h1><p>Text</p></div>", True),
        ("<div><div><h1>Tea</h1></div><p>Text</p></div>", True),
        ("<div><h1>Tea</h1></div>", False),
        ("<div><h1>Coffee</h1><p>Text</p></div>", False),
        ("<div>First<h1>Tea</h1><p>Text</p></div>", False),
    ],
)
def test_the_title_is_the_first_heading_if_text_follows(html: str, expected: bool) -> None:
    assert (title_heading(etree.fromstring(html), "Tea") is not None) is expected
