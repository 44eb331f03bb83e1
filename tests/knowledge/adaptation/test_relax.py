"""Relaxed expressions: which ones, in which order, and how many."""

from __future__ import annotations

import pytest
from lxml import html

from blogcrawler.knowledge.adaptation.relax import page_parts, relaxed
from blogcrawler.knowledge.language.grammar import parse_expression

PAGE = """<body><main class="content-area"><article class="story-post"><div class="story-header">
<h2 class="story-title">A title</h2></div><section class="text">Words</section></article></main>
<aside class="sidebar"><ul class="widgets"><li class="widget">One</li></ul></aside></body>"""
PARTS = page_parts(html.fromstring(PAGE))


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        ("div[@class~='post']/h2", "article[@class~='story-post']/h2"),
        ("div[@class~='post']/h1[@class~='post-title']", "div[@class~='story-post']/h1[@class~='story-title']"),
        (
            "article[@class~='post']/div[@class~='post-header']/h2[@class~='post-title']",
            "article[@class~='story-post']/div[@class~='story-header']/h2[@class~='story-title']",
        ),
        (
            "main[@class~='content']/article[@class~='post']/header[@class='h']/h2[@class~='post-title']",
            "main[@class~='content-area']/article[@class~='story-post']/header/h2[@class~='story-title']",
        ),
    ],
)
def test_each_step_may_change_once_or_one_step_twice(known: str, wanted: str) -> None:
    found = list(relaxed(parse_expression(known), PARTS, limit=1000))
    assert parse_expression(wanted) in found
    assert len(found) == len(set(found)) <= 1000


def test_fewer_changed_steps_come_first() -> None:
    known = parse_expression("article[@class~='post']/div[@class~='post-header']/h2[@class~='post-title']")
    found = list(relaxed(known, PARTS, limit=400))
    changed = [
        sum(old != new for old, new in zip(known.steps, one.steps, strict=True) if old.is_element) for one in found
    ]
    best_cases = changed[: changed.index(3) + changed.count(3)]
    assert best_cases == sorted(best_cases)
    assert set(changed[len(best_cases) :]) == {1}  # one step, changed twice


@pytest.mark.parametrize("limit", [0, 1, 50, 4000])
@pytest.mark.parametrize("known", ["div/div/div/div/div/div/span", "/".join(["div[@class~='a'][@id='b']"] * 7)])
def test_the_number_of_relaxations_is_limited(known: str, limit: int) -> None:
    assert len(list(relaxed(parse_expression(known), PARTS, limit=limit))) <= limit
