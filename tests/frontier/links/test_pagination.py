from __future__ import annotations

import pytest

from blogcrawler.frontier import is_pagination_url
from blogcrawler.frontier.links.pagination import is_pagination_text, load_pagination_patterns

FLIPS = load_pagination_patterns()


@pytest.mark.parametrize("path", FLIPS["addresses"]["hit"])
def test_addresses_of_further_pages_are_known(path: str):
    assert is_pagination_url(f"https://example.org{path}")


@pytest.mark.parametrize("path", FLIPS["addresses"]["miss"])
def test_other_addresses_are_not(path: str):
    assert not is_pagination_url(f"https://example.org{path}")


@pytest.mark.parametrize("text", FLIPS["texts"]["hit"])
def test_words_that_lead_on_are_known(text: str):
    assert is_pagination_text(text)


@pytest.mark.parametrize("text", [*FLIPS["texts"]["miss"], "older posts " * 50])
def test_other_words_do_not_lead_on(text: str):
    assert not is_pagination_text(text)


def test_relations_lead_on_whatever_the_words():
    assert is_pagination_text("→", "Next nofollow")
    assert not is_pagination_text("→", "tag")
    assert not is_pagination_url("http://[")
