"""Posts for the catalogue, and what it must say about them on every database."""

from __future__ import annotations

from dataclasses import replace

from blogcrawler.items import Blog, Comment, Post, Visit
from blogcrawler.store import Store

BLOG = "https://a.example/"
OTHER = "https://b.example/"


def fill_store(store: Store) -> None:
    store.save_blog(Blog(BLOG, "A"))
    store.save_blog(Blog(OTHER, "B"))
    store.save_posts(
        [
            Post(
                f"{BLOG}1",
                BLOG,
                "One",
                ["Ann"],
                "2024-01-01T23:30:00-02:00",
                text="x" * 1000,
                tags=["a", "b"],
                language="en",
            ),
            Post(
                f"{BLOG}2",
                BLOG,
                "Two",
                ["Ann", "Bo"],
                "2024-03-05",
                text="y",
                tags=["a"],
                comments=[Comment("1"), Comment("2")],
            ),
            Post(f"{BLOG}3", BLOG, None, [], "1969-12-31T10:00:00+00:00"),
            Post(f"{BLOG}4", BLOG, "", ["B" * 300]),
            Post(
                f"{OTHER}1", OTHER, "Thread", type="thread", posts=[Comment("1")], published="2020-02-29T06:00:00+00:00"
            ),
        ]
    )
    store.schedule.save_visit(Visit(BLOG, "2024-03-01T00:00:00+00:00", "quiet"))
    store.schedule.save_visit(Visit(BLOG, "2024-03-02T00:00:00+00:00", "failed"))


def check_catalogue(store: Store) -> None:
    outlines = store.catalogue.outlines()
    assert (outlines[BLOG].posts, outlines[BLOG].first, outlines[BLOG].last) == (4, "1969-12-31", "2024-03-05")
    assert outlines[BLOG].months == (("1969-12", 1), ("2024-01", 1), ("2024-03", 1))
    assert (outlines[BLOG].visited, outlines[BLOG].outcome) == ("2024-03-02T00:00:00+00:00", "failed")
    assert (outlines[OTHER].posts, outlines[OTHER].visited, outlines[OTHER].due) == (1, None, None)
    timeline = store.catalogue.timeline(BLOG)
    assert (timeline.posts, timeline.undated) == (4, 1)
    assert timeline.months == outlines[BLOG].months
    # 2024-01-02 01:30 UTC and 2024-03-05 are Tuesdays, 1969-12-31 was a Wednesday.
    assert timeline.weekdays == (0, 2, 1, 0, 0, 0, 0)
    assert {at: number for at, number in enumerate(timeline.week) if number} == {24 + 1: 1, 48 + 10: 1}
    contents = store.catalogue.contents(BLOG)
    assert (contents.posts, contents.comments) == (4, 2)
    assert dict(contents.filled) == {"title": 2, "authors": 3, "published": 3, "text": 2, "tags": 2}
    assert contents.authors == (("Ann", 2), ("Bo", 1))
    assert contents.tags == (("a", 2), ("b", 1))
    assert contents.languages == (("en", 1),)
    assert store.catalogue.contents(OTHER).comments == 1
    assert store.catalogue.contents(BLOG, most=1).tags == (("a", 2),)
    assert store.catalogue.contents("https://unknown.example/").posts == 0


def check_post_counts(store: Store) -> None:
    """Save, change, move and remove posts; the counts must be right after each step."""
    fill_store(store)
    post = store.post(f"{BLOG}2")
    assert post is not None
    store.save_post(post)  # once more: nothing changes
    assert store.catalogue.outlines()[BLOG].comments == 2
    store.save_post(replace(post, published="2024-04-01", title="", comments=post.comments[:1]))
    outline = store.catalogue.outlines()[BLOG]
    assert outline.months == (("1969-12", 1), ("2024-01", 1), ("2024-04", 1))
    assert (outline.posts, outline.comments, outline.last) == (4, 1, "2024-04-01")
    assert outline.filled == (("title", 1), ("authors", 3), ("published", 3), ("text", 2))
    store.save_post(replace(post, blog=OTHER))
    assert [store.catalogue.outlines()[blog].posts for blog in (BLOG, OTHER)] == [3, 2]
    store.remove_blog(BLOG)
    assert store.catalogue.total() == 2
    assert store.catalogue.outlines()[OTHER].comments == 3
