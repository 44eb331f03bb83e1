from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from blogcrawler.feeds import feed_candidates, feed_kind, lists_all, usual_addresses
from blogcrawler.feeds.finding.feed_kinds import FeedKind, known_kinds
from blogcrawler.feeds.finding.platforms import FeedPlatform, feed_platforms

HOME = "https://b.org/"


def found(page: str, url: str = HOME) -> list[str]:
    return [link.url for link in feed_candidates(page, url) if link.place != "guess"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ('<link rel="alternate" type="application/rss+xml" href="/f">', ["https://b.org/f"]),
        ('<LINK REL="Alternate" TYPE="APPLICATION/ATOM+XML" HREF="f">', ["https://b.org/f"]),
        ('<body><p><link rel="alternate" type=" application/atom+xml" href="f ">', ["https://b.org/f"]),
        ('<link rel="alternate" type="application/feed+json" href="/f.json">', ["https://b.org/f.json"]),
        ('<link rel="alternate home" type="text/xml" href="/rss.xml">', ["https://b.org/rss.xml"]),
        ('<link rel="alternate" href="/atom.xml" title="B">', ["https://b.org/atom.xml"]),
        ('<link rel="alternate" type="text/html" hreflang="de" href="/de/feed/">', []),
        ('<link rel="alternate" hreflang="de" href="/de/">', []),
        ('<link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts">', []),
        ('<link rel="alternate" type="application/json+oembed" href="/oembed?format=rss">', []),
        ('<link rel="service.post" type="application/atom+xml" href="https://www.blogger.com/feeds/1/">', []),
        ('<link rel="alternate" type="application/rss+xml">', []),
        ('<base href="https://c.org/d/"><link rel="alternate" type="application/rss+xml" href="f">', ["https://c.org/d/f"]),
        ('<a href="/feed/">x</a>', ["https://b.org/feed/"]),
        ('<a href="/index.rdf">x</a>', ["https://b.org/index.rdf"]),
        ('<a href="?feed=rss2">x</a>', ["https://b.org/?feed=rss2"]),
        ('<a href="https://feeds.feedburner.com/b">Subscribe</a>', ["https://feeds.feedburner.com/b"]),
        ('<a href="https://feedpress.me/b">Subscribe</a>', ["https://feedpress.me/b"]),
        ('<a href="https://feeds.b.org/posts">x</a>', ["https://feeds.b.org/posts"]),
        ('<a href="https://shop.b.org/posts">Subscribe</a>', []),
        ('<a href="/abo"><img alt="RSS"></a>', ["https://b.org/abo"]),
        ('<a href="/2014/why-i-love-rss/">Why I love it</a>', []),
        ('<a href="/about-rss">In this post I explain at some length why RSS is good for you</a>', []),
        ('<a href="https://other.org/feed/">RSS</a>', []),
        ('<a href="/sitemap.xml">XML</a>', []),
        ('<a href="mailto:a@b.org">Subscribe</a><a>RSS</a>', []),
        ("", []),
        ("<!-- -->", []),
    ],
)  # fmt: skip
def test_feeds_are_found_in_pages(page: str, expected: list[str]) -> None:
    assert found(page) == expected


def test_the_feed_of_posts_goes_first() -> None:
    page = """
      <a href="/feed/atom/">Atom</a>
      <link rel=alternate type=application/rss+xml title="B » Comments Feed" href="/comments/feed/">
      <link rel=alternate type=application/rss+xml title="B » Tea Category Feed" href="/category/tea/feed/">
      <link rel=alternate type=application/rss+xml title="Podcast Feed" href="/feed/mp3/">
      <link rel=alternate type=application/rss+xml title="C" href="https://other.org/feed/">
      <link rel=alternate type=application/rss+xml title="B » Feed" href="/feed/">"""
    links = [link for link in feed_candidates(page, HOME) if link.place != "guess"]
    assert [(link.url.removeprefix(HOME), link.kind) for link in links] == [
        ("feed/", "posts"),
        ("https://other.org/feed/", "posts"),
        ("feed/atom/", "posts"),
        ("feed/mp3/", "podcast"),
        ("category/tea/feed/", "section"),
        ("comments/feed/", "comments"),
    ]


