"""Learns actions for the posts of threads in an unknown style, from posts found by repeated structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import Page
from ...items import Comment
from ...knowledge import (
    MIN_PAGES,
    OF_POSTS,
    Application,
    Expression,
    Learned,
    Level,
    Step,
    WorkBudget,
    found_text,
    language_of,
    paths_to,
)
from .known_rows import KnownRow, known_rows
from .unknown_thread_reader import Row, repeated_rows

__all__ = ["adapt_posts", "align_posts"]

#: Number of posts on a page: with fewer, nothing repeats.
_MIN_POSTS = 2
_MAX_PATHS = 60
#: Share of the messages on pages of stored threads that may be new.
_MAX_EXTRA = 0.2


def adapt_posts(
    application: Application, level: Level, pages: Sequence[Page], others: Sequence[Page], origin: str
) -> list[Learned]:
    """Actions for content, author and date of the posts on the pages of several threads; ``others`` are not threads.

    An action must find exactly the elements that repeated structure finds, on all pages; so it will also find the only
    post of a thread, where nothing repeats. All fields of the posts must be found, and the action for the content must
    find nothing on the other pages.
    """
    threads = [(page, rows) for page in pages if len(rows := repeated_rows(page)) >= _MIN_POSTS]
    if len(threads) < MIN_PAGES or any(_has_marks(row) for _, rows in threads for row in rows):
        return []
    return _actions(application, level, threads, others, origin, 0)


def align_posts(
    application: Application, level: Level, pages: Sequence[tuple[Page, Sequence[Comment]]], origin: str
) -> list[Learned]:
    """The same for pages of stored threads, given the messages that each of them shows (Algorithm 1).

    An action may find a few more elements: those of messages that are new.
    """
    threads = [(page, rows) for page, known in pages if (rows := known_rows(page, known))]
    return _actions(application, level, threads, (), origin, _MAX_EXTRA) if len(threads) >= MIN_PAGES else []


def _actions(
    application: Application,
    level: Level,
    threads: Sequence[tuple[Page, Sequence[Row | KnownRow]]],
    others: Sequence[Page],
    origin: str,
    extra: float,
) -> list[Learned]:
    found = []
    for kind in ("content", "author", "published"):
        elements = [(page, [one for row in rows if (one := _element(row, kind)) is not None]) for page, rows in threads]
        if not any(some for _, some in elements):
            continue
        without: list[tuple[Page, list[_Element]]] = [(page, []) for page in others] if kind == "content" else []
        path = _exact(kind, [*elements, *without], extra)
        if path is None:
            return []
        found.append(Learned(application.name, level.name, OF_POSTS + kind, path, origin, _instead(level, kind)))
    return found


def _element(row: Row | KnownRow, kind: str) -> _Element | None:
    return {"content": row.content, "author": row.who, "published": row.when}[kind]


def _has_marks(row: Row) -> bool:
    """Whether the content contains the date or the author."""
    return any(mark is not None and row.content in mark.iterancestors() for mark in (row.when, row.who))


def _exact(kind: str, pages: Sequence[tuple[Page, Sequence[_Element]]], extra: float) -> Expression | None:
    """The simplest expression that finds these elements, and at most this share of others."""
    wanted = sum(len(some) for _, some in pages)
    budget = WorkBudget(tries=500, seconds=5.0)
    page, elements = pages[0]
    for path in dict.fromkeys(_paths(kind, page, elements)):
        if not budget.spend():
            return None
        found = [path.find_elements(one.tree) for one, _ in pages]
        if any(not set(some).issubset(those) for those, (_, some) in zip(found, pages, strict=True)):
            continue
        if sum(map(len, found)) <= wanted * (1 + extra):
            return path
    return None


def _paths(kind: str, page: Page, elements: Sequence[_Element]) -> Iterator[Expression]:
    for element in elements[:3]:
        ends: tuple[Step, ...] = ()
        if kind == "published" and iso_moment(found_text(element), language_of(page)) is None:
            name = next((name for name in ("datetime", "title") if element.get(name)), None)
            ends = (Step(f"@{name}"),) if name else ()
        yield from islice(paths_to(element, ends), _MAX_PATHS)


def _instead(level: Level, kind: str) -> str:
    known = (field for objects in level.objects if objects.type == "post" for field in objects.fields)
    return next((str(field.path) for field in known if field.type == kind), "")
