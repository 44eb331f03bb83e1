from __future__ import annotations

from datetime import datetime
from textwrap import dedent

import pytest

from blogcrawler.errors import FeedError
from blogcrawler.feeds import PodcastFeed, parse_feed
from blogcrawler.items import Feed, FeedEntry

URL = "https://b.org/feed/"
NAMESPACES = """
    xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:dcterms="http://purl.org/dc/terms/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"
    xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:thr="http://purl.org/syndication/thread/1.0"
    xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:atom="http://www.w3.org/2005/Atom"
"""
XHTML = '<div xmlns="http://www.w3.org/1999/xhtml">'


def rss(items: str, channel: str = "<title>T</title><link>https://b.org/</link>", prolog: str = "") -> bytes:
    return f'{prolog}<rss version="2.0" {NAMESPACES}><channel>{channel}{items}</channel></rss>'.encode()


def atom(entries: str, head: str = "") -> bytes:
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{head}{entries}</feed>'.encode()


def item(inside: str, link: str = "<link>https://b.org/p</link>") -> FeedEntry:
    return parse_feed(rss(f"<item>{link}{inside}</item>"), URL).entries[0]


def entry(inside: str, link: str = '<link href="https://b.org/p"/>', head: str = "") -> FeedEntry:
    return parse_feed(atom(f"<entry>{link}{inside}</entry>", head), URL).entries[0]


def iso(date: datetime | None) -> str | None:
    return date.isoformat() if date else None


def test_a_wordpress_feed_is_read_in_full() -> None:
    body = rss(
        """<item>
          <title>Hello &#038; welcome</title><link>https://b.org/2014/03/hello/</link>
          <comments>https://b.org/2014/03/hello/#comments</comments>
          <pubDate>Mon, 03 Mar 2014 10:00:00 +0100</pubDate><dc:creator><![CDATA[Ann Lee]]></dc:creator>
          <category><![CDATA[Food]]></category><category>food</category><category>Tea &amp; co</category>
          <guid isPermaLink="false">https://b.org/?p=7</guid>
          <description><![CDATA[<p>Short &#8230;</p>]]></description>
          <content:encoded><![CDATA[<p>Long and <b>full</b>. <a href="/x">x</a></p>]]></content:encoded>
          <wfw:commentRss>https://b.org/2014/03/hello/feed/</wfw:commentRss>
          <slash:comments>12</slash:comments>
        </item>""",
        """<title>A &amp; B</title><link>https://b.org</link><language>en-GB</language>
           <atom:link href="https://b.org/feed/" rel="self" type="application/rss+xml"/>
           <generator>https://wordpress.org/?v=6.1</generator>""",
    )
    assert parse_feed(body, URL) == Feed(
        url=URL,
        title="A & B",
        home="https://b.org",
        language="en-GB",
        generator="https://wordpress.org/?v=6.1",
        entries=(
            FeedEntry(
                url="https://b.org/2014/03/hello/",
                title="Hello & welcome",
                authors=("Ann Lee",),
                published=datetime.fromisoformat("2014-03-03T10:00:00+01:00"),
                content_html='<p>Long and <b>full</b>. <a href="https://b.org/x">x</a></p>',
                summary_html="<p>Short &#8230;</p>",
                tags=("Food", "Tea & co"),
                alternatives=("https://b.org/?p=7",),
                comments_feed="https://b.org/2014/03/hello/feed/",
                comments_expected=12,
            ),
        ),
    )


