"""Cleaning a fragment of HTML as if it were the article of a page."""

from __future__ import annotations

from blogcrawler.dom import find, parse_page
from blogcrawler.extraction import Article, ArticleRule, Cleaner

BASE = "https://blog.example.org/2014/post"


LONG = "<p>" + "A sentence of the article that goes on and on. " * 8 + "</p>"


def clean(html: str, rule: ArticleRule | None = None) -> Article:
    """The article of a page whose container holds the HTML."""
    page = parse_page(f'<html><body><div id="c">{html}</div></body></html>', BASE)
    (node,) = find(page.tree, '//*[@id="c"]')
    return Cleaner(rule or ArticleRule("", 0.0)).clean(node, page.base)
