from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, FieldRule, RuleSet

#: The rule finds nothing on the pages below.
RULES = RuleSet(authors=(FieldRule("//b[@class='writer']", 1.0),), pages=5)


@pytest.mark.parametrize(
    ("body", "authors"),
    [
        ("<p>Posted by <a href=/ann><strong>Ann Lee</strong></a> on May 31, 2013 · 2 Comments</p>", ["Ann Lee"]),
        ("<div><span>Écrit par</span> <span>Ann Lee</span></div>", ["Ann Lee"]),
        ("<p>作者：李安</p>", ["李安"]),
        ("<p>Автор: Иван Петров</p>", ["Иван Петров"]),
        ("<p>By train to Vienna</p>", []),
        ("<h2>Posted by Ann Lee</h2>", []),
        ("<div class=comments><p>Posted by Bob Reed on June 1, 2013</p></div>", []),
        (f"<p>Posted by hand were all the letters that {'we wrote and ' * 9} read.</p>", []),
    ],
    ids=["byline", "phrase apart", "Chinese", "Russian", "one word", "heading", "comment", "sentence"],
)
def test_a_post_in_another_template_has_the_author_of_its_byline(body: str, authors: list[str]):
    html = f"<html><head><title>Rain</title></head><body><h1>Rain</h1>{body}<p>It rained all night.</p></body></html>"
    got = Extractor(RULES).extract(parse_page(html, "http://example.org/rain"))
    assert got.authors == authors
    assert got.source.get("authors") == ("fallback" if authors else None)


def test_pages_of_blogs_that_name_nobody_have_no_author():
    html = "<html><body><h1>Rain</h1><p>Posted by Ann Lee</p></body></html>"
    assert Extractor(RuleSet(pages=5)).extract(parse_page(html, "http://example.org/rain")).authors == []
