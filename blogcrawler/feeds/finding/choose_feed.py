"""Choose the feed of the blog's posts among several feeds, by their content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log2
from statistics import fmean

from ...items import Feed, FeedEntry
from ...urls import bare_host, split_url
from ...word_lists import word_pattern
from ..parsing.podcasts import PodcastFeed
from ..parsing.texts import text_length
from .feed_kinds import feed_kind

__all__ = ["best_feed", "is_comment_feed", "rank_feeds"]

_COMMENT_ADDRESS = re.compile(r"#(?:comment|c\d+$|respond|reply)|[?&]showComment=|/comment-page-\d", re.I)
_COMMENT_TITLE = word_pattern(__package__, "choose_feed.toml", "comment_titles")


def rank_feeds(feeds: Sequence[Feed], home_url: str) -> list[Feed]:
    """The feeds, best first: posts before sections and podcasts, those before comments, empty feeds last.

    Feeds with entries on the blog's own host and path go before those that only point elsewhere (planets,
    link lists); among equals, more posts and fuller texts win, then the given order.
    """
    return sorted(feeds, key=lambda feed: (_rank(feed, feeds, home_url), -_worth(feed), -_dated(feed)))


def best_feed(feeds: Sequence[Feed], home_url: str) -> Feed | None:
    """The feed to learn from, or None if none of them has posts."""
    ranked = rank_feeds([feed for feed in feeds if feed.entries and not is_comment_feed(feed)], home_url)
    return ranked[0] if ranked else None


def is_comment_feed(feed: Feed) -> bool:
    """Whether the entries are comments: by their addresses and titles, else by the feed's own."""
    if not feed.entries:
        return feed_kind(feed.url, feed.title) == "comments"
    comments = sum(map(_is_comment, feed.entries))
    return comments > len(feed.entries) / 2


def _is_comment(entry: FeedEntry) -> bool:
    return bool(_COMMENT_ADDRESS.search(entry.url) or _COMMENT_TITLE.search(entry.title or ""))


def _rank(feed: Feed, feeds: Sequence[Feed], home_url: str) -> int:
    if not feed.entries:
        return 6
    if is_comment_feed(feed):
        return 5
    if not any(_on_host(entry, home_url) for entry in feed.entries):
        return 4
    if isinstance(feed, PodcastFeed) or feed_kind(feed.url, feed.title) == "podcast":
        return 3
    if _is_section(feed, feeds):
        return 2
    return 0 if sum(_in_scope(entry, home_url) for entry in feed.entries) * 2 >= len(feed.entries) else 1


def _is_section(feed: Feed, feeds: Sequence[Feed]) -> bool:
    """By its address or title, or because all its entries share a tag that other feeds' entries don't."""
    others = [other for other in feeds if other is not feed and other.entries and not is_comment_feed(other)]
    if feed_kind(feed.url, feed.title) == "section":
        return True
    parts = re.split(r"\s+[»›|–-]\s+", feed.title or "")
    if len(parts) > 1 and any(other.title in (parts[0], parts[-1]) for other in others):
        return True
    larger = [entry for other in others if len(other.entries) >= len(feed.entries) for entry in other.entries]
    shared = set.intersection(*(set(entry.tags) for entry in feed.entries))
    return len(feed.entries) > 2 and any(not shared.issubset(entry.tags) for entry in larger)


def _worth(feed: Feed) -> float:
    """How much there is to learn: the number of posts and the length of their texts, in powers of two."""
    if not feed.entries:
        return 0
    posts = len({entry.url.partition("#")[0] for entry in feed.entries})
    length = fmean(text_length(entry.content_html or "") for entry in feed.entries)
    return round(log2(1 + posts) + log2(1 + length / 100), 1)


def _dated(feed: Feed) -> int:
    """Atom before RSS: it also says when a post was changed."""
    return sum(entry.updated is not None for entry in feed.entries) + ("atom" in feed.url.lower())


def _on_host(entry: FeedEntry, home_url: str) -> bool:
    return any(bare_host(url) == bare_host(home_url) for url in (entry.url, *entry.alternatives))


def _in_scope(entry: FeedEntry, home_url: str) -> bool:
    home, link = split_url(home_url), split_url(entry.url)
    if home is None or link is None or bare_host(entry.url) != bare_host(home_url):
        return False
    return link.path.startswith(home.path.rpartition("/")[0] + "/")
