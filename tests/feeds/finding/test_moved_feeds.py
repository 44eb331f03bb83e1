from __future__ import annotations

import pytest

from blogcrawler.feeds import gone_to, own_address

URL = "https://a.org/feed.xml"


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ("<itunes:new-feed-url>https://b.org/pod.xml</itunes:new-feed-url>", "https://b.org/pod.xml"),
        ("<itunes:new-feed-url>\n <![CDATA[https://b.org/x?a=1&b=2]]>", "https://b.org/x?a=1&b=2"),
        ("<itunes:new-feed-url>/pod.xml</itunes:new-feed-url>", "https://a.org/pod.xml"),
        ("<itunes:new-feed-url>http://www.a.org/feed.xml</itunes:new-feed-url>", None),
        ("<itunes:new-feed-url>javascript:alert(1)</itunes:new-feed-url>", None),
        ("<itunes:new-feed-url></itunes:new-feed-url>", None),
        ("<rss><channel>", None),
    ],
)
def test_a_feed_announces_its_new_url(body: str, address: str | None):
    assert gone_to(body.encode(), URL) == address


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ('<atom:link href="https://b.org/f?a=1&amp;b=2" rel="self" type="x"/>', "https://b.org/f?a=1&b=2"),
        ("<link rel='alternate' href='https://a.org/'/><link rel='self' href='/atom.xml'/>", "https://a.org/atom.xml"),
        ('<atom:link href="https://a.org/feed.xml" rel="self"/>', None),
        ('{"version": "1", "feed_url": "https:\\/\\/b.org\\/feed.json"}', "https://b.org/feed.json"),
        ("<rss><link>https://a.org/</link>", None),
    ],
)
def test_a_feed_states_its_own_url(body: str, address: str | None):
    assert own_address(body.encode(), URL) == address
