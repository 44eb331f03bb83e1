"""What a visit needs of the crawl around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ParamSpec, Protocol, TypeVar

from scrapy.http import Response

from ..blog import PostPage
from ..items import FeedEntry, PostState
from ..store import Store

__all__ = ["PostTarget", "UpdateContext"]

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PostTarget:
    """A post to fetch: one that is new, or a known one with what is known of it (``look``).

    ``condition`` says that its page may answer "not modified", as nobody said that it has changed.
    """

    url: str
    entry: FeedEntry | None = None
    look: PostState | None = None
    condition: bool = False


class UpdateContext(Protocol):
    """The spider, as a visit sees it."""

    store: Store
    max_looks: int

    def now(self) -> datetime:
        """The time."""

    def fetch(self, url: str, headers: dict[str, str] | None, visit: Any) -> Awaitable[Response]:
        """Download an address; raises ``NotFetched`` if it cannot be had."""

    def hold_robots(self, url: str, response: Response) -> None:
        """Let this be the robots.txt of its host."""

    def emit(self, page: PostPage, response: Response) -> Awaitable[None]:
        """Send a post through the pipelines; returns when it is stored."""

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
        """Call the store without keeping the others waiting."""

    def note(self, text: str) -> None:
        """Say something that a person should know."""

    def count(self, name: str, number: Any = 1) -> None:
        """Count something in the crawl's stats."""
