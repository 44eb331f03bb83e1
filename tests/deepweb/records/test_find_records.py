from __future__ import annotations

from blogcrawler.deepweb.records.find_records import ResultSample, learn_record_rule
from blogcrawler.dom import Page, node_text, parse_page

WORDS = "harbour king lantern orchard bridge river mill winter garden stone baker letter".split()


def page(content: str) -> Page:
    return parse_page(f"<body><h1>Books</h1>{content}<div>About us</div></body>", "http://shop.example/search")


EMPTY = page("<p>Nothing was found.</p>")


def test_records_in_several_lists_are_not_the_lists() -> None:
    """As in MediaWiki, which lists pages with the word in the title, and then those with the word in the text."""

    def answer(word: str, titles: list[str]) -> ResultSample:
        items = "".join(f'<li class="hit"><a href="/{t}">The {t} {word}</a></li>' for t in titles)
        lists = f'<h2>In titles</h2><ul class="hits">{items}</ul><h2>In texts</h2><ul class="hits">{items}</ul>'
        return ResultSample(page(f"<main>{lists}</main>"), (word,))

    samples = [answer("boat", WORDS[:1]), answer("ship", WORDS[1:2]), answer("sea", WORDS[2:3]), answer("of", WORDS)]
    rule = learn_record_rule(samples, EMPTY)
    assert rule is not None
    assert [len(rule.find(sample.page)) for sample in samples] == [2, 2, 2, 24]


def test_the_title_in_the_header_of_a_record_counts() -> None:
    def answer(word: str, titles: list[str]) -> ResultSample:
        items = "".join(
            f'<article class="post"><header><h2><a href="/{t}">The {t} {word}</a></h2></header><p>By {t}</p></article>'
            for t in titles
        )
        return ResultSample(page(f"<main>{items}</main>"), (word,))

    samples = [answer("boat", WORDS[:1]), answer("ship", WORDS[1:3]), answer("sea", WORDS[2:3]), answer("of", WORDS)]
    rule = learn_record_rule(samples, EMPTY)
    assert rule is not None
    found = rule.find(samples[1].page)
    assert [node_text(one) for one in found] == ["The king shipBy king", "The lantern shipBy lantern"]
