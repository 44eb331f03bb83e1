"""The files of comment platforms are valid, and each recognises its own example."""

from __future__ import annotations

from typing import Any

import pytest

from blogcrawler.comments import CommentPlatform, comment_platforms, page_platforms
from blogcrawler.comments.platforms.definition import read_platform
from blogcrawler.dom import parse_page
from blogcrawler.errors import KnowledgeError

EXAMPLES = [
    pytest.param(platform, example, id=f"{platform.name}-{number}")
    for platform in comment_platforms()
    for number, example in enumerate(platform.examples)
]


def test_every_platform_has_an_example() -> None:
    assert [platform.name for platform in comment_platforms() if not platform.examples] == []


@pytest.mark.parametrize(("platform", "example"), EXAMPLES)
def test_the_page_of_an_example_is_recognised(platform: CommentPlatform, example: dict[str, Any]) -> None:
    assert platform in page_platforms(parse_page(example["page"], example["url"]))


def test_an_ordinary_page_has_no_platform() -> None:
    page = parse_page(
        "<article><h1>Comments</h1><p>On disqus_thread and wp-content.</p></article>", "https://a.example/"
    )
    assert page_platforms(page) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"title": None}, "'title' is missing"),
        ({"recognise": {"css": ["li["]}}, "x.toml"),
        ({"recognise": {"sources": ["("]}}, "x.toml"),
        ({"endpoint": [{"kind": "soap", "url": "/"}]}, "kind is one of feed, html, json"),
        ({"endpoint": [{"kind": "json", "url": "/", "fields": {"colour": "c"}}]}, "no field colour"),
        ({"browser": {"button": "x"}}, "button"),
        ({"dom": {"replies": "x"}}, "comment"),
    ],
)
def test_the_error_for_an_invalid_file_has_its_name(change: dict[str, Any], complaint: str) -> None:
    table: dict[str, Any] = {"title": "X", "recognise": {}} | change
    table = {key: value for key, value in table.items() if value is not None}
    with pytest.raises(KnowledgeError, match=r"x\.toml") as caught:
        read_platform(table, "x.toml")
    assert complaint in str(caught.value)
