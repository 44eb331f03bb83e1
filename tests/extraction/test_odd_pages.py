"""Odd markup and odd addresses are read without an error, with rules and without."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odd_pages import URL, odd_pages
from raised_faults import raising_faults

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

NOW = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True, scope="module")
def no_hidden_faults() -> Iterator[None]:
    with raising_faults():
        yield


@given(odd_pages)
@settings(max_examples=60)
def test_an_odd_page_is_read_without_rules(html: str) -> None:
    Extractor(RuleSet()).extract(parse_page(html, URL), None, NOW)


@given(st.lists(odd_pages, min_size=2, max_size=4), st.booleans())
@settings(max_examples=30)
def test_rules_are_learned_from_odd_pages(htmls: list[str], has_feed: bool) -> None:
    pages = [parse_page(html, f"https://blog.example/2023/05/{number}/") for number, html in enumerate(htmls)]
    entries = [
        FeedEntry(url=page.url, title="Tides", content_html=html, published=NOW)
        if has_feed
        else FeedEntry(url=page.url)
        for page, html in zip(pages, htmls, strict=True)
    ]
    rules = learn(list(zip(entries, pages, strict=True)), "en", NOW)
    extractor = Extractor(RuleSet.from_record(rules.record()))
    for page in pages:
        extractor.extract(page, None, NOW)
