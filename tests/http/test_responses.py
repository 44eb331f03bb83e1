from __future__ import annotations

import time
import zlib

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.responsetypes import responsetypes

from blogcrawler.http import is_html, modified_date, peek_page, to_page

URL = "http://example.org/"


def response(body: bytes, kind: str = "text/html") -> TextResponse:
    headers = {b"Content-Type": kind.encode()}
    made = responsetypes.from_args(headers=headers, url=URL, body=body)(URL, headers=headers, body=body)
    assert isinstance(made, TextResponse)
    return made


@pytest.mark.parametrize(
    ("text", "encoding", "kind", "meta"),
    [
        ("Grüße – naïve", "utf-8", "text/html; charset=utf-8", ""),
        ("Grüße – naïve", "utf-8", "text/html; charset=iso-8859-1", ""),
        ("Grüße – naïve", "utf-8", "text/html", '<meta charset="latin-1">'),
        ("Grüße – naïve", "utf-8", "text/html", ""),
        ("Grüße – naïve", "cp1252", "text/html; charset=utf-8", ""),
        ("Grüße – naïve", "cp1252", "text/html", '<meta charset="utf-8">'),
        ("Grüße – naïve", "cp1252", "text/html; charset=iso-8859-1", ""),
        ("Grüße – naïve", "cp1252", "text/html", ""),
        ("Grüße – naïve", "utf-8-sig", "text/html; charset=latin-1", ""),
        ("Grüße – 日本", "utf-16", "text/html", ""),
        ("Grüße – 日本", "utf-16", "text/html; charset=utf-8", ""),
        ("日本語のブログです", "shift_jis", "text/html", '<meta charset="shift_jis">'),
        ("日本語のブログです", "shift_jis", "text/html; charset=Shift_JIS", ""),
        (
            "日本語のブログです",
            "euc_jp",
            "text/html",
            '<meta http-equiv=Content-Type content="text/html; charset=EUC-JP">',
        ),
        ("日本語のブログです", "iso2022_jp", "text/html", '<meta charset="iso-2022-jp">'),
        ("Привет", "cp1251", "text/html; charset=windows-1251", ""),
        ("日本語のブログです。今日はとても良い天気でした。" * 20, "shift_jis", "text/html", ""),
        ("plain", "ascii", "text/html; charset=no-such-thing", ""),
    ],
)
def test_a_page_is_decoded_by_its_bytes(text: str, encoding: str, kind: str, meta: str):
    html = f"<html><head>{meta}<title>t</title></head><body><p>{text}</p></body></html>"
    assert to_page(response(html.encode(encoding), kind)).tree.findtext(".//p") == text


def test_a_truncated_character_does_not_spoil_the_others():
    page = to_page(response("<p>Grüße, naïve ".encode() + b"\xc3</p>", "text/html; charset=utf-8"))
    assert (page.tree.findtext(".//p") or "").startswith("Grüße, naïve")


@pytest.mark.parametrize("body", [b"", b"\0" * 100, b"<", b"\xff\xfe", b"<html", bytes(range(256)), b"<p>a\0b</p>"])
def test_any_bytes_are_a_page(body: bytes):
    assert to_page(response(body)).tree.find("body") is not None


@pytest.mark.parametrize(
    ("made", "html"),
    [
        (HtmlResponse(URL, headers={"Content-Type": "text/html; charset=x"}), True),
        (TextResponse(URL, headers={"Content-Type": "application/xhtml+xml"}), True),
        (TextResponse(URL, headers={"Content-Type": "text/plain"}, body=b" <!DOCTYPE html><p>x"), True),
        (TextResponse(URL, body=b"<!-- x --><html>"), True),
        (TextResponse(URL, headers={"Content-Type": "text/plain"}, body=b"I write about <html>"), False),
        (TextResponse(URL, headers={"Content-Type": "application/json"}, body=b"{}"), False),
        (Response(URL, headers={"Content-Type": "image/png"}), False),
        (TextResponse(URL, headers={"Content-Type": "application/rss+xml"}, body=b"<?xml?><rss>"), False),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<?xml version='1.0'?>\n<oembed>"), False),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"\xef\xbb\xbf <rss version='2.0'>"), False),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<?xml version='1.0'?><answer>"), False),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<?xml version='1.0'?><html>"), True),
        (
            HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<?xml?><!DOCTYPE html><x>"),
            True,
        ),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<?xml version='1.0'?><div>"), True),
        (HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=b"<custom-page>"), True),
    ],
)
def test_html_is_recognised(made: Response, html: bool):
    assert is_html(made) is html


@pytest.mark.parametrize(
    ("body", "html"),
    [
        (zlib.compress(b"".join(b"<p>%d boats</p>" % (n * n * 7919) for n in range(500))), False),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, False),
        (b"<p>\x0b a page with a few odd \x08 characters</p>" * 50, True),
        ("<p>日本のブログ、港の灯台</p>".encode("iso2022_jp") * 50, True),
        ("<p>Schöne Grüße, 日本</p>".encode("utf-16") * 50, True),
    ],
)
def test_binary_data_is_no_page_whatever_the_server_says(body: bytes, html: bool):
    """Such as pages in an unknown ``Content-Encoding``, which Scrapy leaves as they are."""
    assert is_html(HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=body)) is html


def test_many_comments_before_nothing_do_not_hang():
    body = b"<?xml version='1.0'?>" + b"<!----><?x?>" * 150 + b"text"
    begin = time.process_time()
    assert is_html(HtmlResponse(URL, headers={"Content-Type": "text/html"}, body=body))
    assert time.process_time() - begin < 5


def test_a_response_is_parsed_once_for_its_readers_and_its_owner():
    response = HtmlResponse("http://example.org/", body=b"<p>x</p>")
    page = peek_page(response)
    assert peek_page(response) is page
    assert to_page(response) is page
    assert to_page(response) is not page, "the owner may have changed it"


@pytest.mark.parametrize(
    "stated", ["", "soon", "Sun, 01 Mar 99999999999999999999 12:00:30 GMT", "Sun, 99 Mar 2026 1:00 GMT"]
)
def test_an_unreadable_modified_date_is_ignored(stated: str) -> None:
    assert modified_date(Response("https://pier.example/", headers={"Last-Modified": stated})) is None


def test_a_modified_date() -> None:
    response = Response("https://pier.example/", headers={"Last-Modified": "Sun, 01 Mar 2026 12:00:30 GMT"})
    assert modified_date(response) == "2026-03-01T12:00:30+00:00"