def test_a_blogger_feed_is_read_in_full() -> None:
    body = dedent(
        """\
        <?xml version='1.0' encoding='UTF-8'?>
        <feed xmlns='http://www.w3.org/2005/Atom' xmlns:thr='http://purl.org/syndication/thread/1.0'>
        <title type='text'>B</title><generator version='7.00' uri='http://www.blogger.com'>Blogger</generator>
        <link rel='alternate' type='text/html' href='http://b.blogspot.com/'/>
        <link rel='next' href='http://b.blogspot.com/feeds/posts/default?start-index=26'/>
        <entry><id>tag:blogger.com,1999:blog-1.post-2</id>
          <published>2013-04-27T16:59:00.001+02:00</published><updated>2013-05-01T10:00:00.000+02:00</updated>
          <category scheme='http://schemas.google.com/g/2005#kind'
            term='http://schemas.google.com/blogger/2008/kind#post'/>
          <category scheme='http://www.blogger.com/atom/ns#' term='Tea'/>
          <title type='text'>Post</title><content type='html'>&lt;p&gt;Hi&lt;/p&gt;</content>
          <link rel='replies' type='application/atom+xml' thr:count='3'
            href='http://b.blogspot.com/feeds/2/comments/default'/>
          <link rel='replies' type='text/html' href='http://b.blogspot.com/2013/04/post.html#comment-form'/>
          <link rel='edit' type='application/atom+xml' href='http://www.blogger.com/feeds/1/posts/default/2'/>
          <link rel='alternate' type='text/html' href='http://b.blogspot.com/2013/04/post.html'/>
          <author><name>Ann</name><email>noreply@blogger.com</email></author>
        </entry></feed>"""
    ).encode()
    feed = parse_feed(body, "http://b.blogspot.com/feeds/posts/default")
    assert (feed.generator, feed.home) == ("Blogger", "http://b.blogspot.com/")
    assert feed.next_url == "http://b.blogspot.com/feeds/posts/default?start-index=26"
    assert feed.entries == (
        FeedEntry(
            url="http://b.blogspot.com/2013/04/post.html",
            title="Post",
            authors=("Ann",),
            published=datetime.fromisoformat("2013-04-27T16:59:00+02:00"),
            updated=datetime.fromisoformat("2013-05-01T10:00:00+02:00"),
            content_html="<p>Hi</p>",
            tags=("Tea",),
            comments_feed="http://b.blogspot.com/feeds/2/comments/default",
            comments_expected=3,
        ),
    )


def test_rss_1_0_has_items_next_to_the_channel_and_dublin_core_dates() -> None:
    body = b"""<?xml version="1.0" encoding="iso-8859-1"?>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
     xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:admin="http://webns.net/mvcb/">
    <channel rdf:about="http://b.org/"><title>Caf\xe9</title><link>http://b.org/</link>
    <admin:generatorAgent rdf:resource="http://www.movabletype.org/?v=3.2"/></channel>
    <item rdf:about="http://b.org/1.html"><title>One</title><link>http://b.org/1.html</link>
    <description>Text</description><dc:creator>Ann</dc:creator><dc:subject>Tea</dc:subject>
    <dc:date>2004-02-11T14:44:38-05:00</dc:date></item></rdf:RDF>"""
    feed = parse_feed(body, "http://b.org/index.rdf")
    (one,) = feed.entries
    assert (feed.title, feed.generator) == ("Café", "http://www.movabletype.org/?v=3.2")
    assert (one.url, one.authors, one.tags, one.alternatives) == (
        "http://b.org/1.html",
        ("Ann",),
        ("Tea",),
        (),
    )
    assert one.published == datetime.fromisoformat("2004-02-11T14:44:38-05:00")
    assert one.updated is None


def test_rss_0_91_with_netscapes_dtd_is_read() -> None:
    body = b"""<?xml version="1.0"?>
    <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
     "http://my.netscape.com/publish/formats/rss-0.91.dtd">
    <rss version="0.91"><channel><title>T</title><link>http://b.org/</link><description/>
    <item><title>Caf&eacute;</title><link>http://b.org/1</link></item></channel></rss>"""
    assert parse_feed(body, URL).entries[0].title == "Café"


@pytest.mark.parametrize(
    ("xml", "published", "updated"),
    [
        ("<published>2014-03-03T10:00:00+09:00</published>", "2014-03-03T10:00:00+09:00", None),
        ("<updated>2014-03-03T10:00:00Z</updated>", "2014-03-03T10:00:00+00:00", "2014-03-03T10:00:00+00:00"),
        ("<issued>2004-03-03T10:00:00Z</issued>", "2004-03-03T10:00:00+00:00", None),
        ("<published>0001-01-01T00:00:00Z</published>", None, None),
        ("<published>soon</published>", None, None),
        ("", None, None),
    ],
)
def test_dates_of_atom_entries(xml: str, published: str | None, updated: str | None) -> None:
    got = entry(xml)
    assert [iso(got.published), iso(got.updated)] == [published, updated]


