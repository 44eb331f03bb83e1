"""What every database must answer about the past."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import Store

BLOG = "https://past.example/"
FOUND = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def _post(name: str, published: str | None, **fields: object) -> Post:
    return Post(f"{BLOG}{name}", BLOG, name, published=published, fetched=FOUND.isoformat(), **fields)  # type: ignore[arg-type]


def fill_past(store: Store) -> None:
    """A blog with a post that was edited twice, one that was gone for a week, one whose date was corrected, an old one
    with comments, one without a date, and one that is gone."""
    store.save_blog(Blog(BLOG, "Past"))
    edited = _post("edited", "2026-05-01T10:00:00+00:00", text="first")
    said = [Comment(str(year), published=f"{year}-01-01", text=str(year)) for year in (2011, 2013, 2015)]
    old = _post("old", "2010-03-01", comments=said, comments_expected=3)
    redated = _post("redated", "2026-05-20")
    store.save_posts(
        [edited, old, redated, _post("away", "2026-04-01"), _post("gone", "2026-04-02"), _post("undated", None)]
    )
    for day, text in ((2, "second"), (4, "third")):
        new = replace(edited, text=text)
        store.post_states.replace(edited, new, ["content"], FOUND + day * DAY)
        edited = new
    store.save_post(replace(_post("late", "2026-05-02"), fetched=(FOUND + 18 * DAY).isoformat()))
    store.post_states.replace(redated, replace(redated, published="2009-01-01"), ["metadata"], FOUND + 3 * DAY)
    for name in ("away", "gone"):
        (state,) = store.post_states.known([f"{BLOG}{name}"]).values()
        store.post_states.mark_gone(BLOG, state, FOUND + 5 * DAY)
        if name == "away":
            state.gone, state.checked = None, (FOUND + 12 * DAY).isoformat()
            store.post_states.save(BLOG, state)


def check_past(store: Store) -> None:
    """Check what was there at several moments."""

    def names(moment: datetime) -> list[str]:
        view = store.as_of(moment)
        found = [post.url.removeprefix(BLOG) for post in view.posts("past.example")]
        assert view.count(BLOG) == len(found)
        assert all((view.post(f"{BLOG}{name}") is not None) == (name in found) for name in ("away", "old", "redated"))
        return found

    everything = ["redated", "edited", "gone", "away", "old", "undated"]
    assert names(FOUND) == everything
    assert names(FOUND + 3 * DAY) == ["edited", "gone", "away", "old", "redated", "undated"]
    assert names(FOUND + 6 * DAY) == ["edited", "old", "redated", "undated"]
    assert names(FOUND + 15 * DAY) == ["edited", "away", "old", "redated", "undated"]
    assert names(FOUND + 20 * DAY) == ["late", "edited", "away", "old", "redated", "undated"]
    assert names(FOUND - DAY) == ["redated", "late", "edited", "gone", "away", "old"]
    assert names(datetime(2012, 6, 1, tzinfo=UTC)) == ["old"]
    assert names(datetime(2009, 6, 1, tzinfo=UTC)) == []
    texts = [(store.as_of(FOUND + day * DAY).post(f"{BLOG}edited") or Post("", "")).text for day in (0, 1, 2, 3, 4, 99)]
    assert texts == ["first", "first", "second", "second", "third", "third"]
    version = store.as_of(FOUND + 3 * DAY).version(f"{BLOG}edited")
    assert version is not None
    assert (version.since, version.until) == ((FOUND + 2 * DAY).isoformat(), (FOUND + 4 * DAY).isoformat())
    early = store.as_of(datetime(2014, 6, 1, tzinfo=UTC)).version(f"{BLOG}old")
    assert early is not None
    assert early.since == FOUND.isoformat()  # it was first seen later
    assert [comment.text for comment in early.record.comments] == ["2011", "2013"]
    assert early.record.comments_expected is None
