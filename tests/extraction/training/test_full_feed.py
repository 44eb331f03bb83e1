"""Whether a feed has whole articles."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.training.full_feed import label_pages
from blogcrawler.items import FeedEntry

#: A hundred and more words, because each character counts as one.
TEASER = "我们清晨走到港口看着船只驶向远方的岛屿天气很好海面平静" * 6


def is_full(article: str, content: str) -> bool:
    page = parse_page(f"<body><h1>港口</h1><div class='post'>{article}</div></body>", "https://b.org/1")
    entry = FeedEntry("https://b.org/1", title="港口", content_html=content)
    return label_pages(training_samples([(entry, page)]))[1]


@pytest.mark.parametrize("following", ["<blockquote>{}</blockquote>", "<h2>下午</h2><p>{}</p>", "<ul><li>{}</li></ul>"])
def test_a_long_paragraph_may_be_a_teaser(following: str) -> None:
    rest = "".join(following.format(f"{n}下午我们回家写信给朋友说起旅途中的见闻" * 9) for n in "甲乙丙丁")
    assert not is_full(f"<p>{TEASER}</p>{rest}", f"<p>{TEASER}</p>")


def test_a_single_paragraph_may_be_the_whole_article() -> None:
    assert is_full(f"<p>{TEASER}</p>", f"<p>{TEASER}</p>")
