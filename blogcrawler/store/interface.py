"""What every back end can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from ..items import Blog, Post
from .blog_schedule import SqlBlogSchedule
from .post_history import SqlPostHistory

__all__ = ["Store"]


class Store(Protocol):
    """Keeps blogs and posts; what was saved when a method returns survives the end of the process.

    Saving the same thing again replaces it. A store may be used from any thread, by one at a time.
    Every method raises :exc:`~blogcrawler.errors.StoreError` when the database fails.
    """

    @property
    def remote(self) -> bool:
        """Whether saving waits for a network; if so, an event loop should leave it to a thread."""

    @property
    def post_states(self) -> SqlPostHistory:
        """Posts over time: when each was looked at, its versions, whether it is gone."""

    @property
    def schedule(self) -> SqlBlogSchedule:
        """Blogs over time: which are due, who looks at them, their feeds and sitemaps, past visits."""

    def save_blog(self, blog: Blog) -> None:
        """Keep what is known of a blog; its address tells it from others."""

    def change_blog(self, address: str, **fields: Any) -> None:
        """Give these fields of a blog's record other values, if the blog is there.

        The rest stays as it is by then: several learn of a blog at the same time, and none of them takes back what
        another one has just saved.
        """

    def blog(self, address: str) -> Blog | None:
        """The blog at an address as a person types it: with or without scheme, www, last slash.

        Without a scheme the beginning is enough (``example.org`` for ``https://example.org/blog/``);
        :exc:`~blogcrawler.errors.UsageError` if several blogs begin so.
        """

    def blogs(self) -> list[Blog]:
        """All blogs, by address."""

    def blog_of(self, page: str) -> Blog | None:
        """The blog that a page belongs to, by its address; the innermost, if one lies within another."""

    def addresses(self) -> list[str]:
        """The addresses of all blogs."""

    def learned(self, application: str | None = None) -> list[dict[str, Any]]:
        """What crawls have learned of a type of program (or of all), as ``Blog.knowledge`` holds it."""

    def save_post(self, post: Post) -> None:
        """Keep a post; its ``url`` tells it from others."""

    def save_posts(self, posts: Iterable[Post]) -> None:
        """Keep many posts at once: all or, if it fails, none."""

    def post(self, address: str) -> Post | None:
        """The post at an address as a person types it: with or without scheme, www, last slash."""

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        """The posts of one blog (an address as for :meth:`blog`) or of all, newest first.

        Undated posts come last. Only a few posts are in memory at a time.
        """

    def count(self, blog: str | None = None) -> int:
        """How many posts :meth:`posts` would give."""

    def states(self) -> dict[str, str]:
        """The addresses of all blogs with posts, each with a text that is another one once its posts have changed."""

    def close(self) -> None:
        """Give the connection back."""
