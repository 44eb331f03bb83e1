"""Pages that are no posts by what the feed has taught, sorted by their templates: on disk, beside the queue."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections.abc import Callable
from dataclasses import dataclass

from ...dom import Page, structure, templates_alike
from ..disk_set import url_digest

__all__ = ["UnclassifiedPages"]

#: Pages that are so much like posts have the posts' own template, and were judged by it; so have those with hardly
#: anything that posts have not, if they are like them at all.
_OWN, _NOTHING_ELSE, _SOMEWHAT = 0.7, 0.8, 0.4
#: Posts that are more alike than this need not be compared with twice.
_SAME = 0.95
#: Pages of one template, as elsewhere.
_ALIKE = 0.5
#: When a template has so many pages, it is time to look whether they are posts; behind the last it never is again.
_ENOUGH = (3, 6, 12)
#: So many templates are remembered; of the posts' own, so many.
_TEMPLATES, _OWN_ONES = 48, 12
_OPEN, _CLOSED, _POSTS, _RELEASED = range(4)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS templates (number INTEGER PRIMARY KEY, state INTEGER NOT NULL, paths BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS strays (
    key BLOB PRIMARY KEY, template INTEGER NOT NULL, number INTEGER NOT NULL, data BLOB
) WITHOUT ROWID;
"""


@dataclass(slots=True)
class _Template:
    state: int
    paths: frozenset[int]
    pages: int = 0
    tried: int = 0


class UnclassifiedPages:
    """Keeps the first pages of each template with their ``data``, in the frontier's own file and transaction.

    What is remembered is bounded: so many templates, a dozen pages of each. A page is kept once only, so that one that
    is read again is not kept again.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        for statement in _SCHEMA.split(";")[:-1]:
            self._db.execute(statement)
        self._templates = {
            number: _Template(state, frozenset(array("I", paths)))
            for number, state, paths in self._db.execute("SELECT number, state, paths FROM templates ORDER BY number")
            if state != _RELEASED
        }
        query = "SELECT key FROM strays JOIN templates ON template = templates.number WHERE state = ? AND data NOT NULL"
        self._waiting = {key for (key,) in self._db.execute(query, (_RELEASED,))}
        for number, pages in self._db.execute("SELECT template, count(*) FROM strays GROUP BY template"):
            if number in self._templates:
                self._templates[number].pages = pages

    def know(self, page: Page) -> None:
        """A page is a post of the blog's present template."""
        paths = _paths(page)
        own = self._own()
        if len(own) < _OWN_ONES and not any(templates_alike(paths, one) >= _SAME for one in own):
            self._add_template(_POSTS, paths)

    def _own(self) -> list[frozenset[int]]:
        return [one.paths for one in self._templates.values() if one.state == _POSTS]

    def add(self, page: Page, key: str, data: Callable[[], bytes]) -> int | None:
        """Keep a page; the number of its template if that has just got enough pages to say what they are."""
        paths = _paths(page)
        if self._are_own(paths):
            return None
        number = self._template_of(paths)
        if number is None:
            self._make_room()
            number = self._add_template(_OPEN, paths)
        template = self._templates[number]
        if template.state != _OPEN:
            return None
        hashed = url_digest(key)
        if self._db.execute("SELECT 1 FROM strays WHERE key = ?", (hashed,)).fetchone() is not None:
            return None
        self._db.execute("INSERT INTO strays VALUES (?, ?, ?, ?)", (hashed, number, template.pages, data()))
        template.pages += 1
        return number if template.pages in _ENOUGH else None

    def is_own(self, page: Page) -> bool:
        """Whether a page has the template of posts."""
        return self._are_own(_paths(page))

    def _are_own(self, paths: frozenset[int]) -> bool:
        own = self._own()
        likeness = max((templates_alike(paths, one) for one in own), default=0.0)
        if likeness >= _OWN:
            return True
        shared = len(paths & frozenset().union(*own))
        return likeness >= _SOMEWHAT and shared >= _NOTHING_ELSE * len(paths)

    def untried(self) -> list[int]:
        """The templates that have got pages since somebody looked at them, though not very many."""
        return [
            number
            for number, one in self._templates.items()
            if one.state == _OPEN and one.pages >= _ENOUGH[0] and one.pages > one.tried
        ]

    def pages(self, number: int) -> list[bytes]:
        """The data of a template's pages, in the order in which they were added."""
        self._templates[number].tried = self._templates[number].pages
        query = "SELECT data FROM strays WHERE template = ? ORDER BY number"
        return [data for (data,) in self._db.execute(query, (number,))]

    def leave(self, number: int) -> None:
        """The pages of a template are no posts; after so many, no further one is looked at."""
        if self._templates[number].pages >= _ENOUGH[-1]:
            self._templates[number].state = _CLOSED
            self._db.execute("UPDATE templates SET state = ? WHERE number = ?", (_CLOSED, number))
            self._db.execute("UPDATE strays SET data = NULL WHERE template = ?", (number,))

    def release(self, number: int) -> None:
        """The pages of a template are posts, and known by it from now on: further ones that are not are another's.

        They are to be read again, and kept until that is done: a crawl may be killed before.
        """
        self._db.execute("UPDATE templates SET state = ? WHERE number = ?", (_RELEASED, number))
        self._waiting.update(key for (key,) in self._db.execute("SELECT key FROM strays WHERE template = ?", (number,)))
        del self._templates[number]

    def settle(self, key: str) -> None:
        """A page was read again."""
        hashed = url_digest(key) if self._waiting else b""
        if hashed in self._waiting:
            self._waiting.remove(hashed)
            self._db.execute("UPDATE strays SET data = NULL WHERE key = ?", (hashed,))

    def waiting(self) -> list[bytes]:
        """The data of the pages that are still to be read again."""
        found = (self._db.execute("SELECT data FROM strays WHERE key = ?", (key,)) for key in sorted(self._waiting))
        return [data for rows in found for (data,) in rows]

    def _template_of(self, paths: frozenset[int]) -> int | None:
        others = ((number, one.paths) for number, one in self._templates.items() if one.state != _POSTS)
        likeness, number = max(((templates_alike(paths, one), -number) for number, one in others), default=(0.0, 0))
        return -number if likeness >= _ALIKE else None

    def _add_template(self, state: int, paths: frozenset[int]) -> int:
        packed = array("I", sorted(paths)).tobytes()
        number = self._db.execute("INSERT INTO templates (state, paths) VALUES (?, ?)", (state, packed)).lastrowid
        assert number is not None
        self._templates[number] = _Template(state, paths)
        return number

    def _make_room(self) -> None:
        """Forget the template with the fewest pages, the oldest of them, if there are too many."""
        if len(self._templates) < _TEMPLATES:
            return
        others = ((one.pages, number) for number, one in self._templates.items() if one.state != _POSTS)
        self._forget(min(others)[1])

    def _forget(self, number: int) -> None:
        self._db.execute("DELETE FROM templates WHERE number = ?", (number,))
        self._db.execute("UPDATE strays SET data = NULL WHERE template = ?", (number,))
        del self._templates[number]


def _paths(page: Page) -> frozenset[int]:
    return frozenset(zlib.crc32(path.encode("utf-8", "replace")) for path in structure(page))