@pytest.mark.parametrize(
    ("xml", "published", "updated"),
    [
        ("<pubDate>Lun, 03 Mar 2014 10:00:00 +0100</pubDate>", "2014-03-03T10:00:00+01:00", None),
        ("<pubDate>2014-03-03</pubDate>", "2014-03-03T00:00:00", None),
        ("<dc:date>2014-03-03T10:00:00Z</dc:date>", "2014-03-03T10:00:00+00:00", None),
        (
            "<pubDate>Mon, 03 Mar 2014 10:00:00 +0100</pubDate><dc:date>2014-03-03T09:00:00Z</dc:date>",
            "2014-03-03T10:00:00+01:00",
            None,
        ),
        (
            "<pubDate>Mon, 03 Mar 2014 10:00:00 +0100</pubDate>"
            "<dcterms:modified>2014-03-05T09:00:00Z</dcterms:modified>",
            "2014-03-03T10:00:00+01:00",
            "2014-03-05T09:00:00+00:00",
        ),
    ],
)
def test_dates_of_rss_items(xml: str, published: str | None, updated: str | None) -> None:
    got = item(xml)
    assert [iso(got.published), iso(got.updated)] == [published, updated]


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<title>Using &lt;div&gt; well</title>", "Using <div> well"),
        ("<title><![CDATA[Using &lt;div&gt; well]]></title>", "Using <div> well"),
        ("<title>Q&amp;amp;A</title>", "Q&A"),
        ("<title>A &lt;em&gt;b&lt;/em&gt;</title>", "A b"),
        ("<title/>", None),
        ("", None),
    ],
)
def test_titles_of_rss_items(xml: str, expected: str | None) -> None:
    assert item(xml).title == expected


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ('<title type="html">Using &amp;lt;div&amp;gt; well</title>', "Using <div> well"),
        ("<title>Using &lt;div&gt; well</title>", "Using <div> well"),
        (
            f'<title type="xhtml">{XHTML}A <em>b</em> &amp; c</div></title>',
            "A b & c",
        ),
    ],
)
def test_titles_of_atom_entries(xml: str, expected: str) -> None:
    assert entry(xml).title == expected


@pytest.mark.parametrize(
    ("xml", "content", "summary"),
    [
        ("<description>&lt;p&gt;A&lt;/p&gt;</description>", "<p>A</p>", None),
        ("<description>Text</description>", "Text", None),
        ("<description>&amp;lt;p&amp;gt;A&amp;lt;/p&amp;gt;</description>", "<p>A</p>", None),
        (
            "<description>S</description><content:encoded>&lt;p&gt;Long&lt;/p&gt;</content:encoded>",
            "<p>Long</p>",
            "S",
        ),
        (
            "<description>The longer one</description><content:encoded>S</content:encoded>",
            "The longer one",
            "S",
        ),
        ("<description>a ]]&gt; &quot;b&quot; &amp;amp; c</description>", 'a ]]> "b" &amp; c', None),
        ("<description>Same</description><content:encoded>Same</content:encoded>", "Same", None),
        (
            "<description><![CDATA[<script>x</script><p style='a'>A</p>]]></description>",
            "<script>x</script><p style='a'>A</p>",
            None,
        ),
        ("<description></description>", None, None),
    ],
)
def test_the_fullest_text_is_the_content(xml: str, content: str | None, summary: str | None) -> None:
    got = item(xml)
    assert (got.content_html, got.summary_html) == (content, summary)


@pytest.mark.parametrize(
    ("xml", "content"),
    [
        ('<content type="html">&lt;p&gt;A&lt;/p&gt;</content>', "<p>A</p>"),
        ("<content>&lt;p&gt;A&lt;/p&gt;</content>", "<p>A</p>"),
        ('<content type="text">1 &lt; 2</content>', "<p>1 &lt; 2</p>"),
        (
            f'<content type="xhtml">{XHTML}<p>A <b>b</b> &amp; c</p></div></content>',
            "<p>A <b>b</b> &amp; c</p>",
        ),
        (
            '<content type="html" xml:base="https://c.org/d/">&lt;a href="e"&gt;x&lt;/a&gt;</content>',
            '<a href="https://c.org/d/e">x</a>',
        ),
    ],
)
def test_content_of_atom_entries(xml: str, content: str) -> None:
    assert entry(xml).content_html == content


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<author>ann@b.org (Ann Lee)</author>", ("Ann Lee",)),
        ("<author>ann@b.org</author>", ()),
        ("<dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator>", ("Ann", "Bob")),
        ("<dc:creator>Ann Lee and Bob Ray</dc:creator>", ("Ann Lee", "Bob Ray")),
        ("<author>ann@b.org</author><dc:creator>Ann</dc:creator>", ("Ann",)),
        ("", ()),
    ],
)
def test_authors_of_rss_items(xml: str, expected: tuple[str, ...]) -> None:
    assert item(xml).authors == expected


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<author><name>Ann</name></author><author><name>Bob</name></author>", ("Ann", "Bob")),
        ("", ("Feed Author",)),
        ("<source><author><name>Elsewhere</name></author></source>", ("Elsewhere",)),
    ],
)
def test_authors_of_atom_entries(xml: str, expected: tuple[str, ...]) -> None:
    assert entry(xml, head="<author><name>Feed Author</name></author>").authors == expected


