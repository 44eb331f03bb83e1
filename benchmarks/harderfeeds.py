"""What makes feeds of blogs hard, as changes of the training pairs: feed entries and the addresses of their pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html import escape
from random import Random

from blogcrawler.extraction import html_text
from blogcrawler.feeds import parse_feed
from blogcrawler.items import FeedEntry

#: A feed's entry and the address of the page that it leads to; empty for the home page.
Pair = tuple[FeedEntry, str]


@dataclass(frozen=True)
class Told:
    """What changes of feeds need to know of the blog."""

    name: str
    home: str


FeedChange = Callable[[Sequence[Pair], Told], list[Pair]]


def first(count: int) -> FeedChange:
    return lambda pairs, told: list(pairs[:count])


def backwards(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    return list(reversed(pairs))


def each(change: Callable[[FeedEntry, Told], FeedEntry]) -> FeedChange:
    return lambda pairs, told: [(change(entry, told), url) for entry, url in pairs]


# --- entries that lie -----------------------------------------------------------------------------------------------


def wrong_links(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    """A third of the links leads to another post."""
    return [(entry, pairs[(i + 1) % len(pairs)][1] if i % 3 == 1 else url) for i, (entry, url) in enumerate(pairs)]


def links_home(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    """A third of the links leads to the home page."""
    return [(entry, told.home if i % 3 == 1 else url) for i, (entry, url) in enumerate(pairs)]


def texts_swapped(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    """The texts of every third and fourth post are swapped."""
    entries = [entry for entry, _ in pairs]
    for i in range(0, len(entries) - 1, 4):
        one, other = entries[i], entries[i + 1]
        entries[i] = replace(one, content_html=other.content_html, summary_html=other.summary_html)
        entries[i + 1] = replace(other, content_html=one.content_html, summary_html=one.summary_html)
    return list(zip(entries, (url for _, url in pairs), strict=True))


# --- texts ----------------------------------------------------------------------------------------------------------


def cut(count: int, end: str = "") -> FeedChange:
    def change(entry: FeedEntry, told: Told) -> FeedEntry:
        said = html_text(entry.content_html or entry.summary_html).split()
        more = end.format(title=entry.title, blog=told.name) if len(said) > count else ""
        return replace(entry, content_html=f"<p>{escape(' '.join(said[:count]))}{more}</p>", summary_html=None)

    return each(change)


def _stripped(entry: FeedEntry, told: Told) -> FeedEntry:
    return replace(entry, content_html=escape(html_text(entry.content_html)), summary_html=None)


def _summary(entry: FeedEntry, told: Told) -> FeedEntry:
    """A summary in other words than the article's: they are the post's, but nowhere in this order."""
    said = html_text(entry.content_html or entry.summary_html).split()
    chosen = Random(entry.url).sample(said, min(30, len(said)))
    return replace(entry, content_html=f"<p>{escape(' '.join(chosen))}.</p>", summary_html=None)


def _with_footer(entry: FeedEntry, told: Told) -> FeedEntry:
    more = (
        f"<p>The post <a href='{entry.url}'>{escape(entry.title or '')}</a> appeared first on {escape(told.name)}.</p>"
    )
    return replace(entry, content_html=(entry.content_html or "") + more)


stripped, summary, with_footer = each(_stripped), each(_summary), each(_with_footer)


def escaped_twice(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    return reparsed([(replace(entry, content_html=escape(entry.content_html or "")), url) for entry, url in pairs])


def reparsed(pairs: Sequence[Pair], author: Callable[[str], str] = str) -> list[Pair]:
    """The pairs as an RSS feed that has been read."""
    items = "".join(
        f"<item><title>{escape(entry.title or '')}</title><link>{escape(entry.url)}</link>"
        f"<guid isPermaLink='false'>{number}</guid>"
        + "".join(f"<author>{escape(author(name))}</author>" for name in entry.authors[:1])
        + (f"<pubDate>{entry.published:%a, %d %b %Y %H:%M:%S %z}</pubDate>" if entry.published else "")
        + f"<description>{escape(entry.content_html or '')}</description></item>"
        for number, (entry, _) in enumerate(pairs)
    )
    clean = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", items)
    feed = parse_feed(f"<rss version='2.0'><channel><title>x</title>{clean}</channel></rss>".encode(), pairs[0][0].url)
    return list(zip(feed.entries, (url for _, url in pairs), strict=False))


# --- titles, authors, dates -----------------------------------------------------------------------------------------


def _titled(change: Callable[[str, int], str]) -> FeedChange:
    return lambda pairs, told: [
        (replace(entry, title=change(entry.title, i) if entry.title else None), url)
        for i, (entry, url) in enumerate(pairs)
    ]


title_category = _titled(lambda title, i: f"[{('News', 'Travel notes', 'Code')[i % 3]}] {title}")
title_cut = _titled(lambda title, i: title if len(title) < 30 else title[:27].rstrip() + "…")
title_upper = _titled(lambda title, i: title.upper())
title_ascii = _titled(
    lambda title, i: re.sub(r"[\U0001F000-\U0001FAFF☀-➿]", "", title).replace("’", "'").replace("–", "-")
)
title_named = each(lambda entry, told: replace(entry, title=f"{told.name}: {entry.title}" if entry.title else None))
title_off = each(lambda entry, told: replace(entry, title=None))

author_off = each(lambda entry, told: replace(entry, authors=()))
author_blog = each(lambda entry, told: replace(entry, authors=(told.name,)))
author_admin = each(lambda entry, told: replace(entry, authors=("admin",)))


def author_mail(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    return reparsed(pairs, lambda name: f"someone@example.org ({name})")


date_off = each(lambda entry, told: replace(entry, published=None, updated=None))


def date_built(pairs: Sequence[Pair], told: Told) -> list[Pair]:
    """All posts have the second at which the feed was made."""
    built = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    return reparsed([(replace(entry, published=built), url) for entry, url in pairs])


def _moved(entry: FeedEntry, hours: int) -> FeedEntry:
    return replace(entry, published=entry.published + timedelta(hours=hours)) if entry.published else entry


date_zone = each(lambda entry, told: _moved(entry, 5))
date_updated = each(lambda entry, told: _moved(entry, 24 * Random(entry.url).choice([0, 0, 3, 40, 400])))
