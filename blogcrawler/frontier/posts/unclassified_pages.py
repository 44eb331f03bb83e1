"""Pages that do not look like the posts in the feed, grouped by template and stored on disk with the queue."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from ...dom import Page, page_structure, structure_similarity
from ..disk_set import url_digest

__all__ = ["UnclassifiedPages"]

#: A page this similar to a post has the posts' own template: the post classifier has judged it already.
_MIN_OWN_SIMILARITY = 0.7
#: So has a less similar page if this share of its structure occurs in posts.
_MIN_WEAK_SIMILARITY, _MIN_SHARE_IN_POSTS = 0.4, 0.8
#: Posts more similar than this need not both be kept for comparison.
_MIN_SAME_SIMILARITY = 0.95
#: Pages of one template are at least this similar, as elsewhere.
_MIN_TEMPLATE_SIMILARITY = 0.5
#: Numbers of pages at which to check whether a template's pages are posts. The last check is final.
_CHECK_AT = (3, 6, 12)
#: Templates to remember, including at most this many of the posts' own.
_MAX_TEMPLATES, _MAX_OWN_TEMPLATES = 48, 12
_SCHEMA = """
CREATE TABLE IF NOT EXISTS templates (number INTEGER PRIMARY KEY, state INTEGER NOT NULL, paths BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS unclassified (
    key BLOB PRIMARY KEY, template INTEGER NOT NULL, number INTEGER NOT NULL, data BLOB
) WITHOUT ROWID;
"""


class _State(IntEnum):
    """What is known about the pages of a template."""

    OPEN = 0
    #: They are not posts.
    REJECTED = 1
    #: The template of the posts in the feed.
    OWN = 2
    #: They are posts and are being read again.
    ACCEPTED = 3


@dataclass(slots=True)
class _Template:
    state: _State
    paths: frozenset[int]
    pages: int = 0
    checked: int = 0


class UnclassifiedPages:
    """Keeps the first pages of each template with their ``data``, in the frontier's file and transaction.

    Memory is bounded: 48 templates with a dozen pages each. Each page is kept only once, even if it is read again.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        for statement in _SCHEMA.split(";")[:-1]:
            self._db.execute(statement)
        self._templates = {
            number: _Template(_State(state), frozenset(array("I", paths)))
            for number, state, paths in self._db.execute("SELECT number, state, paths FROM templates ORDER BY number")
            if state != _State.ACCEPTED
        }
        query = (
            "SELECT key FROM unclassified JOIN templates ON template = templates.number"
            " WHERE state = ? AND data NOT NULL"
        )
        self._to_reread = {key for (key,) in self._db.execute(query, (_State.ACCEPTED,))}
        for number, pages in self._db.execute("SELECT template, count(*) FROM unclassified GROUP BY template"):
            if number in self._templates:
                self._templates[number].pages = pages

    def add_post(self, page: Page) -> None:
        """Remember the template of a post: pages like it are judged by the post classifier."""
        paths = _paths(page)
        own = self._own_templates()
        if len(own) < _MAX_OWN_TEMPLATES and not any(
            structure_similarity(paths, one) >= _MIN_SAME_SIMILARITY for one in own
        ):
            self._add_template(_State.OWN, paths)

    def _own_templates(self) -> list[frozenset[int]]:
        return [one.paths for one in self._templates.values() if one.state is _State.OWN]

    def add(self, page: Page, key: str, data: Callable[[], bytes]) -> int | None:
        """Keep a page. Return the number of its template if it is time to check whether the pages are posts."""
        paths = _paths(page)
        if self._is_own(paths):
            return None
        number = self._template_of(paths)
        if number is None:
            self._make_room()
            number = self._add_template(_State.OPEN, paths)
        template = self._templates[number]
        if template.state is not _State.OPEN:
            return None
        hashed = url_digest(key)
        if self._db.execute("SELECT 1 FROM unclassified WHERE key = ?", (hashed,)).fetchone() is not None:
            return None
        self._db.execute("INSERT INTO unclassified VALUES (?, ?, ?, ?)", (hashed, number, template.pages, data()))
        template.pages += 1
        return number if template.pages in _CHECK_AT else None

    def has_post_template(self, page: Page) -> bool:
        """Whether a page has the template of the posts."""
        return self._is_own(_paths(page))

    def _is_own(self, paths: frozenset[int]) -> bool:
        own = self._own_templates()
        similarity = max((structure_similarity(paths, one) for one in own), default=0.0)
        if similarity >= _MIN_OWN_SIMILARITY:
            return True
        in_posts = len(paths & frozenset().union(*own))
        return similarity >= _MIN_WEAK_SIMILARITY and in_posts >= _MIN_SHARE_IN_POSTS * len(paths)

    def unchecked(self) -> list[int]:
        """The templates with enough pages to check, some of them added since the last check."""
        return [
            number
            for number, one in self._templates.items()
            if one.state is _State.OPEN and one.pages >= _CHECK_AT[0] and one.pages > one.checked
        ]

    def pages(self, number: int) -> list[bytes]:
        """The data of a template's pages in the order they were added, for a check."""
        self._templates[number].checked = self._templates[number].pages
        query = "SELECT data FROM unclassified WHERE template = ? ORDER BY number"
        return [data for (data,) in self._db.execute(query, (number,))]

    def reject(self, number: int) -> None:
        """The pages of a template are not posts. After the last check no more pages are kept."""
        if self._templates[number].pages >= _CHECK_AT[-1]:
            self._templates[number].state = _State.REJECTED
            self._db.execute("UPDATE templates SET state = ? WHERE number = ?", (_State.REJECTED, number))
            self._db.execute("UPDATE unclassified SET data = NULL WHERE template = ?", (number,))

    def accept(self, number: int) -> None:
        """The pages of a template are posts. They must be read again, and are kept until then in case of a kill.

        The template is forgotten: from now on its posts are recognised, so another page like them is something else.
        """
        self._db.execute("UPDATE templates SET state = ? WHERE number = ?", (_State.ACCEPTED, number))
        keys = self._db.execute("SELECT key FROM unclassified WHERE template = ?", (number,))
        self._to_reread.update(key for (key,) in keys)
        del self._templates[number]

    def mark_reread(self, key: str) -> None:
        """A page was read again; its data is no longer needed."""
        hashed = url_digest(key) if self._to_reread else b""
        if hashed in self._to_reread:
            self._to_reread.remove(hashed)
            self._db.execute("UPDATE unclassified SET data = NULL WHERE key = ?", (hashed,))

    def to_reread(self) -> list[bytes]:
        """The data of the pages that must still be read again."""
        query = "SELECT data FROM unclassified WHERE key = ?"
        return [data for key in sorted(self._to_reread) for (data,) in self._db.execute(query, (key,))]

    def _template_of(self, paths: frozenset[int]) -> int | None:
        others = ((number, one.paths) for number, one in self._templates.items() if one.state is not _State.OWN)
        similarity, number = max(
            ((structure_similarity(paths, one), -number) for number, one in others), default=(0.0, 0)
        )
        return -number if similarity >= _MIN_TEMPLATE_SIMILARITY else None

    def _add_template(self, state: _State, paths: frozenset[int]) -> int:
        packed = array("I", sorted(paths)).tobytes()
        number = self._db.execute("INSERT INTO templates (state, paths) VALUES (?, ?)", (state, packed)).lastrowid
        assert number is not None
        self._templates[number] = _Template(state, paths)
        return number

    def _make_room(self) -> None:
        """If there are too many templates, forget the one with the fewest pages; the oldest of several."""
        if len(self._templates) < _MAX_TEMPLATES:
            return
        others = ((one.pages, number) for number, one in self._templates.items() if one.state is not _State.OWN)
        self._forget(min(others)[1])

    def _forget(self, number: int) -> None:
        self._db.execute("DELETE FROM templates WHERE number = ?", (number,))
        self._db.execute("UPDATE unclassified SET data = NULL WHERE template = ?", (number,))
        del self._templates[number]


def _paths(page: Page) -> frozenset[int]:
    return frozenset(zlib.crc32(path.encode("utf-8", "replace")) for path in page_structure(page))
