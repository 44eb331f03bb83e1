"""The scores of labelled articles, compared with a count word by word."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from html_strategies import VOCABULARY, trees
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.training.article_labels import ArticleLabels, label_full, label_partial
from blogcrawler.extraction.training.sample import TrainingSample
from blogcrawler.items import FeedEntry


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
