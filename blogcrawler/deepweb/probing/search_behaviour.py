"""What probing has shown about a search."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["SearchBehaviour"]


@dataclass(slots=True)
class SearchBehaviour:
    """How a search answers; ``None`` where probing has not shown it."""

    #: Whether it finds anything for words such as "the".
    stop_words_indexed: bool | None = None
    #: How several words are combined: "and" or "or".
    combination: str | None = None
    #: Whether the beginning of a word finds the word.
    matches_prefixes: bool | None = None
    #: Number of records on a full page.
    page_size: int | None = None
    #: The most records that any query shows, if queries seem to be cut there.
    max_results: int | None = None
    #: Whether the same query brings the same records.
    is_stable: bool | None = None
    #: Whether an empty query lists records.
    lists_without_query: bool | None = None
    #: Whether results go on on further pages.
    has_paging: bool | None = None

    def to_record(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)
