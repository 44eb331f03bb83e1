"""Many crawls of a blog that changes each time: nothing is lost, nothing is doubled, and only changes cost anything."""

from __future__ import annotations

import math
import random
import sqlite3
import string
import time
from contextlib import closing
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path

from blogsite import MadePost, make_posts
from crawl_processes import crawl
from updated_blog import Updates, crawled

from blogcrawler.store import DATABASE_FILE, SearchQuery, open_store

#: N is a new crawl, U an update.
CRAWLS = "NUUNUNUUNU"

State = dict[str, tuple[str, str, list[str]]]


def test_every_state_of_a_blog_can_be_shown_again_and_the_database_grows_with_the_changes(
    blog: Updates, tmp_path: Path
) -> None:
    chance = random.Random(5)
    posts = [_long(post, chance) for post in make_posts(11)]
    unpublished, posts = posts[:3], posts[3:]
    away = posts[6]
    seen: list[tuple[datetime, State]] = []
    changed = 0
    for number, kind in enumerate(CRAWLS):
        if number:
            changed += _edit(posts, number, chance)
        if number in (2, 5, 8):
            posts.insert(0, unpublished.pop())
        if number == 4:
            posts.remove(away)
            del blog.site.pages[away.path]
        if number == 7:
            posts.insert(7, away)
        blog.publish(posts, in_feed=20)
        if kind == "N":
            assert crawl(blog.home, blog.site.url).poll() == 0
        else:
            blog.update("-a", f"url={blog.site.url}", "-a", "since=2000-01-01")
        seen.append((_next_second(), _state(blog, posts)))

    with blog.store() as store:
        shown = [
            {post.url: (post.title, post.text, sorted(post.tags)) for post in store.as_of(moment).posts(blog.site.url)}
            for moment, _ in seen
        ]
        listed = [post.url for post in store.posts()]
    assert shown == [state for _, state in seen]
    assert len(listed) == len(set(listed)) == 11

    size = _size(blog.home, tmp_path)
    fresh = Updates(blog.site, tmp_path / "fresh", [])
    crawled(fresh, posts, in_feed=20)
    growth = size - _size(fresh.home, tmp_path)
    assert growth <= 1.2 * changed, f"the past takes {growth:,} bytes, the changed text has {changed:,}"


def _long(post: MadePost, chance: random.Random) -> MadePost:
    post.paragraphs = [_paragraph(chance) for _ in range(8)]
    return post


def _paragraph(chance: random.Random) -> str:
    """Made-up words. Those of the made-up blog are so few that they would be compressed to nothing."""
    words = ("".join(chance.choices(string.ascii_lowercase, k=chance.randint(2, 9))) for _ in range(90))
    return " ".join(words).capitalize() + "."


def _edit(posts: list[MadePost], number: int, chance: random.Random) -> int:
    """Rewrite, add and remove paragraphs and change titles; returns the size of what has changed.

    The size is that of the text that is replaced: the new text is in a new crawl's database, too.
    """
    before = deepcopy(posts)
    for place, post in enumerate(posts[number % 2 :: 2]):
        for at in (0, 3):
            post.paragraphs[(number + place + at) % 6] = _paragraph(chance)
    posts[number % 3].paragraphs.append(_paragraph(chance))
    posts[(number + 5) % len(posts)].title += f" {number}"
    if len(posts[2].paragraphs) > 7:
        posts[2].paragraphs.pop()
    replaced = 0
    for old, new in zip(before, posts, strict=True):
        replaced += sum(len(line) for line in (old.title, *old.paragraphs) if line not in (new.title, *new.paragraphs))
    return replaced


def _state(blog: Updates, posts: list[MadePost]) -> State:
    return {blog.url(post): (post.title, post.text, sorted(post.tags)) for post in posts}


def _next_second() -> datetime:
    """Wait for it, because the times of versions are in seconds."""
    now = time.time()
    time.sleep(math.ceil(now) - now)
    return datetime.fromtimestamp(math.ceil(now), UTC) - timedelta(milliseconds=1)


def _size(home: Path, folder: Path) -> int:
    """The size of the database without free space, with everything indexed."""
    with closing(open_store(None, home)) as store:
        store.search(SearchQuery("everything"))
    copy = folder / "copy.db"
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        database.execute("VACUUM INTO ?", [str(copy)])
    return copy.stat().st_size
