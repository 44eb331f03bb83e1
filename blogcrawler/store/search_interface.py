"""What a search asks for, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SearchHit", "SearchQuery", "SearchResult"]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What posts must have to be found; every field that is empty is ignored.

    ``words`` is what a person types: words, ``"phrases"``, ``-excluded`` words and beginnings (``garden*``). It is
    never a syntax error. ``blog`` is an address as for :meth:`Store.blog`; ``author`` and ``tag`` are names, in upper
    or lower case. ``since`` and ``until`` are ISO days, inclusive, or the beginnings of days (``2024``, ``2024-03``).
    ``language`` is a BCP 47 prefix: ``en`` also finds ``en-US``. ``where`` says which texts the words must be in:
    ``all``, ``posts`` (title, article, authors, tags) or ``comments``.
    """

    words: str = ""
    blog: str | None = None
    author: str | None = None
    tag: str | None = None
    since: str | None = None
    until: str | None = None
    language: str | None = None
    where: str = "all"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One post that was found.

    ``snippet`` is plain text in pieces; those with ``True`` are what the words of the query match. ``comment`` is the
    ``id`` of the comment that matches best, ``None`` if the title or the article matches.
    """

    url: str
    blog: str
    title: str | None
    authors: tuple[str, ...]
    published: str | None
    language: str | None
    tags: tuple[str, ...]
    snippet: tuple[tuple[str, bool], ...]
    comment: str | None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page of hits, the best first, and the number of all; the number is a lower bound unless it is exact."""

    hits: tuple[SearchHit, ...]
    total: int
    total_is_exact: bool
