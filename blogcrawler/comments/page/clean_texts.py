"""The texts and dates of comments, in the form that records have."""

from __future__ import annotations

import re
from html import escape

from lxml.etree import _Element

from ...dates import Clock, read_iso
from ...dom import parse_page
from ...extraction import Article, ArticleRule, Cleaner

__all__ = ["clean_element", "clean_html", "comment_type_of", "text_to_html", "with_clock_offset"]

_CLEANER = Cleaner(ArticleRule("", 0.0))
_EMPTY = Article("", "", [])
#: How pingbacks quote the page that links to the post.
_EXCERPT = re.compile(r"\s*\[(?:…|\.\.\.)\].*\[(?:…|\.\.\.)\]\s*$", re.DOTALL)
#: Characters of a comment to read.
_MAX_LENGTH = 500_000


def clean_html(html: str, base: str) -> Article:
    """Clean a fragment of HTML like an article."""
    if not html.strip():
        return _EMPTY
    body = parse_page(f"<html><body>{html[:_MAX_LENGTH]}</body></html>", base).tree.find("body")
    return _EMPTY if body is None else _CLEANER.clean(body, base)


def clean_element(element: _Element, base: str) -> Article:
    """Clean an element's content like an article, in place."""
    return _CLEANER.clean(element, base)


def text_to_html(text: str) -> str:
    """Plain text as HTML: a paragraph for each block of lines."""
    blocks = re.split(r"\n\s*\n", escape(text.strip(), quote=False).replace("\r\n", "\n"))
    return "".join("<p>" + block.replace("\n", "<br>") + "</p>" for block in blocks if block.strip())


def comment_type_of(text: str) -> str:
    """The type of a comment by its text: pingbacks quote an excerpt between "[…]" and "[…]"."""
    return "pingback" if _EXCERPT.match(text) and len(text) > 10 else "comment"


def with_clock_offset(published: str | None, clock: Clock) -> str | None:
    """A comment's date with the offset of the blog's clock, if it has a time but no offset."""
    moment = read_iso(published) if published and clock.zone else None
    return published if moment is None or moment.hour is None else clock.set(moment).iso()
