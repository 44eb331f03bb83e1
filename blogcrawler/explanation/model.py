"""What an explanation consists of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

__all__ = [
    "ArticleBlock",
    "Choice",
    "DateChoice",
    "Explanation",
    "FieldExplanation",
    "Fit",
    "PostDecision",
    "PostReason",
    "Program",
    "TextPart",
]


@dataclass(frozen=True, slots=True)
class Program:
    """The web application that made a page, as the knowledge base recognises it."""

    name: str
    title: str
    #: The patterns that matched on the page, and the number of all patterns of the type.
    by: tuple[str, ...]
    patterns: int
    #: What kind of page it is to the application: ``post``, ``list``.
    level: str | None
    #: The application that the crawl recognised on the blog's home page.
    of_blog: str | None

    @property
    def confidence(self) -> float:
        """The share of the type's patterns that match on the page."""
        return round(len(self.by) / self.patterns, 3) if self.patterns else 0.0


class Fit(StrEnum):
    """What one reason says about a page."""

    FOR = "for"
    AGAINST = "against"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class PostReason:
    """One thing that the crawler checks when it decides whether a page is a post."""

    name: str
    fit: Fit
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PostDecision:
    """Whether a page is a post by what is known now, and why; ``saved`` says whether the archive has its record."""

    is_post: bool
    because: str
    saved: bool
    reasons: tuple[PostReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One place that a field could be read from, and what it would give."""

    source: str
    #: The selector of the rule; empty for the feed and for heuristics.
    selector: str
    value: str
    #: The rule's score on the training pages; ``None`` where nothing was learned.
    confidence: float | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class FieldExplanation:
    """A field of the record: what the page gives now, what the archive has, and all choices, the best first."""

    name: str
    value: str
    source: str
    #: How likely the value is right, from 0 to 1; dates have their own list.
    confidence: float | None = None
    saved: str | None = None
    saved_source: str | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the archive has another value, for example because it was read with other rules."""
        return self.saved is not None and self.saved != self.value


@dataclass(frozen=True, slots=True)
class DateChoice:
    """A date that may be the post's, where it is from, and the probability that it is right, taken by itself."""

    date: str
    origin: str
    confidence: float
    selector: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of a block, which is in the record's text or not."""

    text: str
    kept: bool


@dataclass(frozen=True, slots=True)
class ArticleBlock:
    """A block of text on the page, ``inside`` the article's element or not. ``why`` says why it was cut."""

    parts: tuple[TextPart, ...]
    inside: bool
    #: The element that holds it, as a CSS selector would name it.
    where: str = ""
    why: str = ""

    @property
    def text(self) -> str:
        """The whole text of the block."""
        return "".join(part.text for part in self.parts)

    @property
    def kept(self) -> bool:
        """Whether any part of it is in the record's text."""
        return any(part.kept for part in self.parts)

    @property
    def cut(self) -> bool:
        """Whether the article's element holds it, but the record's text lacks a part of it."""
        return self.inside and any(not part.kept and part.text.strip() for part in self.parts)


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the crawler sees one page of a blog."""

    url: str
    blog: str
    #: The address under which the page was captured, and when.
    captured_url: str
    captured: str
    program: Program | None
    post: PostDecision
    fields: tuple[FieldExplanation, ...] = ()
    dates: tuple[DateChoice, ...] = ()
    #: The text of the page, in page order.
    blocks: tuple[ArticleBlock, ...] = ()
    notes: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The explanation as plain values, ready for JSON."""
        values = asdict(self)
        if self.program is not None:
            values["program"]["confidence"] = self.program.confidence
        return values
