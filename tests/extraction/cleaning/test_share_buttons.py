"""Links that share a page are known by their URL, and are left alone in sentences."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

import blogcrawler.extraction
from blogcrawler.extraction.cleaning.share_buttons import is_share_button

DATA = Path(blogcrawler.extraction.__file__).parent / "cleaning" / "share_buttons.toml"
SERVICES = tomllib.loads(DATA.read_text("utf-8"))["service"]


def is_button(href: str, text: str = "Share", before: str = "", after: str = "", classes: str = "") -> bool:
    paragraph = etree.Element("p")
    paragraph.text = before
    link = etree.SubElement(paragraph, "a", {"href": href, "class": classes})
    link.text, link.tail = text, after
    return is_share_button(link)


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service["hosts"][0])
def test_a_service_finds_its_hits_and_not_its_misses(service: dict[str, Any]) -> None:
    assert [url for url in service["hit"] if not is_button(url)] == []
    assert [url for url in service["miss"] if is_button(url)] == []


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("Please ", "share", ""),
        ("", "Share", " this post"),
        ("", "A long sentence of the author that can be passed on", ""),
    ],
)
def test_a_link_in_a_sentence_is_not_a_button(before: str, text: str, after: str) -> None:
    url = "https://twitter.com/intent/tweet?text=x"
    assert is_button(url)
    assert not is_button(url, text, before, after)


def test_other_actions_are_buttons_only_if_they_look_like_one() -> None:
    assert is_button("https://blog.example/subscribe", classes="big btn")
    assert not is_button("https://blog.example/subscribe", classes="big")
    assert not is_button("https://blog.example/about", classes="big btn")
    assert is_button("mailto:?subject=Read%20this")
    assert not is_button("mailto:ann@blog.example")
