from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.feeds import (
    FeedHints,
    comment_reading,
    comments_since,
    feed_hints,
    feed_reading,
    left_out,
    missing,
    news_since,
    watch_points,
)
from blogcrawler.items import Feed, FeedEntry


def feed(*entries: FeedEntry) -> Feed:
    return Feed("https://a.org/feed", entries=entries)


ENTRIES = [FeedEntry(f"https://a.org/{n}", title=f"Post {n}", content_html=f"<p>Text {n}") for n in range(6)]


def test_the_same_feed_has_no_news():
    news = news_since(feed_reading(feed(*ENTRIES)), feed(*ENTRIES))
    assert (news.new, news.changed, news.overflowed) == ([], [], False)


def test_new_and_changed_entries_are_found():
    changed = replace(ENTRIES[2], content_html="<p>Other text")
    news = news_since(feed_reading(feed(*ENTRIES[1:])), feed(ENTRIES[0], ENTRIES[1], changed))
    assert (news.new, news.changed) == ([ENTRIES[0]], [changed])
    assert not news.overflowed


def test_other_markup_is_not_a_change_but_another_comment_is():
    same = replace(ENTRIES[0], content_html="<div><p>Text  0</div>")
    more = replace(ENTRIES[1], comments_expected=3)
    assert news_since(feed_reading(feed(*ENTRIES)), feed(same, more)).changed == [more]


def test_the_updated_date_decides_if_there_is_one():
    when = datetime(2026, 1, 1, tzinfo=UTC)
    before = feed_reading(feed(replace(ENTRIES[0], updated=when)))
    assert not news_since(before, feed(replace(ENTRIES[0], updated=when, content_html="noise"))).changed
    assert news_since(before, feed(replace(ENTRIES[0], updated=when + timedelta(hours=1)))).changed


def test_a_feed_in_which_all_texts_differ_has_a_new_format_and_no_changes():
    other = [replace(entry, content_html=f"{entry.content_html} (read on)") for entry in ENTRIES]
    assert not news_since(feed_reading(feed(*ENTRIES)), feed(*other)).changed


def test_a_feed_overflows_when_nothing_in_it_is_known():
    assert news_since(feed_reading(feed(*ENTRIES[3:])), feed(*ENTRIES[:3])).overflowed
    assert not news_since({}, feed(*ENTRIES)).overflowed


def dated(numbers: range, *, without: int = -1) -> Feed:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    listed = [replace(ENTRIES[n], published=day - timedelta(days=n)) for n in numbers if n != without]
    return feed(*listed)


def test_a_post_is_missing_if_older_ones_are_still_listed():
    before = feed_reading(dated(range(5)))
    assert missing(before, dated(range(5), without=2)) == ["a.org/2"]
    assert missing(before, dated(range(4))) == []  # the oldest has fallen out
    assert missing(feed_reading(dated(range(2, 6))), dated(range(4))) == []  # two new ones, two fell out
    assert missing(before, dated(range(3, 4))) == []  # another feed
    assert missing({}, dated(range(5))) == []


def test_no_post_is_missing_in_a_feed_without_order():
    shuffled = feed(*dated(range(5), without=2).entries[::-1])
    assert missing(feed_reading(dated(range(5))), shuffled) == []
    assert missing(feed_reading(feed(*ENTRIES)), feed(*ENTRIES[:2], *ENTRIES[3:])) == []  # no dates


def test_an_item_is_left_out_if_its_neighbours_are_still_listed():
    assert left_out(list("abcdef"), set("abdef")) == ["c"]
    assert left_out(list("abcdef"), set("xabcde")) == []
    assert left_out(list("abcdef"), set("af")) == []  # too many
    assert left_out(list("abcdef"), set("xyz")) == []


def test_comments_are_identified_by_their_own_url():
    first, second = (FeedEntry(f"https://a.org/p/#comment-{n}") for n in (1, 2))
    assert comments_since(comment_reading(feed(first)), feed(second, first)).new == [second]
    assert comments_since(comment_reading(feed(first)), feed(second)).overflowed


@pytest.mark.parametrize(
    "platform", tomllib.loads(files("blogcrawler.feeds").joinpath("platform_news.toml").read_text("utf-8"))["platform"]
)
def test_the_example_of_every_platform_is_correct(platform: dict[str, dict[str, str]]):
    example = platform["example"]
    points = watch_points(example["feed"], example["generator"])
    assert points is not None
    assert (points.comments, points.recent) == (example["comments"], example["recent"])
    assert points.since == example.get("since")
    assert watch_points(example["feed"], "Something else 1.0") is None


def test_hints_are_read_from_the_head_of_a_feed():
    hints = feed_hints(
        b"<rss><channel><ttl> 90 </ttl><sy:updatePeriod>\n\tdaily\t</sy:updatePeriod><sy:updateFrequency>2"
        b"</sy:updateFrequency><skipHours><hour>1</hour><hour>24</hour></skipHours><skipDays><day>Sunday</day></skipDays>"
    )
    assert hints == FeedHints(ttl=90, period=12.0, skip_hours=(0, 1), skip_days=(6,))
    assert hints.shortest == timedelta(minutes=90)
    assert FeedHints.from_record(hints.record()) == hints


@given(st.binary(max_size=300))
def test_hints_from_any_bytes_are_within_bounds(body: bytes):
    hints = feed_hints(b"<ttl>9999999</ttl><skipHours><hour>99</hour>" + body)
    assert hints.shortest <= timedelta(days=7)
