"""From Scrapy's responses to pages."""

from __future__ import annotations

from scrapy.http import Response, TextResponse

from ..extraction import Page, parse_page
from ..feeds.decoding import decode

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
    """Parse a response by what its bytes are. Good UTF-8 is read as such, whatever the page declares."""
    return parse_page(_text(response), response.url)


def _text(response: TextResponse) -> str:
    body = response.body
    if b"\x1b$" not in body:  # ISO-2022-JP and its like are ASCII to look at
        try:
            return body.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    return decode(body, f"text/html; charset={response.encoding}")
