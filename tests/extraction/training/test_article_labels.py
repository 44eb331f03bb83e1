"""Which words of a page are the article's, and how nodes score by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from html_strategies import VOCABULARY, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import parse_page, words
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.training.article_labels import ArticleLabels, label_full, label_partial
from blogcrawler.extraction.training.sample import TrainingSample
from blogcrawler.items import FeedEntry

URL = "https://b.org/1"
TEXT = "we walked down to the harbour in the early morning and watched boats leave for the islands"


#: The page has a word that the feed lacks, so that pairs of words are compared.
ON_PAGE = TEXT.replace("early", "very early")


def naive_score(sample: TrainingSample, labels: ArticleLabels, node: int) -> float:
    """The Dice coefficient, counted word by word."""
    out = sample.outline
    noise = {i for b in sample.outline.blocks if sample.noisy[b.node] for i in range(b.start, b.end)}
    inside = range(out.start[node], out.end[node])
    good = sum(labels.good[i] for i in inside)
    visible = sum(1 for i in inside if labels.good[i] or i not in noise)
    return 2 * min(good, labels.total) / (visible + labels.total) if labels.total else 0.0


@given(trees(), st.lists(VOCABULARY, max_size=8), st.sampled_from([label_full, label_partial]))
@settings(max_examples=60, deadline=None)
def test_scores_from_prefix_sums_equal_a_count_word_by_word(
    html: str, teaser: list[str], label: Callable[[TrainingSample], ArticleLabels]
) -> None:
    entry = FeedEntry("https://b.org/", title="Alpha beta", content_html=" ".join(teaser))
    (sample,) = training_samples([(entry, parse_page(html, "https://b.org/"))])
    labels = label(sample)
    for node, score in enumerate(labels.scores(sample.outline)):
        assert score == pytest.approx(naive_score(sample, labels, node))
        assert 0 <= score <= 1


def labelled(html: str, feed: str, label: Callable[[TrainingSample], ArticleLabels] = label_full) -> str:
    """The words of a page that are labelled as the article's."""
    (sample,) = training_samples([(FeedEntry(URL, content_html=feed), parse_page(html, URL))])
    return " ".join(word for word, good in zip(sample.outline.words, label(sample).good, strict=True) if good)


@pytest.mark.parametrize(
    ("block", "kept"),
    [
        ("to the harbour in", True),
        ("to the harbour others said", True),  # 3 of 5 words
        ("to the shops others said", False),  # 2 of 5 words
        ("in the news today others said so", False),
    ],
)
def test_a_full_feed_must_have_half_of_a_block(block: str, kept: bool) -> None:
    found = labelled(f"<body><p>{ON_PAGE}</p><p>{block}</p></body>", f"<p>{TEXT}</p>")
    assert found.startswith(TEXT)
    assert (found != TEXT) == kept


def test_exactly_half_of_a_block_is_enough() -> None:
    block = "to the shops today"
    assert labelled(f"<body><p>{ON_PAGE}</p><p>{block}</p></body>", f"<p>{TEXT}</p>") == f"{TEXT} to the"


def test_a_teaser_is_followed_by_the_rest_of_the_article_without_navigation() -> None:
    more = "the rest of the story that only the page tells to those who came to read it"
    around = "<nav><p>home about</p></nav>", "<p><a href='/2'>older posts are here</a></p>"
    html = f"<body>{around[0]}<p>{TEXT}</p><p>{more}</p>{around[1]}</body>"
    assert labelled(html, f"<p>{TEXT}</p>", label_partial) == f"{TEXT} {more}"


@pytest.mark.parametrize(("linked", "kept"), [(3, True), (4, False)])
def test_a_block_with_mostly_links_is_not_part_of_a_partial_article(linked: int, kept: bool) -> None:
    block = ["one", "two", "three", "four", "five", "six"]
    html = f"<p>{TEXT}</p><p><a href='/x'>{' '.join(block[:linked])}</a> {' '.join(block[linked:])}</p>"
    assert ("six" in labelled(f"<body>{html}</body>", f"<p>{TEXT}</p>", label_partial)) == kept


def test_a_line_below_the_article_is_not_its_beginning() -> None:
    body = f"<h1>Boats</h1><p>{ON_PAGE}</p><p>{ON_PAGE} once more</p><p>Filed under harbours and islands</p>"
    page = parse_page(f"<body>{body}</body>", URL)
    entry = FeedEntry(URL, title="Boats", content_html="Filed under harbours and islands")
    (sample,) = training_samples([(entry, page)])
    labels = label_partial(sample)
    assert labels.total > len(ON_PAGE.split())


def test_a_teaser_that_continues_is_the_beginning_of_the_article() -> None:
    teaser = "We walked along the old harbour wall until the last boats of the evening had come home"
    article = f"<p>{teaser} and their nets were hung up to dry. Nobody spoke of the storm that was to come.</p>"
    comments = "".join(
        f"<li>I never saw harbour number {n} of your long list, said Bo on day {n}.</li>" for n in range(40)
    )
    page = parse_page(f"<body><h1>Boats</h1><ol>{comments}</ol><div>{article}</div></body>", "https://b.org/1")
    entry = FeedEntry("https://b.org/1", title="Boats", content_html=f"{teaser} […]")
    (sample,) = training_samples([(entry, page)])
    labels = label_partial(sample)
    assert labels.good[: sample.anchor.start].count(1) == 0
    assert labels.total == len(words(article.removeprefix("<p>").removesuffix("</p>")))
