from __future__ import annotations

import gzip
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.errors import FeedError
from blogcrawler.feeds import may_list_posts, parse_sitemap, sitemaps_in_robots, usual_sitemaps

URL = "https://b.org/sitemap.xml"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
TWO = "<url><loc>https://b.org/1</loc><lastmod>2014-03-03</lastmod></url><url><loc>https://b.org/2</loc></url>"
BOTH = ["https://b.org/1", "https://b.org/2"]


def pages(body: str | bytes) -> list[str]:
    return [page.url for page in parse_sitemap(body.encode() if isinstance(body, str) else body, URL).pages]


@pytest.mark.parametrize(
    "body",
    [
        f"<?xml version='1.0' encoding='UTF-8'?><urlset {NS}>{TWO}</urlset>",
        f"<urlset>{TWO}</urlset>",
        f"<urlset xmlns='http://www.google.com/schemas/sitemap/0.84'>{TWO}</urlset>",
        f"<s:urlset xmlns:s='x'>{TWO.replace('<', '<s:').replace('<s:/', '</s:')}</s:urlset>",
        f"<s:urlset>{TWO.replace('<', '<s:').replace('<s:/', '</s:')}</s:urlset>",
        f"\n\n<br><b>Warning</b>: x\n<?xml version='1.0'?><urlset {NS}>{TWO}</urlset>",
        f"<urlset {NS}>{TWO}",
        f"<urlset {NS}>{TWO}<url><loc>https://b.o",
        f"<urlset {NS}>{TWO}</urlset></urlset>junk",
        f"<urlset {NS}>{TWO}</urlset>".encode("utf-16"),
        f"\ufeff<urlset {NS}>{TWO}</urlset>",
        f"<urlset {NS}>{TWO.replace('https://b.org', '')}</urlset>",
        f"<urlset {NS}>{TWO.replace('https://b.org/1', ' <![CDATA[https://b.org/1]]> ')}</urlset>",
        f"<urlset {NS}>{TWO.replace('</loc>', '</loc><image:i><image:loc>/</image:loc></image:i>')}</urlset>",
        f"<urlset {NS}>{TWO}{TWO}</urlset>",
        "<urlset><loc>https://b.org/1</loc><loc>https://b.org/2</loc></urlset>",
        "https://b.org/1\nhttps://b.org/2\n",
        "\ufeffhttps://b.org/1\r\n\r\nnonsense\r\nhttps://b.org/2",
        "<rss><channel>" + "".join(f"<item><link>{url}</link></item>" for url in BOTH) + "</channel></rss>",
        gzip.compress(f"<urlset {NS}>{TWO}</urlset>".encode()),
        gzip.compress(f"<urlset {NS}>{TWO}</urlset>".encode() * 50)[:-9],
    ],
)  # fmt: skip
def test_pages_are_read_from_sitemaps_of_all_formats(body: str | bytes) -> None:
    assert pages(body)[:2] == BOTH


def test_the_modification_date_of_a_page_is_read() -> None:
    first, second = parse_sitemap(f"<urlset {NS}>{TWO}</urlset>".encode(), URL).pages
    assert first.lastmod is not None
    assert first.lastmod.isoformat() == "2014-03-03T00:00:00"
    assert second.lastmod is None


def test_bare_ampersands_do_not_change_urls() -> None:
    assert pages("<urlset><url><loc>/?a=1&b=2&amp;c=3</loc></url></urlset>") == ["https://b.org/?a=1&b=2&c=3"]


ODD = (
    "<urlset><url><loc>/1</loc></url><url><loc><![CDATA[https://b.org/2?a=1&b=2]]></loc></url>&nbsp;"
    "<url><loc>&nbsp;https://b.org/3&nbsp;</loc></url><url><loc>/4?a=1&b=2</loc></url><url><loc>/\u00e9t&eacute;</loc></url>"
    "<url><loc>/6<!-- here --></loc><lastmod>&nbsp;</lastmod></url></urlset>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
@pytest.mark.parametrize("declared", ["", "utf-8", "ISO-8859-1", "utf-16", "nonsense"])
def test_all_addresses_are_read_in_any_encoding_and_with_entities(encoding: str, declared: str) -> None:
    declaration = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    assert pages((declaration + ODD).encode(encoding)) == [
        "https://b.org/1",
        "https://b.org/2?a=1&b=2",
        "https://b.org/3",
        "https://b.org/4?a=1&b=2",
        "https://b.org/\u00e9t\u00e9",
        "https://b.org/6",
    ]


def test_an_index_has_children() -> None:
    body = f"<sitemapindex {NS}><sitemap><loc>/a.xml</loc><lastmod>2014-03-03</lastmod></sitemap></sitemapindex>"
    sitemap = parse_sitemap(body.encode(), URL)
    assert (sitemap.children, sitemap.pages) == (("https://b.org/a.xml",), ())


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not a sitemap"),
        (b"<html><body><a href='/'>x</a>", "not a sitemap"),
        (b"nothing here", "not a sitemap"),
        (b"<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset><url><loc>/&a;</loc></url></urlset>", "dangerous"),
        ("<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset/><urlset>".encode("utf-16"), "dangerous"),
        (gzip.compress(b"<urlset>" + b" " * 2_000_000), "unpacks to more than"),
        (b"<urlset>" + b" " * 2_000_000, "more than"),
    ],
)
def test_other_documents_are_refused_as_sitemaps(body: bytes, message: str) -> None:
    with pytest.raises(FeedError, match=message):
        parse_sitemap(body, URL, max_bytes=1_000_000)


