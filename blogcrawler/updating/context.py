"""What the steps of a visit share, and what they need from the crawl around them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ParamSpec, Protocol, TypeVar

from scrapy.http import Response

from ..blog import KnownBlog, PostPage
from ..dom import RobotsTags
from ..items import Blog, Post, WatchedDocument
from ..store import Store

__all__ = ["UpdateContext", "VisitState"]

P = ParamSpec("P")
T = TypeVar("T")


class UpdateContext(Protocol):
    """The spider, as a visit sees it."""

    store: Store
    max_rechecks: int
    robots_tags: RobotsTags

    def now(self) -> datetime:
        """Return the current time, or the time to use instead."""

    def fetch(self, url: str, headers: dict[str, str] | None, visit: Any) -> Awaitable[Response]:
        """Download a URL; raises ``NotFetched`` if that fails."""

    def use_robots(self, url: str, response: Response) -> None:
        """Use this response as the robots.txt of its host."""

    def emit(self, page: PostPage, response: Response) -> Awaitable[None]:
        """Send a post through the pipelines; returns when it is stored."""

    def emit_thread(self, thread: Post, responses: Sequence[Response]) -> Awaitable[None]:
        """Send the record of a forum's thread through the pipelines; returns when it is stored."""

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Call the store without blocking the event loop."""

    def note(self, text: str) -> None:
        """Tell the user something, in the log and in the summary."""

    def count(self, name: str, number: Any = 1) -> None:
        """Increase one of the crawl's stats."""


@dataclass(slots=True)
class VisitState:
    """The state of a visit to a blog, shared by its steps.

    With ``since``, everything after that day is checked again. ``documents`` are the feeds, sitemaps and hub pages that
    are watched, by URL. ``read_before`` is when the feed was last read: its new entries did not exist then. ``details``
    says in words what has changed in a forum's thread, by URL.
    """

    blog: Blog
    now: Callable[[], datetime]
    since: datetime | None = None
    max_rechecks: int = 0
    robots_tags: RobotsTags = field(default_factory=RobotsTags)
    documents: dict[str, WatchedDocument] = field(default_factory=dict)
    read_before: datetime | None = None
    gone: list[str] = field(default_factory=list)
    relearned: bool = False
    details: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _known: KnownBlog | None = None

    @property
    def known(self) -> KnownBlog:
        """What was learned about the blog. It takes time to build, and a quiet visit does not need it."""
        if self._known is None:
            self._known = KnownBlog.from_record(self.blog)
            assert self._known is not None
        return self._known

    @known.setter
    def known(self, known: KnownBlog) -> None:
        self._known = known
