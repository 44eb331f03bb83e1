"""What the search needs from a database: an index of documents, and queries of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from .documents import SearchDocument
from .words_query import WordsQuery

__all__ = ["Candidate", "Match", "SearchBackend"]


@dataclass(frozen=True, slots=True)
class Match:
    """What documents must have: words in some of their texts, filter tokens, a number in a range.

    ``where`` is ``all``, ``posts``, ``comments`` or ``title``.
    """

    words: WordsQuery
    where: str
    filters: tuple[str, ...]
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document that matches. Its number is larger the newer its post is."""

    number: int
    post_id: int


class SearchBackend(Protocol):
    """The search index in one kind of database. Every method works in the transaction of its caller."""

    def create(self, connection: Connection) -> None:
        """Create the tables of the index, and the triggers that queue every changed post, unless they exist."""

    def clear(self, connection: Connection) -> None:
        """Empty the index and queue all posts."""

    def take(self, connection: Connection, limit: int) -> list[int]:
        """Remove posts from the queue and return their ids. Posts that others are changing right now may stay."""

    def remove(self, connection: Connection, ids: Sequence[int]) -> bool:
        """Remove the documents of some posts; true if the index was emptied and all posts queued instead."""

    def add(self, connection: Connection, documents: dict[int, SearchDocument]) -> None:
        """Add documents by post id."""

    def newest(self, connection: Connection, match: Match, limit: int, offset: int = 0) -> list[Candidate]:
        """Documents that match, the newest first."""

    def count(self, connection: Connection, match: Match, limit: int) -> int:
        """The number of documents that match, or ``limit`` if there are more."""

    def scores(self, connection: Connection, match: Match, candidates: Sequence[Candidate]) -> dict[int, float]:
        """How well each candidate matches, by post id; nothing if all the words are too common to tell."""
