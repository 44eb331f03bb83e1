"""If the learner has too little, several methods are tried; the one with which the others agree most is used."""

from __future__ import annotations

from invented_crawl import TITLES, paragraph

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ArticleRule, training_samples
from blogcrawler.extraction.learning.article_rules.agreement import choose_by_agreement, has_too_little, learn_sigfeed
from blogcrawler.items import FeedEntry, Provenance

PAGE = "<body><div id=menu>Home</div><div id=story>{article}</div><div id=side>{side}</div></body>"


def pairs(number: int, teaser: str | None = None) -> list[tuple[FeedEntry, Page]]:
    found = []
    for n, title in enumerate(TITLES[:number]):
        article = "".join(f"<p>{paragraph(10 * n + part)}</p>" for part in range(4))
        url = f"https://b.org/{n}"
        entry = FeedEntry(url, title=title, content_html=article if teaser is None else teaser)
        found.append((entry, parse_page(PAGE.format(article=article, side=f"About Ann, {n} years old"), url)))
    return found


def test_the_learner_has_too_little_without_rules() -> None:
    assert has_too_little(training_samples(pairs(5)), [])


def test_the_learner_has_too_little_with_few_pages_that_lack_the_words_of_the_feed() -> None:
    rule = ArticleRule("//main", 1.0)
    summary = "An entirely different summary that says nothing literally"
    assert has_too_little(training_samples(pairs(2, summary)), [rule])
    assert not has_too_little(training_samples(pairs(5, summary)), [rule])
    assert not has_too_little(training_samples(pairs(2)), [rule])
    assert not has_too_little(training_samples(pairs(2, "")), [rule])


def test_sigfeed_becomes_a_rule_for_the_block_that_it_finds_on_most_pages() -> None:
    (rule,) = learn_sigfeed(training_samples(pairs(3)))
    assert (rule.source, rule.confidence) == (Provenance.SIGFEED, 1.0)
    assert "story" in rule.selector


def test_a_rule_that_no_other_method_agrees_with_is_not_chosen() -> None:
    samples = training_samples(pairs(3))
    (rule, *_) = choose_by_agreement(samples, [ArticleRule('//*[@id="side"]', 1.0)])
    assert rule.source is not Provenance.RULE
    assert {sample.outline.nodes[sample.selectors.node(rule.selector) or 0].get("id") for sample in samples} == {
        "story"
    }


def test_the_rule_of_the_learner_is_kept_if_others_agree_with_it() -> None:
    learned = ArticleRule('//*[@id="story"]', 0.5)
    assert choose_by_agreement(training_samples(pairs(3)), [learned]) == [learned]


def test_without_any_candidate_there_is_no_rule() -> None:
    assert choose_by_agreement([], []) == []
