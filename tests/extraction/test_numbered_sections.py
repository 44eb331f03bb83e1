"""Articles in numbered sections."""

from __future__ import annotations

import pytest
from cleaned import BASE

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ArticleRule, Extractor, RuleSet


@pytest.mark.parametrize(
    ("others", "parts"),
    [
        ('<div id="part-2">Two</div><div id="part-3">Three</div>', ["One", "Two", "Three"]),
        ('<div id="part-3">Three</div>', ["One"]),
        ('<hr><div id="part-2">Two</div>', ["One"]),
        ('<p id="part-2">Two</p>', ["One"]),
        ('<div id="part-2" class="comments">Two</div>', ["One"]),
        ('<div id="comment-2">Two</div>', ["One"]),
        ('<div id="part-²">Two</div>', ["One"]),
    ],
)
@pytest.mark.parametrize("consume", [False, True])
def test_consecutively_numbered_sections_belong_to_the_article(others: str, parts: list[str], consume: bool) -> None:
    page = parse_page(f'<body><div id="part-1">One</div>{others}</body>', BASE)
    got = Extractor(RuleSet(article=(ArticleRule('//*[@id="part-1"]', 1.0),))).extract(page, consume=consume)
    assert got.text.split() == parts


def test_numbered_posts_are_not_sections() -> None:
    page = parse_page(
        '<body><div class="post" id="post-7">One</div><div class="post" id="post-8">Two</div></body>', BASE
    )
    rule = ArticleRule('//div[starts-with(@id,"post-")]', 1.0)
    assert Extractor(RuleSet(article=(rule,))).extract(page).text == "One"
