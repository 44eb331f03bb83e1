"""Posts of blog platforms that are not in the corpus, in the markup of their usual themes.

Each file of ``platforms`` is a post: ``{text}`` stands for four paragraphs of its own, ``{n}`` for its number,
and the comments ``article`` and ``end`` around what a full feed has.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from invented_crawl import crawl

FILES = sorted((Path(__file__).parent / "platforms").glob("*.html"))


@pytest.mark.parametrize("full", [True, False], ids=["full", "teasers"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_article_is_complete_and_nothing_else_is_in_it(file: Path, full: bool) -> None:
    before, article = file.read_text("utf-8").split("<!-- article -->")
    article, after = article.split("<!-- end -->")
    got = crawl(article, f"{before}{{article}}{after}", full=full)
    assert got.title == "Letters"
    *paragraphs, part, last = got.text.split("\n")
    assert [len(paragraph.split()) for paragraph in paragraphs] == [40] * 4
    assert (part, last) == ("Part 5", "The last words, number 5.")
