from __future__ import annotations

import pytest

from blogcrawler.frontier import is_pagination_url
from blogcrawler.frontier.links.pagination import is_pagination_text, load_pagination_patterns

FLIPS = load_pagination_patterns()


@pytest.mark.parametrize("path", FLIPS["addresses"]["hit"])
def test_pagination_urls_are_recognised(path: str):
    assert is_pagination_url(f"https://example.org{path}")


@pytest.mark.parametrize("path", FLIPS["addresses"]["miss"])
def test_other_urls_are_not_pagination(path: str):
    assert not is_pagination_url(f"https://example.org{path}")


@pytest.mark.parametrize("text", FLIPS["texts"]["hit"])
def test_pagination_link_texts_are_recognised(text: str):
    assert is_pagination_text(text)


@pytest.mark.parametrize("text", [*FLIPS["texts"]["miss"], "older posts " * 50])
def test_other_link_texts_are_not_pagination(text: str):
    assert not is_pagination_text(text)


def test_rel_next_is_pagination_whatever_the_text():
    assert is_pagination_text("→", "Next nofollow")
    assert not is_pagination_text("→", "tag")
    assert not is_pagination_url("http://[")
