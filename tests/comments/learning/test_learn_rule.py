"""Rules for comments are learned from the comments in a feed."""

from __future__ import annotations

import json

import pytest
from pages_with_comments import MARKUPS, Markup, discussion, page_of

from blogcrawler.comments.learning.learn_rule import learn_comments, score
from blogcrawler.comments.learning.matching import best_match, sample_of
from blogcrawler.comments.page.rule_reader import find_nodes, read_page
from blogcrawler.comments.page.rules import CommentRule
from blogcrawler.dom import parse_page
from blogcrawler.items import Comment

URL = "https://blog.example/post/"


@pytest.mark.parametrize("markup", MARKUPS, ids=lambda markup: markup.name)
def test_ten_comments_of_a_feed_are_enough_to_learn_to_read_all(markup: Markup) -> None:
    written = discussion(60)
    page = parse_page(page_of(written, markup), URL)
    rule = learn_comments([sample_of(page, written[-10:])])
    assert rule is not None
    assert rule.confidence == 1
    got = read_page(page, rule)
    assert [(c.author, c.text) for c in got] == [(c.author, c.text) for c in written]
    texts = {c.id: c.text for c in written}
    ids = {c.id: c.text for c in got}
    assert [c.parent and ids[c.parent] for c in got] == [c.parent and texts[c.parent] for c in written]
    assert [c.published for c in got] == [c.published for c in written]
    assert [c.author_url for c in got] == [c.author_url for c in written]


@pytest.mark.parametrize("markup", MARKUPS, ids=lambda markup: markup.name)
def test_a_stored_rule_reads_other_posts(markup: Markup) -> None:
    first, other = discussion(30), discussion(12, seed=5)
    rule = learn_comments([sample_of(parse_page(page_of(first, markup), URL), first[-10:])])
    assert rule is not None
    stored = CommentRule.from_record(json.loads(json.dumps(rule.record())))
    assert stored.record() == rule.record()
    got = read_page(parse_page(page_of(other, markup, "On kites"), URL), stored)
    assert [(c.author, c.text) for c in got] == [(c.author, c.text) for c in other]


def test_nothing_is_learned_from_comments_that_are_not_on_the_page() -> None:
    page = parse_page(page_of([], MARKUPS[0]), URL)
    assert learn_comments([sample_of(page, discussion(5))]) is None


def test_a_selector_that_finds_fewer_nodes_than_comments_is_rejected() -> None:
    written = discussion(6, depth=1)
    html = page_of(written, MARKUPS[0]).replace('class="said"', 'class="said first"', 3)
    rule = learn_comments([sample_of(parse_page(html, URL), written)])
    assert rule is not None
    assert " first " not in rule.fields["content"][0].xpath
    assert rule.confidence == 1


def test_the_matching_gives_each_comment_one_node() -> None:
    comments = [Comment(text="yes"), Comment(text="yes"), Comment(text="no indeed not")]
    page = parse_page("<p>no indeed not</p><p>yes</p><p>maybe</p><p>yes</p>", URL)
    match = best_match(find_nodes(page.tree, "//p"), sample_of(page, comments))
    assert match.weight == 3
    assert sorted(number for _, number in match.pairs) == [0, 1, 2]
    assert len({node for node, _ in match.pairs}) == 3


def test_the_matching_has_the_greatest_weight_of_all() -> None:
    """The node that is the best of two comments goes to the one that has no other."""
    comments = [Comment(text="red boats and blue ones"), Comment(text="red boats and blue ones too")]
    page = parse_page("<p>red boats and blue ones too</p><p>some other words</p><p>red boats and blue ones</p>", URL)
    nodes = find_nodes(page.tree, "//p")
    match = best_match(nodes, sample_of(page, comments))
    assert {number: nodes.index(node) for node, number in match.pairs} == {0: 2, 1: 0}
    assert match.weight == 2
    assert best_match(nodes[:1], sample_of(page, comments)).pairs == ((nodes[0], 1),)
    assert best_match(nodes[1:2], sample_of(page, comments)).pairs == ()


def test_the_score_counts_text_and_author() -> None:
    written = discussion(4, depth=1)
    page = parse_page(page_of(written, MARKUPS[0]), URL)
    rule = learn_comments([sample_of(page, written)])
    assert rule is not None
    strangers = [Comment(text=c.text, author="Nobody") for c in written[:2]] + written[2:]
    assert score(rule, [sample_of(page, strangers)]) == 0.5
