"""Archives behind search forms, and their records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["SearchSource", "SourceRecord"]


@dataclass(frozen=True, slots=True)
class SearchSource:
    """An archive behind a search form, as far as probing has shown it.

    ``url`` is the page with the form, ``form`` its input schema, ``features`` the output schema, ``mappings`` which
    field of the form asks for which feature. ``coverage`` is the estimated share of all records that was harvested.
    """

    url: str
    form: dict[str, Any] = field(default_factory=dict)
    behaviour: dict[str, Any] = field(default_factory=dict)
    features: list[dict[str, Any]] = field(default_factory=list)
    mappings: list[dict[str, Any]] = field(default_factory=list)
    error_pattern: list[str] = field(default_factory=list)
    coverage: float | None = None
    requests: int = 0
    ending: str = ""
    notes: list[str] = field(default_factory=list)
    crawled: str | None = None


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One record behind a search form. ``url`` is its own page, or else the source's address with a digest."""

    url: str
    source: str
    fields: dict[str, list[str]]
    found_by: dict[str, str] = field(default_factory=dict)
    fetched: str | None = None
