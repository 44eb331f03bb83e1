"""Parsing Scrapy's responses into pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from weakref import WeakKeyDictionary

from scrapy.http import Response, TextResponse
from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding

from ..dom import Page, fit_bytes, parse_page
from ..feeds import decode
from ..urls import normalize

#: Guessed encodings that are trusted. Those of western Europe are easily mistaken for one another.
_TRUSTED_GUESSES = frozenset(
    "shift_jis cp932 euc_jp gb18030 gbk big5 big5hkscs euc_kr cp949 cp1251 koi8_r koi8-r".split()
)
_GUESS_BYTES = 50_000
#: One page in a hundred of real blogs is larger.
_LARGE_BYTES = 150_000
#: A smaller page with this many elements takes as long.
_LARGE_TAGS, _MIN_LARGE_BYTES = 3_000, 9_000

#: The root element of an XML document. An HTML page may begin with an XML declaration, too.
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(<\?xml[^>]*+>)?+\s*+(?:(?>(?:<!--.*?-->|<\?.*?\?>)\s*+))*+<([a-z][\w:.-]*)",
    re.I | re.DOTALL,
)
_DATA_ROOTS = frozenset({b"oembed", b"rss", b"feed", b"rdf:rdf", b"urlset", b"sitemapindex", b"opml"})
_HTML_TAGS = frozenset(
    b"html head body title meta link script style div p a h1 h2 h3 table center font span br".split()
)

#: Bytes that no encoding of text uses often. UTF-16 and UTF-32 use all of them.
_CONTROLS = bytes({*range(32)} - {*b"\0\t\n\f\r\x0e\x0f\x1b"})
_MAX_CONTROL_SHARE = 0.05
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")

__all__ = ["fetched_at", "is_data", "is_html", "is_large", "modified_date", "page_text", "peek_page", "to_page"]


def is_data(response: Response) -> bool:
    """Whether a response is an XML document such as a feed, whatever type the server states."""
    root = _ROOT.match(response.body[:2048])
    if root is None:
        return False
    name = root[2].lower()
    return name in _DATA_ROOTS or (root[1] is not None and name.rpartition(b":")[2] not in _HTML_TAGS)


def is_html(response: Response) -> bool:
    """Whether a response is an HTML page, judging by its stated type and its first bytes."""
    if not isinstance(response, TextResponse) or is_data(response) or _is_binary(response):
        return False
    kind = (response.headers.get("Content-Type") or b"").split(b";")[0].strip().lower()
    if kind in (b"text/html", b"application/xhtml+xml"):
        return True
    head = response.body[:1024].lstrip().lower()
    return head.startswith((b"<!doctype html", b"<html")) or (not kind and b"<html" in head)


def _is_binary(response: Response) -> bool:
    """Whether the body is no text, whatever the server says: a file, or a page compressed in an unknown way."""
    head = response.body[:2048]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    if controls <= _MAX_CONTROL_SHARE * len(head):
        return False
    stated = (response.headers.get("Content-Type") or b"").lower()
    return not head.startswith(_WIDE_MARKS) and b"utf-16" not in stated and b"utf-32" not in stated


def is_large(response: Response | None) -> bool:
    """Whether a page is so large that reading it might keep the reactor from running for a tenth of a second."""
    if response is None or len(response.body) < _MIN_LARGE_BYTES:
        return False
    return len(response.body) > _LARGE_BYTES or response.body.count(b"<") > _LARGE_TAGS


#: Pages of responses that are parsed and will be read again.
_parsed: WeakKeyDictionary[TextResponse, Page] = WeakKeyDictionary()


def to_page(response: TextResponse) -> Page:
    """The parsed page of a response. It belongs to the caller, who may change it.

    Valid UTF-8 is read as such, whatever encoding the page declares.
    """
    page = _parsed.pop(response, None)
    return page if page is not None else _parse(response)


def peek_page(response: TextResponse) -> Page:
    """The parsed page of a response for reading only: it is kept, and the next ``to_page`` returns the same page."""
    page = _parsed.get(response)
    if page is None:
        page = _parsed[response] = _parse(response)
    return page


def _parse(response: TextResponse) -> Page:
    return parse_page(page_text(response), normalize(response.url) or response.url)


def page_text(response: TextResponse) -> str:
    """The decoded text of a page. Valid UTF-8 is read as such, whatever encoding the page declares."""
    body = fit_bytes(response.body)
    if b"\x1b$" not in body:  # ISO-2022-JP and its like consist of ASCII bytes
        try:
            return body.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
    header = (response.headers.get("Content-Type") or b"").decode("latin-1")
    encoding = http_content_type_encoding(header) or html_body_declared_encoding(body)
    if encoding is None:
        guess = response.replace(body=body[:_GUESS_BYTES]).encoding
        encoding = guess if guess in _TRUSTED_GUESSES else None
    return decode(body, f"text/html; charset={encoding}" if encoding else None)


def fetched_at(response: Response) -> datetime:
    """When a page was fetched: now, unless it comes from the web archive."""
    captured = response.meta.get("captured") if response.request is not None else None
    return datetime.fromisoformat(captured) if captured else datetime.now(UTC)


def modified_date(response: Response | None) -> str | None:
    """When a page was last modified according to its server."""
    stated = response.headers.get("Last-Modified") if response is not None else None
    try:
        return parsedate_to_datetime(stated.decode("latin-1")).isoformat() if stated else None
    except (ValueError, OverflowError):
        return None
