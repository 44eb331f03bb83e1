"""Pages of posts as a spider sends them to the pipelines."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from blogcrawler.blog import PostPage
from blogcrawler.comments import BlogComments
from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet

HOME = "http://example.org/"


def post_page(html: str, url: str, rules: RuleSet | None = None, **more: Any) -> PostPage:
    """A page of a blog at ``HOME`` that is read by ``rules``."""
    fields: dict[str, Any] = {
        "page": parse_page(html, url),
        "url": url,
        "blog": HOME,
        "entry": None,
        "fetched": datetime.now(UTC),
        "warc": None,
        "extractor": Extractor(rules or RuleSet()),
        "comments": BlogComments(),
    }
    return PostPage(**fields | more)
