from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from blogcrawler.feeds import PodcastFeed, best_feed, is_comment_feed, next_pages, rank_feeds
from blogcrawler.items import Feed, FeedEntry

HOME = "https://b.org/blog/"
LONG = "<p>" + "word " * 400 + "</p>"


def feed(name: str, *paths: str, title: str = "B", content: str = LONG, kind: type[Feed] = Feed, **values: Any) -> Feed:
    urls = [path if "//" in path else HOME + path for path in paths]
    entries = tuple(FeedEntry(url, content_html=content, **values) for url in urls)
    return kind(f"https://b.org/{name}", title=title, entries=entries)


POSTS = feed("feed/", "1", "2", "3", "4")

WORSE = {
    "comments by address": feed("c", "1#comment-1", "1#comment-2", "2#comment-3", "2#comment-4", "3#comment-9"),
    "a category by its address": feed("category/tea/feed/", "1", "2", "3", "4", "5"),
    "a category by its title": feed("x", "1", "2", "3", "4", "5", title="B » Tea"),
    "a podcast": feed("x", "1", "2", "3", "4", "5", kind=PodcastFeed),
    "another host": feed("x", "https://c.org/1", "https://d.org/2", "https://e.org/3", "https://e.org/4"),
    "the whole site": feed("x", *(f"https://b.org/shop/{n}" for n in range(20))),
    "teasers": feed("x", "1", "2", "3", "4", content="<p>Short</p>"),
    "fewer posts": feed("x", "1", "2"),
    "nothing": feed("x"),
}


@pytest.mark.parametrize("other", WORSE.values(), ids=WORSE.keys())
def test_the_feed_of_posts_is_chosen_over_other_feeds(other: Feed) -> None:
    assert rank_feeds([other, POSTS], HOME) == [POSTS, other]
    assert best_feed([other, POSTS], HOME) is POSTS


@pytest.mark.parametrize(
    "title", ["Comment on Tea by Ann", "By: Ann", "Re: Tea", "Kommentar zu Tee von Ann", "Von: Ann"]
)
def test_a_feed_of_comments_is_recognised_by_its_titles(title: str) -> None:
    entries = tuple(FeedEntry(f"{HOME}{n}", title=title) for n in range(3))
    assert is_comment_feed(Feed("https://b.org/x", entries=entries))
    assert best_feed([Feed("https://b.org/x", entries=entries)], HOME) is None


def test_a_feed_whose_entries_share_a_tag_is_a_section() -> None:
    tea = feed("x", "1", "2", "3", "4", tags=("tea",), content=LONG * 3)
    mixed = Feed("https://b.org/y", entries=tuple(FeedEntry(f"{HOME}{n}", tags=(f"t{n}",)) for n in range(4)))
    assert best_feed([tea, mixed], HOME) is mixed
    assert best_feed([tea], HOME) is tea


def test_feeds_of_other_hosts_are_better_than_none() -> None:
    planet = WORSE["another host"]
    assert best_feed([planet, WORSE["comments by address"], WORSE["nothing"]], HOME) is planet
    assert best_feed([], HOME) is None


def test_atom_is_preferred_among_equals_only() -> None:
    atom = feed("atom.xml", "1", "2", "3", "4", updated=datetime(2014, 3, 3, tzinfo=UTC))
    assert best_feed([POSTS, atom], HOME) is atom
    assert best_feed([feed("f", *"123456789"), atom], HOME) is not atom


def page(name: str, generator: str | None) -> Feed:
    return Feed(f"https://b.org/{name}", home=HOME, generator=generator, entries=POSTS.entries)


@pytest.mark.parametrize(
    ("last", "page_no", "expected"),
    [
        (Feed("https://b.org/f", next_url="https://b.org/f?p=2"), 1, ["https://b.org/f?p=2"]),
        (Feed("https://b.org/f", next_url="https://b.org/f"), 1, []),
        (page("f", "Hugo"), 1, []),
        (page("f", None), 1, []),
        (page("f/", "https://wordpress.org/?v=6"), 1, ["https://b.org/f/?paged=2"]),
        (page("?feed=rss2&paged=2", "WordPress"), 2, ["https://b.org/?feed=rss2&paged=3"]),
        (Feed("https://b.org/f/?paged=2", generator="WordPress"), 2, []),
        (replace(page("", "WordPress"), url="https://feeds.feedburner.com/b"), 1, [HOME + "feed/?paged=2"]),
        (page("d?alt=rss", "Blogger"), 1, ["https://b.org/d?alt=rss&start-index=5&max-results=150"]),
        (
            replace(page("d", "Blogger"), next_url="https://b.org/d?start-index=26&max-results=25"),
            1,
            ["https://b.org/d?start-index=26&max-results=150"],
        ),
        (
            page("d?start-index=5&max-results=4", "Blogger"),
            2,
            ["https://b.org/d?start-index=9&max-results=4"],
        ),
    ],
)
def test_the_next_pages_of_a_feed(last: Feed, page_no: int, expected: list[str]) -> None:
    assert next_pages(last, page_no) == expected
