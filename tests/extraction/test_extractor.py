"""The extractor reads pages and leaves them as they are."""

from __future__ import annotations

import pytest
from lxml import etree

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ArticleRule, Extractor, RuleSet, generic_article

URL = "https://blog.example/post"
TEXT = "The kettle boils while the river runs past the old garden wall. " * 6
HTML = f"""<html lang="en"><head><title>The post | Notes</title><meta property="og:image" content="/lead.jpg"></head>
<body><div id="empty"><script>counted()</script></div><img src="/lead.jpg" alt="The post">
<div id="part-1" class="entry"><h1>The post</h1><p onclick="go()">{TEXT}</p>
<aside class="share">Share this</aside></div>
<div id="part-2" class="entry"><p><img data-src="/lazy.jpg" src="data:,"><a href="/next">{TEXT}</a></p></div>
<noscript>Scripts are needed.</noscript><div id="comments"><p>A comment.</p></div></body></html>"""
BY_RULE = RuleSet(article=(ArticleRule('//*[@id="part-1"]', 1.0),), leads=True)
EMPTY_FIRST = RuleSet(article=(ArticleRule('//*[@id="empty"]', 1.0), ArticleRule("//body", 1.0)))


def serialised(page: Page) -> bytes:
    return etree.tostring(page.tree)


@pytest.mark.parametrize("rules", [BY_RULE, EMPTY_FIRST, RuleSet()], ids=["rule", "second rule", "fallback"])
def test_extracting_leaves_the_page_as_it_is(rules: RuleSet) -> None:
    extractor, page = Extractor(rules), parse_page(HTML, URL)
    before = serialised(page)
    first, second = extractor.extract(page), extractor.extract(page)
    assert serialised(page) == before
    assert first == second
    assert "kettle" in first.text
    assert "onclick" not in first.content_html


@pytest.mark.parametrize("rules", [BY_RULE, EMPTY_FIRST, RuleSet()], ids=["rule", "second rule", "fallback"])
def test_consuming_a_page_gives_the_same_post(rules: RuleSet) -> None:
    extractor = Extractor(rules)
    assert extractor.extract(parse_page(HTML, URL), consume=True) == extractor.extract(parse_page(HTML, URL))


def test_the_generic_article_leaves_the_page_as_it_is() -> None:
    page = parse_page(HTML, URL)
    before = serialised(page)
    first, second = generic_article(page), generic_article(page)
    assert serialised(page) == before
    assert first == second is not None
