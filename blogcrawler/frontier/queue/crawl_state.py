"""The state of a crawl: one typed record, saved with the queue, from which a stopped crawl is resumed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from .disk_queue import DiskFrontier

__all__ = ["CrawlPhase", "CrawlState"]


class CrawlPhase(StrEnum):
    """How far a crawl has come. Only a crawl in its last phase can be resumed; earlier ones start again."""

    SURVEY = "survey"
    """The seed, the feed and the training pages are being fetched."""
    LEARN = "learn"
    """Rules are being learned from the training pages."""
    CRAWL = "crawl"
    """The blog's record is stored and the first requests are queued."""


@dataclass(slots=True)
class CrawlState:
    """What a crawl has to remember to be resumed. All values are plain JSON.

    Changes are lost unless :meth:`save` is called.
    """

    #: The address the user gave.
    seed: str
    #: When the crawl was started first, as an ISO timestamp.
    started: str
    phase: CrawlPhase = CrawlPhase.SURVEY
    #: Whether the records of an earlier, complete crawl were removed. From then on records are appended.
    records_replaced: bool = False
    #: The blog's home page, under which its record is stored.
    home: str = ""
    #: Whether the site is a forum.
    is_forum: bool = False
    #: Addresses of the training pages. They show which sitemaps list posts.
    examples: list[str] = field(default_factory=list)
    #: Hosts through which the feed's links lead to the blog.
    trackers: list[str] = field(default_factory=list)
    #: Whether the list of posts on the home page leads to all posts.
    home_list_complete: bool = False
    #: Whether the posts are there, but not at the addresses the feed gives.
    feed_addresses_wrong: bool = False
    #: Digests of the pages that the server shows at the addresses of missing posts.
    placeholders: list[str] = field(default_factory=list)
    #: Scripts of the blog's application that may name posts.
    scripts: list[str] = field(default_factory=list)
    #: What the runs of this crawl have counted so far: stats by name.
    counts: dict[str, float] = field(default_factory=dict)
    #: How to read the dates on lists of posts: hour and zone of the blog's clock. ``None`` if they are not used.
    list_clock: list[Any] | None = None

    @classmethod
    def load(cls, frontier: DiskFrontier) -> CrawlState | None:
        """The state saved last, or ``None``."""
        record = frontier.state()
        return None if record is None else cls(**record | {"phase": CrawlPhase(record["phase"])})

    def save(self, frontier: DiskFrontier) -> None:
        """Save the state, together with everything queued so far, in one transaction."""
        frontier.save_state({name: getattr(self, name) for name in _NAMES})


_NAMES = [one.name for one in fields(CrawlState)]
