"""Feeds that attack their reader: none may expand, hang, or read a file."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest

from blogcrawler.errors import FeedError
from blogcrawler.feeds import parse_feed

URL = "https://b.org/feed/"
RSS = "<rss version='2.0'><channel><title>T</title><item><link>https://b.org/p</link><title>{}</title></item></channel></rss>"

LAUGHS = "<!DOCTYPE rss [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    "body",
    [
        LAUGHS + "]>" + RSS.format("&j;"),
        f"<!DOCTYPE rss [<!ENTITY a '{'A' * 100_000}'>]>" + RSS.format("&a;" * 100_000),
        "<!DOCTYPE rss [<!ENTITY % p '<!ENTITY a \"&b;&b;\">'><!ENTITY b '&c;'>%p;]>" + RSS.format("&a;"),
        "<!DOCTYPE rss [" + "".join(f"<!ENTITY e{n} 'x'>" for n in range(5_000)) + "]>" + RSS.format("&e1;"),
        "<!doctype rss [\n<!-- ]> --><!EnTiTy a '&b;'>]>" + RSS.format("&a;"),
    ],
    ids=["billion laughs", "quadratic blowup", "parameter entities", "very many", "behind a comment"],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_bombs_are_refused(body: str, encoding: str) -> None:
    with pytest.raises(FeedError, match="refused as dangerous"):
        parse_feed(body.encode(encoding), URL)


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE rss [<!ENTITY x SYSTEM "file://{file}">]>',
        '<!DOCTYPE rss [<!ENTITY x PUBLIC "x" "{file}">]>',
        '<!DOCTYPE rss [<!ENTITY % p SYSTEM "file://{file}"> %p;]>',
        '<!DOCTYPE rss SYSTEM "file://{file}">',
    ],
)
def test_external_files_are_never_read(doctype: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("<!ENTITY x 'secret'>secret")
    feed = parse_feed((doctype.replace("{file}", str(secret)) + RSS.format("a &x; b")).encode(), URL)
    assert "secret" not in repr(feed)


def test_a_feed_that_is_a_file_name_is_not_opened_as_a_file() -> None:
    with pytest.raises(FeedError):
        parse_feed(b"/etc/passwd", URL)


@pytest.mark.parametrize(
    ("doctype", "title", "expected"),
    [
        ("<!DOCTYPE rss [<!ENTITY nbsp '&#160;'><!ENTITY me \"A &#38; B\">]>", "a&nbsp;b &me;", "a b A & B"),
        ("<!DOCTYPE rss [ <!ELEMENT rss ANY> <!ATTLIST rss version CDATA #IMPLIED> ]>", "&hellip;", "…"),
        ('<!DOCTYPE rss [<!ENTITY % HTMLlat1 PUBLIC "-//W3C//ENTITIES Latin 1 for XHTML//EN"\n'
         ' "http://www.w3.org/TR/xhtml1/DTD/xhtml-lat1.ent"> %HTMLlat1; ]>', "&eacute;", "é"),
        ("<!DOCTYPE rss [<!ENTITY gt2 '>'><!ENTITY q ']>'>]>", "&gt2;&q;", ">]>"),
    ],
)  # fmt: skip
def test_harmless_entity_declarations_are_read(doctype: str, title: str, expected: str) -> None:
    assert parse_feed((doctype + RSS.format(title)).encode(), URL).entries[0].title == expected


def test_feeds_that_are_too_large_are_refused() -> None:
    with pytest.raises(FeedError, match="more than"):
        parse_feed(RSS.format("x" * 1000).encode(), URL, max_bytes=100)
    with pytest.raises(FeedError, match="unpacks to more than"):
        parse_feed(gzip.compress(b"<rss>" + b" " * 1_000_000), URL, max_bytes=10_000)


def test_gzip_is_unpacked() -> None:
    assert parse_feed(gzip.compress(RSS.format("A").encode()), URL).entries[0].title == "A"


@pytest.mark.parametrize(
    "inside",
    [
        "<a>" * 20_000,
        "<![CDATA[" * 50_000,
        "<!--" * 50_000,
        "<" * 100_000,
        "&" * 100_000,
        "<a b='" * 20_000,
        " " * 200_000 + "x",
        "</title>" + "".join(f"<category>{n}</category>" for n in range(20_000)) + "<title>",
        "<!DOCTYPE [" * 10_000,
    ],
    ids=["depth", "cdata", "comments", "tags", "ampersands", "quotes", "blanks", "categories", "doctypes"],
)
def test_hostile_documents_are_parsed_quickly(inside: str) -> None:
    start = time.process_time()
    parse_feed(RSS.format(inside).encode(), URL)
    assert time.process_time() - start < 2
