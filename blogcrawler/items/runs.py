"""What crawls and visits have done."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Run", "Visit"]


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a blog: when it began, what it cost and found, and when the next one is due.

    ``outcome`` is ``quiet``, ``updated`` or ``failed``; ``entries`` is the number of entries in the feed,
    ``overflowed`` whether all of them were new, so that some posts may have been missed. ``rate`` is the expected
    number of posts per hour, ``earliest`` when the blog may be visited again at all.
    """

    blog: str
    began: str
    outcome: str
    requests: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    entries: int | None = None
    overflowed: bool = False
    next: str | None = None
    note: str | None = None
    rate: float | None = None
    earliest: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl of a blog or one visit to it: when it began and ended, how, and what it did.

    ``kind`` is ``crawl``, ``update`` or ``deep`` (through a search form; ``posts`` are records). ``outcome`` is
    ``complete``, ``limited`` (a limit was reached), ``interrupted`` or ``failed``; ``ending`` says it in the words of
    Scrapy's finish reason or of the visit. ``posts`` are those harvested or, in an update, new. ``fields`` counts the
    posts that have each field, ``failures`` the failed downloads by kind, ``rejected`` the pages that are not posts by
    reason, ``faults`` the errors in optional steps. ``holder`` is the lease it ran under. Times are ISO 8601.
    """

    blog: str
    kind: str
    began: str
    ended: str
    outcome: str
    ending: str = ""
    posts: int = 0
    changed: int = 0
    gone: int = 0
    requests: int = 0
    bytes: int = 0
    fields: dict[str, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    holder: str | None = None
    id: int = 0
