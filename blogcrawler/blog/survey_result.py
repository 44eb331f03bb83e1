"""The result of a survey."""

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
        """The page as readers see it."""
        return self.rendered or self.page


@dataclass(slots=True)
class Survey:
    """What is known about a blog before the crawl begins. All addresses below ``root`` belong to it."""

    home: str
    root: str
    home_page: Page
    feed: Feed | None = None
    training: list[Training] = field(default_factory=list)
    #: Pages of other templates that look like posts, by template; only without a feed.
    other_templates: list[list[Page]] = field(default_factory=list)
    #: Sitemaps that robots.txt names, or the usual addresses if it names none (``sitemaps_guessed``).
    sitemaps: list[str] = field(default_factory=list)
    sitemaps_guessed: bool = False
    #: Keys of the feed entries whose pages were requested.
    requested: set[str] = field(default_factory=set)
    #: Hosts through which links of the feed lead to the blog.
    trackers: set[str] = field(default_factory=set)
    #: Whether the posts of the feed exist, but at other addresses than the feed gives.
    feed_addresses_wrong: bool = False
    #: The query of all links of the feed, if it only says that readers come from there.
    feed_query: str = ""
    #: Digests of the pages that the server shows at the addresses of missing posts.
    placeholders: set[str] = field(default_factory=set)
    #: Messages for the user.
    notes: list[str] = field(default_factory=list)
