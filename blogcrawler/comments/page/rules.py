"""Rules for the comments of a page: where each comment is, and where its fields are in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ...items import Provenance
from ..locations import CommentMarkup, FieldLocation

__all__ = ["CommentRule", "markup_rule"]


@dataclass(frozen=True, slots=True)
class CommentRule:
    """Finds the comments of a page (``selector``, an XPath expression) and the fields in each of them.

    ``confidence`` is its score on ``comments`` comments of the blog's comment feeds; ``platform`` is the name of the
    platform whose pages it is for. Elements that ``replies`` finds hold replies to the comment before them.
    """

    selector: str
    fields: Mapping[str, tuple[FieldLocation, ...]] = field(default_factory=dict)
    replies: str = ""
    platform: str = ""
    confidence: float = 0.0
    comments: int = 0
    source: str = Provenance.RULE

    def record(self) -> dict[str, Any]:
        """The rule as plain JSON values."""
        return {
            "selector": self.selector,
            "confidence": self.confidence,
            "comments": self.comments,
            "platform": self.platform,
            "replies": self.replies,
            "source": self.source,
            "fields": {name: [_location_record(one) for one in locations] for name, locations in self.fields.items()},
        }

    def with_score(self, confidence: float, comments: int) -> CommentRule:
        """The rule with the score that it reached on a number of comments."""
        return replace(self, confidence=confidence, comments=comments)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> CommentRule:
        """The rule that :meth:`record` was called on."""
        locations = {name: tuple(map(_location, listed)) for name, listed in record["fields"].items()}
        return cls(**{**record, "fields": locations})


def markup_rule(markup: CommentMarkup, platform: str) -> CommentRule:
    """The rule for a platform's own markup."""
    return CommentRule(
        selector=markup.comment_xpath,
        fields=markup.fields or {},
        replies=markup.replies_xpath,
        platform=platform,
        source=Provenance.KNOWLEDGE,
    )


def _location_record(location: FieldLocation) -> dict[str, Any]:
    record = {one.name: getattr(location, one.name) for one in fields(location)}
    record["pattern"] = location.pattern.pattern if location.pattern else ""
    return {name: value for name, value in record.items() if value}


def _location(record: Mapping[str, Any]) -> FieldLocation:
    values = dict(record)
    pattern = values.pop("pattern", "")
    return FieldLocation(**values, pattern=re.compile(pattern, re.IGNORECASE) if pattern else None)
