from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.crawl.posts import feed_only_posts
from blogcrawler.crawl.posts.feed_only_posts import post_from_feed
from blogcrawler.faults import FaultLog, use_fault_log
from blogcrawler.items import Feed, FeedEntry
from blogcrawler.survey.feed_links import shared_page

HOME = "http://example.org/"


def feed(*urls: str) -> Feed:
    return Feed(f"{HOME}feed.xml", entries=tuple(FeedEntry(f"{HOME}{url}") for url in urls))


def test_a_page_is_shared_if_all_entries_are_anchors_on_it():
    assert shared_page(feed("#a", "#b")) == HOME
    assert shared_page(feed("diary.html#a", "diary.html#b", "diary.html#c")) == f"{HOME}diary.html"


@pytest.mark.parametrize(
    "urls", [(), ("#a",), ("", "#a", "b"), ("", ""), ("a#1", "b#1"), ("2004.html#a", "2005.html#b")]
)
def test_other_pages_are_not_shared(urls: tuple[str, ...]):
    assert shared_page(feed(*urls)) is None


def test_entries_without_an_address_share_no_page_with_others():
    assert shared_page(Feed(f"{HOME}feed.xml", entries=(FeedEntry(""), FeedEntry(f"{HOME}#a")))) is None


def test_the_anchor_may_be_in_an_alternative_url():
    entries = tuple(FeedEntry(HOME, alternatives=("urn:x", f"{HOME}#{name}")) for name in "abc")
    assert shared_page(Feed(f"{HOME}feed.xml", entries=entries)) == HOME


def test_a_copy_has_the_fields_of_the_feed_entry_only():
    text = '<h2>A title</h2><p>Some <a href="/x">words</a>.</p><script>x()</script>'
    entry = FeedEntry(f"{HOME}a", "A title", published=datetime(2024, 5, 1, tzinfo=UTC), content_html=text)
    post = post_from_feed(entry, f"{HOME}a", HOME, None)
    assert post is not None
    assert (post.title, post.text, post.links) == ("A title", "Some words.", [f"{HOME}x"])
    assert post.published == "2024-05-01T00:00:00+00:00"
    assert post.dating is not None
    assert post.dating["from"] == "feed"
    assert post.source == dict.fromkeys(("title", "published", "content_html", "text"), "feed")
    assert post.warc is None


def test_a_copy_has_no_link_to_itself():
    html = f'<p>The text. <a href="{HOME}a">Permalink</a> <a href="{HOME}b">b</a></p>'
    post = post_from_feed(FeedEntry(f"{HOME}a", content_html=html), f"{HOME}a", HOME, None)
    assert post is not None
    assert post.links == [f"{HOME}b"]


def test_a_copy_is_dated_by_its_address_if_the_feed_has_no_date():
    url = f"{HOME}2021/06/06/a"
    post = post_from_feed(FeedEntry(url, "A", content_html="<p>Text</p>"), url, HOME, None)
    assert post is not None
    assert (post.published, post.source["published"]) == ("2021-06-06", "metadata")
    assert post.dating is not None
    assert post.dating["from"] == "url"


def test_a_copy_is_not_updated_before_it_was_published():
    day, before = datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 4, 1, tzinfo=UTC)
    entry = FeedEntry(f"{HOME}a", published=day, updated=before, content_html="<p>Text</p>")
    post = post_from_feed(entry, f"{HOME}a", HOME, None)
    assert post is not None
    assert (post.updated, "updated" in post.source) == (None, False)


def test_without_a_text_there_is_no_copy():
    assert post_from_feed(FeedEntry(f"{HOME}a", "A title"), f"{HOME}a", HOME, "en") is None
    assert post_from_feed(FeedEntry(f"{HOME}a", "A title", summary_html=" "), f"{HOME}a", HOME, "en") is None


@given(st.text(alphabet="<>/ =\"'&;#abhprefsctidv\x00\ud800", max_size=60))
def test_any_feed_text_makes_a_copy_without_an_error(html: str):
    post_from_feed(FeedEntry(f"{HOME}a", html, content_html=html, summary_html=html), f"{HOME}a", HOME, "en")


def test_an_error_in_one_entry_costs_no_other_entry(monkeypatch: pytest.MonkeyPatch):
    steps: list[str] = []
    use_fault_log(FaultLog(steps.append))
    made = feed_only_posts.post_from_feed

    def planted(entry: FeedEntry, *arguments: Any) -> Any:
        if entry.url.endswith("bad"):
            raise ValueError("planted")
        return made(entry, *arguments)

    monkeypatch.setattr(feed_only_posts, "post_from_feed", planted)
    tools: Any = SimpleNamespace(
        settings=SimpleNamespace(media_enabled=False),
        stats=Counter(),
        state=SimpleNamespace(feed_addresses_wrong=False),
    )
    tools.stats.inc_value = lambda name: tools.stats.update([name])
    posts = feed_only_posts.FeedOnlyPosts(tools, HOME, None)
    entries = [FeedEntry(f"{HOME}{name}", name, content_html="<p>Text</p>") for name in ("a", "bad", "c")]
    assert [post.title for entry in entries for post in posts.from_entry(entry)] == ["a", "c"]
    use_fault_log(FaultLog())
    assert steps == ["feed_post"]
    assert tools.stats == {"posts/from_feed": 2}
