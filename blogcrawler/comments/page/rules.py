"""Rules for the comments of a page: where each stands, and where its fields stand in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ...items import Provenance
from ..locations import CommentMarkup, FieldLocation

__all__ = ["CommentRule", "dom_rule"]


@dataclass(frozen=True, slots=True)
class CommentRule:
    """What finds the comments of a page (``selector``, an XPath expression) and their fields in them.

    ``confidence`` is how well it did on ``comments`` comments of the blog's comment feeds; ``platform`` is the name of
    the platform on whose pages it holds. Elements that ``replies`` finds hold replies to the comment before them.
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
            "fields": {name: [_place_record(place) for place in places] for name, places in self.fields.items()},
        }

    def proved(self, confidence: float, comments: int) -> CommentRule:
        """The rule, with how well it has done on so many comments."""
        return replace(self, confidence=confidence, comments=comments)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> CommentRule:
        """The rule that ``record`` gave."""
        places = {name: tuple(map(_place, listed)) for name, listed in record["fields"].items()}
        return cls(**{**record, "fields": places})


def dom_rule(dom: CommentMarkup, platform: str) -> CommentRule:
    """What is known of a platform's pages, as a rule."""
    return CommentRule(
        selector=dom.comment_xpath,
        fields=dom.fields or {},
        replies=dom.replies_xpath,
        platform=platform,
        source=Provenance.KNOWLEDGE,
    )


def _place_record(place: FieldLocation) -> dict[str, Any]:
    record = {one.name: getattr(place, one.name) for one in fields(place)}
    record["pattern"] = place.pattern.pattern if place.pattern else ""
    return {name: value for name, value in record.items() if value}


def _place(record: Mapping[str, Any]) -> FieldLocation:
    values = dict(record)
    pattern = values.pop("pattern", "")
    return FieldLocation(**values, pattern=re.compile(pattern, re.IGNORECASE) if pattern else None)
