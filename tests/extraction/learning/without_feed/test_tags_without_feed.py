"""Finding tags without a feed: they have telling names and belong to the post, not to the blog."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.learning.without_feed.tags import guess_tags
from blogcrawler.items import FeedEntry

TEXT = "<article><p>we walked down to the harbour in the early morning, post {number} of many</p>{tags}</article>"
NAMES = "cats dogs birds fish bees ants owls frogs crabs moths".split()


def tagged(tags: list[str]) -> str:
    return "<p>" + " ".join(f'<a href="/tag/{tag}/x">{tag}</a>' for tag in tags) + "</p>"


def guessed(pages: list[list[str]]) -> int:
    """The number of rules for pages with these tags."""
    pairs = []
    for number, tags in enumerate(pages):
        url = f"https://b.org/{number}"
        html = TEXT.format(number=number, tags=tagged(tags))
        pairs.append((FeedEntry(url, title=""), parse_page(f"<body>{html}</body>", url)))
    samples = training_samples(pairs)
    return len(guess_tags(samples, [None] * len(samples)))


@pytest.mark.parametrize(("common", "own", "rules"), [(0, 2, 1), (1, 3, 1), (2, 2, 1), (3, 2, 0), (3, 1, 0)])
def test_tags_are_ignored_if_more_than_half_are_on_every_page(common: int, own: int, rules: int) -> None:
    shared = ["news", "blog", "home"][:common]
    pages = [shared + NAMES[own * number : own * (number + 1)] for number in range(3)]
    assert guessed(pages) == rules


def test_tags_that_are_the_same_on_all_pages_are_ignored() -> None:
    assert guessed([["cats", "dogs"]] * 4) == 0


def test_two_pages_are_too_few_to_learn_tags() -> None:
    assert guessed([["cats"], ["dogs"]]) == 0


@pytest.mark.parametrize(("count", "rules"), [(15, 1), (16, 0)])
def test_a_post_has_no_more_than_fifteen_tags(count: int, rules: int) -> None:
    pages = [[f"tag{chr(97 + number)}{chr(97 + other)}" for other in range(count)] for number in range(3)]
    assert guessed(pages) == rules


@pytest.mark.parametrize(("marked", "rules"), [("", 0), (' rel="tag"', 1)])
def test_links_in_the_text_are_tags_only_if_they_are_marked(marked: str, rules: int) -> None:
    pairs = []
    for number, name in enumerate(NAMES[:4]):
        url = f"https://b.org/{number}"
        link = f'<a href="/tags/{name}/"{marked}>{name}</a>'
        text = f"<p>We walked to the old harbour early on day {number} to see more {link} than in all years before.</p>"
        pairs.append((FeedEntry(url, title=""), parse_page(f"<article>{text}</article>", url)))
    samples = training_samples(pairs)
    assert len(guess_tags(samples, [None] * len(samples))) == rules
