"""What is learned about a blog: rules as plain records that can be read, stored and applied."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["ArticleRule", "FieldRule", "RuleSet"]


@dataclass(frozen=True, slots=True)
class ArticleRule:
    """Where the article stands (``selector``), what in it is not part of it (``drop``), and what is part of
    it though its name speaks against it (``spare``). ``confidence`` is its score on the training pages."""

    selector: str
    confidence: float
    drop: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Where a short field stands.

    ``take`` says what is read of the nodes that ``selector`` finds: ``text``, or the name of an attribute.
    ``prefix`` and ``suffix`` are cut off, being the same on every page. ``form`` is the order of numeric
    dates (``dmy``, ``mdy``, ``ymd``); ``zone`` has the blog's offset from UTC in minutes by day of the year,
    ``clock`` the hour that all posts have.
    """

    selector: str
    confidence: float
    take: str = "text"
    prefix: str = ""
    suffix: str = ""
    form: str = ""
    zone: tuple[tuple[int, int], ...] = ()
    clock: str = ""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a blog, for each field best first, and what the feed says of all posts alike."""

    article: tuple[ArticleRule, ...] = ()
    title: tuple[FieldRule, ...] = ()
    authors: tuple[FieldRule, ...] = ()
    published: tuple[FieldRule, ...] = ()
    tags: tuple[FieldRule, ...] = ()
    language: str | None = None
    author: str | None = None
    pages: int = 0

    def record(self) -> dict[str, Any]:
        """The rules as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> RuleSet:
        """The rules that ``record`` gave."""
        values = dict(record)
        values["article"] = tuple(
            ArticleRule(**{**rule, "drop": tuple(rule["drop"]), "spare": tuple(rule["spare"])})
            for rule in record["article"]
        )
        for name in ("title", "authors", "published", "tags"):
            values[name] = tuple(
                FieldRule(**{**rule, "zone": tuple((day, minutes) for day, minutes in rule["zone"])})
                for rule in record[name]
            )
        return cls(**values)