def test_a_large_sitemap_needs_little_memory_and_is_bounded() -> None:
    body = b"<urlset>" + b"".join(b"<url><loc>https://b.org/%d</loc></url>" % n for n in range(60_000)) + b"</urlset>"
    tracemalloc.start()
    assert len(parse_sitemap(body, URL, max_pages=1_000).pages) == 1_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * len(body)
    assert len(parse_sitemap(body, URL).pages) == 60_000


def test_robots_txt_names_sitemaps() -> None:
    text = (
        "\ufeffSitemap: https://b.org/a.xml\nUser-agent: *\n  sitemap:/b.xml # x\n"
        "# Sitemap: /no.xml\nSitemap:\nSITEMAP : https://b.org/a.xml"
    )
    assert sitemaps_in_robots(text, "https://b.org/robots.txt") == [
        "https://b.org/a.xml",
        "https://b.org/b.xml",
    ]
    assert sitemaps_in_robots(text) == ["https://b.org/a.xml"]


def test_usual_sitemap_urls_are_in_the_blogs_folder_and_at_the_root() -> None:
    assert usual_sitemaps("https://b.org/blog/")[:2] == [
        "https://b.org/blog/sitemap.xml",
        "https://b.org/sitemap.xml",
    ]
    assert "https://b.org/wp-sitemap.xml" in usual_sitemaps("https://b.org/")


PIECES = (
    b"<url>|</url>|<loc>|</loc>|https://b.org/1|&nbsp;|&|<![CDATA[|]]>|<?xml version='1.0' encoding='utf-16'?>|\xff"
    b"|\xc3|\0|<?pi|?>|<!--|-->|<lastmod>|&#0;|&#xD800;|//[x/|<!DOCTYPE urlset|<!ELEMENT"
).split(b"|")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))
def test_any_pieces_are_a_sitemap_or_an_error(body: bytes) -> None:
    for document in (body, b"<urlset>" + body, b"<sitemapindex>" + body):
        with suppress(FeedError):
            parse_sitemap(document, URL)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_sitemap_or_an_error(body: bytes) -> None:
    for document in (body, b"<urlset><url><loc>" + body, b"<sitemapindex>" + body + b"<sitemap><loc>/</loc>"):
        with suppress(FeedError):
            parse_sitemap(document, URL)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("post-sitemap.xml", True),
        ("wp-sitemap-posts-post-2.xml", True),
        ("sitemap-posts.xml", True),
        ("sitemap.xml?page=2", True),
        ("sitemap-pt-post-2014-03.xml", True),
        ("blog-sitemap.xml", True),
        ("?sitemap=posts&sitemap-subtype=post&paged=1", True),
        ("wp-sitemap-posts-page-1.xml", False),
        ("page-sitemap.xml", False),
        ("wp-sitemap-taxonomies-post_tag-1.xml", False),
        ("category-sitemap.xml", False),
        ("post_tag-sitemap2.xml", False),
        ("sitemap-authors.xml", False),
        ("wp-sitemap-users-1.xml", False),
        ("?sitemap=taxonomies&sitemap-subtype=category&paged=1", False),
    ],
)
def test_sitemaps_of_posts_are_recognised_by_their_names(name: str, expected: bool):
    assert may_list_posts(f"https://b.org/{name}") is expected


def test_the_sitemap_url_of_wordpress_follows_from_its_feed_url():
    plain = usual_sitemaps("https://b.org/", "https://wordpress.org/?v=6.1", "https://b.org/?feed=rss2")
    pretty = usual_sitemaps("https://b.org/", "https://wordpress.org/?v=6.1", "https://b.org/feed/")
    other = usual_sitemaps("https://b.org/", "Hugo 0.1", "https://b.org/index.xml")
    assert [found[0] for found in (plain, pretty, other)] == [
        "https://b.org/?sitemap=index",
        "https://b.org/wp-sitemap.xml",
        "https://b.org/sitemap.xml",
    ]
    assert len(pretty) == len(set(pretty))