@pytest.mark.parametrize(
    ("xml", "url", "alternatives"),
    [
        ("<link>https://b.org/p</link>", "https://b.org/p", ()),
        ("<link>/p</link>", "https://b.org/p", ()),
        ("<link>p</link>", "https://b.org/p", ()),
        ("<guid>https://b.org/p</guid>", "https://b.org/p", ()),
        ('<guid isPermaLink="false">https://b.org/p</guid>', "https://b.org/p", ()),
        ("<link>https://b.org/p</link><guid>https://b.org/q</guid>", "https://b.org/p", ("https://b.org/q",)),
        ("<link>https://b.org/p</link><guid>urn:x</guid>", "https://b.org/p", ()),
        (
            "<link>http://feedproxy.google.com/~r/b/~3/x/</link>"
            "<feedburner:origLink>https://b.org/p</feedburner:origLink>",
            "https://b.org/p",
            ("http://feedproxy.google.com/~r/b/~3/x/",),
        ),
        ("<atom:link href='https://b.org/p'/>", "https://b.org/p", ()),
        ("<enclosure url='https://b.org/p.mp3' type='audio/mpeg'/>", "https://b.org/p.mp3", ()),
    ],
)
def test_urls_of_rss_items(xml: str, url: str, alternatives: tuple[str, ...]) -> None:
    got = item(xml, link="")
    assert (got.url, got.alternatives) == (url, alternatives)


@pytest.mark.parametrize(
    ("xml", "url"),
    [
        ('<link rel="self" href="https://b.org/s"/><link href="https://b.org/p"/>', "https://b.org/p"),
        (
            '<link type="text/xml" href="https://b.org/q"/><link type="text/html" href="https://b.org/p"/>',
            "https://b.org/p",
        ),
        ('<link href="p"/>', "https://b.org/feed/p"),
        ("<id>https://b.org/p</id>", "https://b.org/p"),
    ],
)
def test_urls_of_atom_entries(xml: str, url: str) -> None:
    assert entry(xml, link="").url == url


def test_xml_base_is_the_base_of_links() -> None:
    body = atom('<entry xml:base="posts/"><link href="p"/></entry>').replace(
        b"<feed", b'<feed xml:base="https://c.org/x/"'
    )
    assert parse_feed(body, URL).entries[0].url == "https://c.org/x/posts/p"


def test_entries_without_a_url_and_duplicates_are_skipped() -> None:
    body = rss("<item><title>A</title></item>" + "<item><link>https://b.org/p</link><title>B</title></item>" * 2)
    assert [entry.title for entry in parse_feed(body, URL).entries] == ["B"]


def test_archived_feeds_link_to_the_next_older_document() -> None:
    head = '<link rel="prev-archive" href="/2013.atom"/>'
    assert parse_feed(atom("<entry><id>https://b.org/1</id></entry>", head), URL).next_url == "https://b.org/2013.atom"


def test_a_feed_of_recordings_is_a_podcast() -> None:
    episode = "<item><link>https://b.org/{0}</link><enclosure url='/{0}.mp3' type='audio/mpeg'/></item>"
    post = "<item><link>https://b.org/3</link></item>"
    assert isinstance(parse_feed(rss(episode.format(1) + episode.format(2)), URL), PodcastFeed)
    assert type(parse_feed(rss(episode.format(1) + post), URL)) is Feed


def test_a_feed_without_entries_is_a_feed() -> None:
    assert parse_feed(rss(""), URL).entries == ()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"<!DOCTYPE html><html><head><title>x</title></head><body><feed></body></html>", "HTML page"),
        (b"<!DOCTYPE html><p>x", "HTML page"),
        (b"<urlset><url><loc>https://b.org/</loc></url></urlset>", "root element is <urlset>"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not a feed"),
        (b"Not found", "not a feed"),
        (b"<rss></rss>", "not a feed"),
        (b'{"a": 1}', "not a JSON Feed"),
        (b"{", "broken"),
        (b"\x1f\x8bbroken", "gzip"),
    ],
)
def test_documents_that_are_not_feeds_are_refused_with_their_url(body: bytes, message: str) -> None:
    with pytest.raises(FeedError, match=message) as caught:
        parse_feed(body, URL)
    assert URL in str(caught.value)
