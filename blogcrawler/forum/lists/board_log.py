"""What a forum's lists said while it was crawled, so that an update knows what has changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from scrapy.http import TextResponse

from ...blog import KnownBlog
from ...dom import Page
from ...http import record_validators
from ...items import ThreadSummary, WatchedDocument
from ...knowledge import Level, NavigationLink
from ...urls import page_key
from ..forum_urls import paged
from .board_document import BOARD, postpone_whole, record_dates, record_marks, set_next_reading
from .list_reader import covered_lists
from .list_rows import ListRow, list_rows
from .row_columns import RowColumns, is_sorted_by_activity

__all__ = ["BoardLog"]

#: Rows to remember for all lists together.
_MAX_ROWS = 20_000


@dataclass(slots=True)
class _Board:
    document: WatchedDocument
    pages: dict[int, list[ListRow]] = field(default_factory=dict)

    def rows(self) -> list[ListRow]:
        return [row for number in sorted(self.pages) for row in self.pages[number]]


class BoardLog:
    """Remembers the rows of the lists that a crawl reads, and makes documents to watch of them."""

    def __init__(self, blog: KnownBlog, now: Callable[[], datetime]) -> None:
        self._blog = blog
        self._now = now
        self._boards: dict[str, _Board] = {}
        self._marks: dict[str, str] = {}
        self._rows = 0

    def record(self, response: TextResponse, page: Page, level: Level | None, links: Iterable[NavigationLink]) -> None:
        """Remember a page of a list."""
        if self._rows >= _MAX_ROWS:
            return
        adopt = self._blog.scope.adopt
        key, number = paged(adopt(response.url))
        board = self._boards.get(key)
        if board is None:
            document = WatchedDocument(self._blog.home, adopt(response.url), BOARD, facts={"row": ""})
            board = self._boards[key] = _Board(document)
        if not board.pages or number < min(board.pages):
            board.document.url = adopt(response.url)
            board.document.checked = self._now().isoformat(timespec="seconds")
            board.document.facts = board.document.facts | {"level": level.name if level else ""}
            record_validators(board.document, response)
        links = [link for link in links if not link.pages]
        threads = list_rows(page, {link.url for link in links if link.to == "thread"})
        board.pages[number] = [replace(row, url=adopt(row.url)) for row in threads]
        self._rows += len(threads)
        for row in list_rows(page, {link.url for link in links if link.to not in ("thread", None)}):
            self._marks.setdefault(paged(adopt(row.url))[0], row.mark())

    def documents(self, look_up: Callable[[list[str]], Mapping[str, ThreadSummary]]) -> list[WatchedDocument]:
        """The lists as documents to watch, now that all threads are stored; ``look_up`` finds them by address."""
        home = self._boards.get(paged(self._blog.home)[0])
        if home is None:  # a resumed crawl read it before it was stopped; the first update reads it again
            return []
        now = self._now()
        home.document.url = self._blog.home
        covered = covered_lists(
            {one.document.url: {row.url for row in one.rows()} for one in self._boards.values()}, self._blog.home
        )
        for key, board in self._boards.items():
            rows, document = board.rows(), board.document
            known = look_up([row.url for row in rows])
            columns = RowColumns.learn(rows, known)
            record_marks(document, {page_key(row.url): columns.mark(row) for row in rows}, is_whole=True)
            record_dates(document, (one.last for one in known.values()))
            record_dates(home.document, document.facts["dates"])
            document.facts = document.facts | {
                "columns": columns.record(),
                "sorted": is_sorted_by_activity(rows, known),
                "covered": document.url in covered,
                "row": self._marks.get(key, ""),
            }
            set_next_reading(document, now, len(next(iter(board.pages.values()), ())) or None)
        watched = [board.document for board in self._boards.values() if not board.document.facts["covered"]]
        home.document.facts = home.document.facts | {"sorted": all(one.facts["sorted"] for one in watched)}
        set_next_reading(home.document, now)
        postpone_whole(home.document, now, quiet=False)
        return [board.document for board in self._boards.values()]
