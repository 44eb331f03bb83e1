"""Feeds that break the rules, as many do: as much as possible is read."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blogcrawler.errors import FeedError
from blogcrawler.feeds import parse_feed
from blogcrawler.items import Feed

URL = "https://b.org/feed/"
ITEM = "<item><title>{1}</title><link>https://b.org/{0}</link><description>Text {0}</description></item>"
ONE, TWO = ITEM.format(1, "Ä"), ITEM.format(2, "B")
START, END = "<rss version='2.0'><channel><title>T</title><link>https://b.org/</link>", "</channel></rss>"
XML = "<?xml version='1.0' encoding='utf-8'?>"


@pytest.mark.parametrize(
    "text",
    [
        "\n\n  " + XML + START + ONE + TWO + END,
        "\ufeff" + XML + START + ONE + TWO + END,
        "<br />\n<b>Warning</b>: x in <b>/y.php</b> on line <b>3</b><br />\n" + XML + START + ONE + TWO + END,
        XML + START + ONE + TWO + END + "<script>track()</script><!-- 0.3 s -->",
        XML + START + ONE + TWO + "</channel>",
        XML + START + ONE + TWO + "<item><title>cut of",
        XML + START + ONE + TWO + "<item><descr",
        XML + START + ONE + TWO + "<item><description><![CDATA[ cut",
        XML + START + ONE + "\x0b\x00\x08&#11;&#0;" + TWO + END,
        XML + START + ONE + "&nbsp; &unknown; a&b &" + TWO + END,
        XML + START + ONE.replace("Text", "<p>not <br> escaped") + TWO + END,
        XML + START + ONE.replace("Text", "1 < 2 <3 ") + TWO + END,
        XML + START + ONE + TWO.replace("</title>", "</titel>") + END,
        XML + START + ONE.replace("<item>", "<item><dc:creator>A</dc:creator><f:x>x</f:x>") + TWO + END,
        XML.replace("utf-8", "utf-16") + START + ONE + TWO + END,
        XML.replace("utf-8", "iso-8859-1") + START + ONE + TWO + END,
        XML.replace("utf-8", "no-such") + START + ONE + TWO + END,
        XML + START.replace("'2.0'>", "'2.0' ") + ONE + TWO + END,
        XML + "<!-- <rss> -->" + START + ONE + TWO + END,
        XML + START + ONE + TWO.replace("Text", "<![CDATA[ a <![CDATA[ b ]]> c ]]>") + END,
    ],
)  # fmt: skip
def test_entries_are_read_from_broken_documents(text: str) -> None:
    entries = parse_feed(text.encode(), URL).entries
    assert [entry.title for entry in entries][:2] == ["Ä", "B"]
    assert [entry.url for entry in entries][:2] == ["https://b.org/1", "https://b.org/2"]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ((XML + START + ONE + END).encode("cp1252"), None),
        ((XML.replace("utf-8", "windows-1252") + START + ONE + END).encode("cp1252"), None),
        ((START + ONE + END).encode("cp1252"), None),
        ((START + ONE + END).encode("cp1250"), "application/rss+xml; charset=windows-1250"),
        ((XML.replace("utf-8", "punycode") + START + ONE + END).encode(), None),
        ((XML.replace("utf-8", "zlib") + START + ONE + END).encode("cp1252"), None),
        ((START + ONE + END).encode("utf-16-le"), None),
        ((START + ONE + END).encode("utf-16-be"), None),
        ((START + ONE + END).encode("utf-16"), "text/xml; charset=utf-8"),
        ((START + ONE + END).encode() + b"\xe4", None),
    ],
)
def test_the_encoding_is_detected_from_the_bytes(body: bytes, content_type: str | None) -> None:
    assert parse_feed(body, URL, content_type).entries[0].title == "Ä"


def test_encodings_that_use_only_ascii_bytes_are_taken_from_the_declaration() -> None:
    body = (XML.replace("utf-8", "iso-2022-jp") + START + ITEM.format(1, "日本") + END).encode("iso2022_jp")
    assert parse_feed(body, URL).entries[0].title == "日本"


def test_undeclared_namespace_prefixes_keep_their_usual_meaning() -> None:
    inside = "<dc:creator>Ann</dc:creator><content:encoded>Much longer text</content:encoded>"
    (entry,) = parse_feed((START + ONE.replace("</item>", inside + "</item>") + END).encode(), URL).entries
    assert (entry.authors, entry.content_html, entry.summary_html) == (("Ann",), "Much longer text", "Text 1")


def read(body: bytes) -> None:
    with suppress(FeedError):
        assert isinstance(parse_feed(body, URL), Feed)


PIECES = [
    START, ONE, TWO, END, XML, "<item>", "</item>", "<entry>", "</entry>",
    "<feed xmlns='http://www.w3.org/2005/Atom'>", "</feed>", "<rdf:RDF>", "<link href='x'/>", "<link>",
    "</link>", "<![CDATA[", "]]>", "<!--", "-->", "<!DOCTYPE rss [", "<!ENTITY a 'b'>", "]>", "&a;",
    "&#x0;", "&", "<", ">", "'", '"', "<title type='xhtml'><div>", "<category term=''/>", "<author>",
    "<name>", "</author>", "<source>", "<guid isPermaLink='true'>", "<pubDate>", "<dc:date>", "<image>",
    "<content type='application/x'>", "<itunes:image/>", "<media:content url='x'>", "<svg>", "<textInput>",
    "<cloud/>", "<enclosure/>", "<generator uri='http://['>", "xml:base='http://['", "{", '"items": [',
    "\0", "\ud7ff", "é", "http://[",
]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=300))
def test_any_bytes_are_a_feed_or_an_error(body: bytes) -> None:
    read(body)
    read(START.encode() + body)
    read(b'{"version": "https://jsonfeed.org/version/1", "items": [' + body + b"]}")


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_any_pieces_are_a_feed_or_an_error(pieces: list[str]) -> None:
    read("".join(pieces).encode())
    read((START + "<item>" + "".join(pieces)).encode())
