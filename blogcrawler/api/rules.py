"""Learning rules from a feed and applying them to pages, without crawling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from w3lib.encoding import html_to_unicode

from ..dom import Page, parse_page
from ..errors import UsageError
from ..extraction import ExtractedPost, Extractor, RuleSet, learn
from ..feeds import parse_feed
from ..urls import page_key

__all__ = ["Rules", "learn_rules"]


class Rules:
    """Rules that extract the posts of one blog from its pages."""

    def __init__(self, rule_set: RuleSet) -> None:
        self._extractor = Extractor(rule_set)

    def extract(self, html: str | bytes, url: str) -> ExtractedPost:
        """Extract the post on a page. ``source`` of the result says for each field where it comes from."""
        return self._extractor.extract(_parse(html, url), consume=True)

    def record(self) -> dict[str, Any]:
        """The rules as plain values, ready for JSON."""
        return self._extractor.rules.record()

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The rules that :meth:`record` was called on."""
        return cls(RuleSet.from_record(dict(record)))


def learn_rules(feed: str | bytes, pages: Mapping[str, str | bytes], feed_url: str = "") -> Rules:
    """Learn the rules of a blog from its feed and the pages that the feed's entries link to.

    ``feed`` is the content of the feed (RSS, Atom or JSON Feed), ``pages`` maps addresses to HTML. Five to fifteen
    pages that are in the feed are enough; others are ignored. Raises :exc:`~blogcrawler.errors.FeedError` if ``feed``
    is not a feed and :exc:`~blogcrawler.errors.UsageError` if none of its entries has a page.
    """
    content = feed.encode() if isinstance(feed, str) else feed
    parsed = parse_feed(content, feed_url or next(iter(pages), ""))
    by_key = {page_key(url): (url, html) for url, html in pages.items()}
    matches = [(entry, by_key[page_key(entry.url)]) for entry in parsed.entries if page_key(entry.url) in by_key]
    if not matches:
        raise UsageError("no entry of the feed links to one of the pages")
    return Rules(learn([(entry, _parse(html, url)) for entry, (url, html) in matches], parsed.language))


def _parse(html: str | bytes, url: str) -> Page:
    return parse_page(html_to_unicode(None, html)[1] if isinstance(html, bytes) else html, url)
