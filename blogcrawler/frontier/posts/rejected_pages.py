"""Pages that were not taken for posts, kept to be judged again when more posts are known."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ..disk_set import url_digest
from .page_classifier import PostClassifier, without_rare_traits
from .url_pattern import PostPattern, learn_pattern
from .url_shape import SegmentKind, url_shape_of

__all__ = ["RejectedPages", "learn_folders"]

#: Number of pages with an article to keep, of others, and of posts whose addresses and traits to remember.
_MAX_PAGES, _MAX_WITHOUT_ARTICLE, _MAX_POSTS = 200, 50, 1000
#: A form of addresses belongs to posts if at least this many posts have it, and this share of its pages are posts.
_MIN_POSTS, _MIN_SHARE = 3, 0.75
_SCHEMA = """
CREATE TABLE IF NOT EXISTS rejected (key BLOB PRIMARY KEY, url TEXT NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS without_article (key BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS accepted (key BLOB PRIMARY KEY, url TEXT NOT NULL, missing TEXT NOT NULL) WITHOUT ROWID;
"""


class RejectedPages:
    """Keeps rejected pages with their ``data``, and what posts look like, in the frontier's file and transaction.

    At most 200 pages that have an article are kept, 50 others, which may have it in another place, and the addresses
    and missing traits of 1,000 posts.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        for statement in _SCHEMA.split(";")[:-1]:
            self._db.execute(statement)
        query = """SELECT (SELECT count(*) FROM accepted), (SELECT count(*) FROM rejected),
            (SELECT count(*) FROM without_article)"""
        self._posts, self._pages, self._without_article = map(int, self._db.execute(query).fetchone())

    @property
    def posts(self) -> int:
        """The number of posts that are remembered."""
        return self._posts

    def add_post(self, key: str, url: str, missing: Iterable[str]) -> None:
        """Remember a post and which of the common traits it lacks. It is no longer rejected."""
        self.remove(key)
        if self._posts < _MAX_POSTS:
            row = (url_digest(key), url, json.dumps(sorted(missing)))
            self._posts += self._db.execute("INSERT OR IGNORE INTO accepted VALUES (?, ?, ?)", row).rowcount

    def remove(self, key: str) -> None:
        """Forget a page: it is a post after all."""
        if self._pages:
            hashed = (url_digest(key),)
            self._pages -= self._db.execute("DELETE FROM rejected WHERE key = ?", hashed).rowcount
            self._without_article -= self._db.execute("DELETE FROM without_article WHERE key = ?", hashed).rowcount

    def add(self, key: str, url: str, data: Callable[[], bytes], *, has_article: bool = True) -> None:
        """Keep a page."""
        if not has_article:
            if self._without_article >= _MAX_WITHOUT_ARTICLE:
                return
            added = self._db.execute("INSERT OR IGNORE INTO without_article VALUES (?)", (url_digest(key),))
            self._without_article += added.rowcount
        if self._pages - self._without_article < _MAX_PAGES:
            row = (url_digest(key), url, data())
            self._pages += self._db.execute("INSERT OR IGNORE INTO rejected VALUES (?, ?, ?)", row).rowcount

    def pages(self) -> list[bytes]:
        """The data of the pages."""
        return [data for (data,) in self._db.execute("SELECT data FROM rejected ORDER BY url")]

    def folders(self) -> PostPattern:
        """The forms of addresses that the posts have and few rejected pages with an article."""
        posts = [url for (url,) in self._db.execute("SELECT url FROM accepted ORDER BY url")]
        query = "SELECT url FROM rejected WHERE key NOT IN (SELECT key FROM without_article) ORDER BY url"
        return learn_folders(posts, [url for (url,) in self._db.execute(query)])

    def relaxed(self, classifier: PostClassifier) -> PostClassifier:
        """A classifier without the traits that too many posts lack."""
        missing: Counter[str] = Counter()
        for (traits,) in self._db.execute("SELECT missing FROM accepted"):
            missing.update(json.loads(traits))
        return without_rare_traits(classifier, missing, self._posts)


def learn_folders(posts: Sequence[str], others: Sequence[str]) -> PostPattern:
    """The distinctive forms of addresses that several posts have and few other pages: dates, numbers, folders."""
    groups: dict[object, list[str]] = {"all": list(posts)}
    for url in posts:
        shape, segments = url_shape_of(url)
        if len(segments) > 1 and set(shape.kinds) == {SegmentKind.WORDS}:
            groups.setdefault((shape, segments[:-1]), []).append(url)
    forms = dict.fromkeys(form for urls in groups.values() for form in learn_pattern(urls).forms)
    found = []
    for form in forms:
        pattern = PostPattern((form,))
        number = sum(map(pattern.fits, posts))
        total = number + sum(map(pattern.fits, others))
        if form.is_distinctive() and number >= _MIN_POSTS and number >= _MIN_SHARE * total:
            found.append(form)
    return PostPattern(tuple(found))
