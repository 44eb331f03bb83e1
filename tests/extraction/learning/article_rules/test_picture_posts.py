"""Articles that consist of a picture."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, learn, own_entries
from blogcrawler.items import FeedEntry

NAMES = "halo bridge river harbour tower garden".split()


def page(name: str, inside: str = "") -> str:
    return (
        f"<title>{name} - Photos</title><img src='/logo.png'><article><nav><a href='/x'>Previous post</a></nav>"
        f"<header><h1>{name}</h1><time datetime='2024-03-03'>3 March 2024</time></header>"
        f"<div class='photo'><p><img src='/{name}.jpg' alt='{name}'></p>{inside}</div>"
        f"<div class='tags'><a href='/tag/{name}'>{name}s</a></div></article><footer>Made by Ann</footer>"
    )


def read(content: str | None, unseen: str) -> ExtractedPost:
    pages = [parse_page(page(name), f"https://blog.example/{name}") for name in NAMES]
    if content is None:
        pairs = zip(own_entries(pages), pages, strict=True)
    else:
        entries = [
            FeedEntry(one.url, name, content_html=content.format(name)) for one, name in zip(pages, NAMES, strict=True)
        ]
        pairs = zip(entries, pages, strict=True)
    return Extractor(learn(pairs)).extract(parse_page(unseen, "https://blog.example/new"))


@pytest.mark.parametrize("content", ["<p><img src='/{}.jpg'></p>", None])
def test_a_post_that_is_a_picture_has_no_text(content: str | None) -> None:
    got = read(content, page("castle"))
    assert (got.title, got.text) == ("castle", "")
    assert 'src="https://blog.example/castle.jpg"' in got.content_html


def test_the_caption_of_a_picture_is_its_text() -> None:
    got = read("<p><img src='/{}.jpg'></p>", page("castle", "<p>An old castle in the hills above the town.</p>"))
    assert got.text == "An old castle in the hills above the town."
