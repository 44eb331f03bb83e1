"""Rules are applied to the pages they were learned from: what fails there is repaired or dropped."""

from __future__ import annotations

from invented_crawl import TITLES, paragraph

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ArticleRule, learn, training_samples
from blogcrawler.extraction.learning.article_rules.verification import verify_rules
from blogcrawler.extraction.training.full_feed import label_pages
from blogcrawler.items import FeedEntry

PAGE = '<body><div id="menu">Home</div><div id="holder"><div id="toc">Contents</div>{article}</div></body>'


def pairs(page: str = PAGE, teaser: bool = False) -> list[tuple[FeedEntry, Page]]:
    found = []
    for number, title in enumerate(TITLES):
        article = "".join(f"<p>{paragraph(10 * number + part)}</p>" for part in range(3))
        url = f"https://b.org/{number}"
        entry = FeedEntry(url, title=title, content_html=article[:200] if teaser else article)
        found.append((entry, parse_page(page.format(article=article, side=4 * paragraph(100 + number)), url)))
    return found


def verify(*rules: ArticleRule) -> list[ArticleRule]:
    labelled, _ = label_pages(training_samples(pairs()))
    return verify_rules(labelled, rules)[0]


def test_a_mark_that_cuts_the_article_off_is_dropped() -> None:
    (rule,) = verify(ArticleRule('//*[@id="holder"]', 1.0, until='.//*[@id="toc"]'))
    assert rule.until == ""
    assert rule.confidence > 0.9


def test_a_mark_that_works_stays() -> None:
    (rule,) = verify(ArticleRule('//*[@id="holder"]', 1.0, after='.//*[@id="toc"]'))
    assert rule.after
    assert rule.confidence == 1.0


def test_a_rule_that_finds_something_else_is_dropped() -> None:
    rules = verify(ArticleRule('//*[@id="menu"]', 1.0), ArticleRule('//*[@id="holder"]', 0.5))
    assert [rule.selector for rule in rules] == ['//*[@id="holder"]']


def test_confidence_is_what_was_measured() -> None:
    (rule,) = verify(ArticleRule('//*[@id="holder"]', 0.2))
    assert 0.9 < rule.confidence < 1  # the table of contents is not the article's


def test_learning_remembers_what_articles_look_like() -> None:
    rules = learn(pairs())
    assert len(paragraph(0)) < rules.shortest < 4 * len(paragraph(0))
    assert rules.others < 10


def test_pages_in_another_template_get_a_separate_rule() -> None:
    usual = pairs('<body><div>{side}</div><div id="holder">{article}</div><div>{side}</div></body>')[:-1]
    other = pairs('<body><div>{side}</div><section class="old">{article}</section><div>{side}</div></body>')[-1]
    rules = learn([*usual, other]).article
    assert "holder" in rules[0].selector
    assert "old" in rules[-1].selector
