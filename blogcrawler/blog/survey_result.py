"""What a survey works with and what it finds."""

from __future__ import annotations

from dataclasses import dataclass, field

from scrapy.http import TextResponse

from ..dom import Page
from ..items import Feed, FeedEntry

__all__ = ["Survey", "Training"]


@dataclass(frozen=True, slots=True)
class Training:
    """A feed entry and the page it leads to; ``rendered`` is the page as a browser shows it,
    if the server sent it without content."""

    entry: FeedEntry
    response: TextResponse
    page: Page
    rendered: Page | None = None

    @property
    def shown(self) -> Page:
        """The page as a reader sees it."""
        return self.rendered or self.page


@dataclass(slots=True)
class Survey:
    """What is known of a blog before the crawl begins; all below ``root`` belongs to it."""

    home: str
    root: str
    home_page: Page
    feed: Feed | None = None
    training: list[Training] = field(default_factory=list)
    #: Sitemaps that robots.txt names, or the usual addresses if it names none (``guessed``).
    sitemaps: list[str] = field(default_factory=list)
    guessed: bool = False
    #: Keys of the feed's entries whose pages were asked for, and hosts through which some of them lead.
    asked: set[str] = field(default_factory=set)
    trackers: set[str] = field(default_factory=set)
    #: Whether the posts that the feed lists are at other addresses than it says.
    misled: bool = False
    notes: list[str] = field(default_factory=list)
