from __future__ import annotations

import io
import json
from typing import Any

import pytest
from rich.console import Console

from blogcrawler.cli.archive.learned_view import rules_view
from blogcrawler.dom import shorten_selector
from blogcrawler.extraction import ArticleRule, FieldRule, RuleSet
from blogcrawler.frontier import learn_pattern
from blogcrawler.items import Blog


def shown(pattern: dict[str, Any], rules: dict[str, Any]) -> str:
    """What was learned as one line of words."""
    console = Console(file=io.StringIO(), width=200, color_system=None)
    console.print(rules_view(Blog("https://example.org/", rules=rules, pattern=pattern)))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def test_addresses_have_words_for_what_differs():
    forms = learn_pattern(
        [f"https://example.org/{year}/0{year % 9}/a-{year}.html" for year in range(2010, 2016)]
    ).record()
    text = shown({"root": "https://example.org/", "forms": forms}, {})
    assert "https://example.org/‹year›/‹number›/‹words›.html 6 posts that were learned from" in text
    assert "{" not in text


def test_rules_are_said_in_words():
    rules = RuleSet(
        article=(ArticleRule("//p", 1.0, until=".//nav", drop=("a", "b"), phrases=("Share", "Like")),),
        published=(
            FieldRule("json-ld:datePublished", 0.9),
            FieldRule("//time", 0.8, take="datetime", form="dmy", daily=True),
            FieldRule("url", 0.5),
            FieldRule("//p", 0.5),
        ),
        pages=7,
    )
    text = shown({}, json.loads(json.dumps(rules.record())))
    for words in (
        "100 %; ends before nav; without a, b; without 2 phrases that pages repeat",
        "published datePublished in the page's JSON-LD 90 %",
        "time, attribute datetime 80 %; date: day, month, year; only the day",
        "the address of the page 50 % and 1 more (--json lists them)",
        "learned from 7 posts",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("xpath", "short"),
    [
        ('//div[contains(concat(" ",normalize-space(@class)," ")," entry ")]/p', "div.entry/p"),
        ('//a[contains(concat(" ",normalize-space(@rel)," ")," tag ")]', "a[rel=tag]"),
        ('//*[@id="primary"]', "#primary"),
        ('.//div[@id="a"]//b', "div#a//b"),
        ("/html/head/title", "/html/head/title"),
    ],
)
def test_selectors_are_short(xpath: str, short: str):
    assert shorten_selector(xpath) == short


@pytest.mark.parametrize("odd", [{"forms": 1, "judge": [], "older": {}}, {"forms": ["x"], "judge": {"common": 3}}])
def test_odd_records_are_no_error(odd: dict[str, Any]):
    assert "Posts are recognised by" in shown(
        odd, {"title": [{"selector": None, "drop": 5}], "article": "x", "pages": "y"}
    )