def test_a_feed_below_the_url_of_a_post_is_not_the_blogs() -> None:
    page = """
      <link rel=alternate type=application/rss+xml title="B » Hallo Antwoorden" href="/hallo/feed/">
      <link rel=alternate type=application/rss+xml title="B » Feed" href="/feed/">"""
    assert found(page, "https://b.org/hallo/")[0] == "https://b.org/feed/"
    assert found(page.replace("/feed/", "/hallo/feed/", 1), HOME)[0] == "https://b.org/hallo/hallo/feed/"


def test_sites_saved_as_files_have_the_feed_in_an_index() -> None:
    page = '<link rel="alternate" type="application/rss+xml" href="/feed/">'
    links = feed_candidates(page, HOME)
    names = ("feed/", "feed", "feed/index.xml", "feed/index.html")
    assert [link.url for link in links] == [HOME + name for name in names]
    assert [link.place for link in links] == ["link", "guess", "guess", "guess"]


@pytest.mark.parametrize("platform", feed_platforms(), ids=lambda platform: platform.name)
def test_platforms_are_recognised_by_their_own_example(platform: FeedPlatform) -> None:
    links = feed_candidates(f"<html><head>{platform.example['head']}</head></html>", platform.example["page"])
    assert platform.example["feed"] in [link.url for link in links if link.place == "platform"]


@pytest.mark.parametrize("kind", known_kinds(), ids=lambda kind: kind.name)
def test_kinds_of_feeds_are_recognised_by_their_own_examples(kind: FeedKind) -> None:
    def name(example: str) -> str:
        address = example.startswith("/")
        return feed_kind("https://b.org" + example) if address else feed_kind("https://b.org/x", example)

    assert {name(example) for example in kind.examples} == {kind.name}
    assert kind.name not in {name(example) for example in kind.counterexamples}


def test_the_page_may_be_text_bytes_or_a_tree() -> None:
    page = '<?xml version="1.0" encoding="latin-1"?><link rel="alternate" type="application/rss+xml" href="/é">'
    for given_page in (page, page.encode("latin-1"), html.document_fromstring(page.encode())):
        assert feed_candidates(given_page, HOME)[0].place == "link"


@pytest.mark.parametrize(
    ("home", "first", "others"),
    [
        ("https://b.org/", "https://b.org/feed/", {"https://b.org/rss.xml", "https://b.org/atom.xml"}),
        (
            "https://b.org/blog/",
            "https://b.org/blog/feed/",
            {"https://b.org/feed/", "https://b.org/blog/rss.xml"},
        ),
        ("https://b.org/~ann/index.html", "https://b.org/~ann/feed/", {"https://b.org/feed/"}),
        ("https://b.org/blogs/ann", "https://b.org/blogs/ann/feed/", {"https://b.org/feed/"}),
        ("https://b.org/2014/03/p", "https://b.org/feed/", set()),
        ("https://b.org", "https://b.org/feed/", set()),
    ],
)
def test_usual_feed_urls_are_few_and_the_most_common_come_first(home: str, first: str, others: set[str]) -> None:
    addresses = usual_addresses(home)
    assert len(addresses) <= 14
    assert addresses[0] == first
    assert others <= set(addresses)


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_page_gives_a_list(page: str | bytes) -> None:
    feed_candidates(page, HOME)


@given(st.text(max_size=30))
def test_any_link_gives_a_list(href: str) -> None:
    feed_candidates(f"<base href='{href}'><a href='{href}'>RSS</a><link rel=feed href='{href}'>", HOME)


@pytest.mark.parametrize(
    ("address", "generator", "whole"),
    [
        ("https://example.org/wp-sitemap-posts-post-1.xml", None, True),
        ("https://example.org/?sitemap=posts&sitemap-subtype=post&paged=1", None, True),
        ("https://example.org/feeds/posts/default?start-index=26", "Blogger", True),
        ("https://example.org/feeds/posts/default?start-index=26", "Something else", False),
        ("https://example.org/sitemap.xml", None, False),
        ("https://example.org/feed/?paged=2", "https://wordpress.org/?v=6.1", False),
    ],
)
def test_lists_that_platforms_generate_completely_are_recognised(
    address: str, generator: str | None, whole: bool
) -> None:
    assert lists_all(address, generator) is whole
