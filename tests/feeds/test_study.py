from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from blogcrawler.feeds import FeedFacts, feed_facts, group_figures, study_svg, type_counts
from blogcrawler.items import Feed, FeedEntry

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG = "word " * 150


def facts(text: str, hours: float = 24, items: int = 5, group: str = "all") -> FeedFacts:
    entries = tuple(
        FeedEntry(f"https://a.example/{n}", published=START + n * timedelta(hours=hours), content_html=f"<p>{text}</p>")
        for n in range(items)
    )
    return feed_facts(Feed("https://a.example/feed", entries=entries), b'<rss version="2.0"></rss>', group)


def test_the_facts_of_a_feed():
    found = facts(LONG)
    assert (found.type, found.items, found.full_text, found.stay) == ("RSS 2.0", 5, True, 96)
    assert found.intervals is not None
    assert found.intervals.median == 24


@pytest.mark.parametrize("text", ["A short teaser.", f"{LONG}[…]", f"{LONG} Read more »", f"{LONG}..."])
def test_teasers_are_not_whole_texts(text: str):
    assert facts(text).full_text is False


def test_a_feed_without_items_or_dates_has_no_intervals():
    empty = feed_facts(Feed("https://a.example/feed"), b"")
    assert (empty.type, empty.items, empty.intervals, empty.stay) == ("unknown", 0, None, None)
    figures = group_figures([empty], "all")
    assert (figures.feeds, figures.median, figures.deviation, figures.stay) == (1, None, None, None)


def test_the_figures_of_a_group():
    figures = group_figures([facts(LONG, 10), facts("short", 30), facts("short", 20)], "art")
    assert (figures.group, figures.feeds, figures.items, figures.median, figures.mean) == ("art", 3, 5, 20, 20)
    assert figures.deviation == pytest.approx(0)  # each about its own mean
    assert figures.full_text == pytest.approx(1 / 3)
    assert figures.stay == 80


def test_the_types_are_counted():
    assert type_counts([facts("a"), facts("b"), feed_facts(Feed("x"), b"")]) == [("RSS 2.0", 2), ("unknown", 1)]


def test_the_plots_are_svg():
    for feeds in ([facts(LONG), facts("a", 0.001, 300)], [feed_facts(Feed("x"), b"")]):
        assert ElementTree.fromstring(study_svg(feeds)).tag.endswith("svg")
