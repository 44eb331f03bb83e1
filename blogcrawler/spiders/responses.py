"""From Scrapy's responses to pages."""

from __future__ import annotations

from scrapy.http import Response, TextResponse

from ..extraction import Page, parse_page

__all__ = ["is_html", "to_page"]


def is_html(response: Response) -> bool:
    """Whether a response is a page, by what the server says and by what it begins with."""
    if not isinstance(response, TextResponse):
        return False
    kind = (response.headers.get("Content-Type") or b"").split(b";")[0].strip().lower()
    if kind in (b"text/html", b"application/xhtml+xml"):
        return True
    head = response.body[:1024].lstrip().lower()
    return head.startswith((b"<!doctype html", b"<html")) or (not kind and b"<html" in head)


def to_page(response: TextResponse) -> Page:
    """Parse a response. Bytes that are good UTF-8 are read as such, whatever the page declares."""
    body = response.body
    if not body.isascii() and response.encoding != "utf-8":
        try:
            return parse_page(body.decode("utf-8"), response.url)
        except UnicodeDecodeError:
            pass
    return parse_page(response.text, response.url)
