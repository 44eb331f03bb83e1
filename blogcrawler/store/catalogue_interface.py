"""Lists and totals of posts for people who browse the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["BlogContents", "BlogOutline", "Catalogue", "PostEntry", "PostLink", "PostSurroundings", "Timeline"]


@dataclass(frozen=True, slots=True)
class PostEntry:
    """A post in a list: enough to recognise it, without its article.

    ``comments`` is their number; for a forum's thread, the number of its messages. ``excerpt`` is the beginning of the
    text. ``cursor`` is its place in the order of all posts, see :meth:`Catalogue.entries`.
    """

    url: str
    blog: str
    title: str | None
    authors: tuple[str, ...]
    published: str | None
    language: str | None
    tags: tuple[str, ...]
    type: str
    comments: int
    excerpt: str
    cursor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PostLink:
    """A post to which a page leads."""

    url: str
    title: str | None
    published: str | None


@dataclass(frozen=True, slots=True)
class PostSurroundings:
    """What a page about a post says beyond its record.

    ``newer`` and ``older`` are its neighbours in the blog, ``versions`` is the number of its earlier versions, ``gone``
    is since when it has been gone from the web.
    """

    newer: PostLink | None = None
    older: PostLink | None = None
    versions: int = 0
    gone: str | None = None
    blog_title: str | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """When the posts of a blog were published, in UTC.

    ``months`` has the months with posts (``2024-03``), oldest first. ``week`` has 168 numbers, one for each hour from
    Monday 0:00; posts without a time are not in it. ``weekdays`` begin on Monday.
    """

    posts: int
    undated: int
    months: tuple[tuple[str, int], ...]
    weekdays: tuple[int, ...]
    week: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlogContents:
    """What the posts of a blog contain. ``filled`` has the number of posts that have a field, by the field's name.

    ``authors``, ``tags`` and ``languages`` are the most frequent ones, each with its number of posts.
    """

    posts: int
    comments: int
    filled: tuple[tuple[str, int], ...]
    authors: tuple[tuple[str, int], ...]
    tags: tuple[tuple[str, int], ...]
    languages: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BlogOutline:
    """The size and the history of a blog at a glance.

    ``first`` and ``last`` are days of publication, ``visited`` is when the last visit began, ``outcome`` how it ended,
    ``due`` when the next one is due, in seconds since 1970. ``filled`` has the number of posts that have a field, for
    the fields that nearly every post has.
    """

    posts: int = 0
    first: str | None = None
    last: str | None = None
    months: tuple[tuple[str, int], ...] = ()
    visited: str | None = None
    outcome: str | None = None
    due: int | None = None
    comments: int = 0
    filled: tuple[tuple[str, int], ...] = ()


class Catalogue(Protocol):
    """Lists and totals of posts.

    :meth:`timeline` and :meth:`contents` read every post of a blog: keep their results for a while. The others are fast
    in archives of any size.
    """

    def entries(
        self,
        blog: str | None = None,
        *,
        since: str | None = None,
        until: str | None = None,
        after: tuple[int, int] | None = None,
        before: tuple[int, int] | None = None,
        limit: int = 50,
    ) -> list[PostEntry]:
        """Posts of the blog at exactly this address or of all blogs, newest first, undated posts last.

        ``since`` and ``until`` are ISO days, inclusive. ``after`` continues below the post with this cursor, ``before``
        gives the posts just above it.
        """

    def surroundings(self, url: str) -> PostSurroundings:
        """What surrounds the post at exactly this address."""

    def outlines(self, addresses: Sequence[str] | None = None) -> dict[str, BlogOutline]:
        """The blogs at these addresses at a glance, or all, by address."""

    def total(self) -> int:
        """The number of all posts."""

    def timeline(self, blog: str) -> Timeline:
        """When the posts of a blog were published."""

    def contents(self, blog: str, most: int = 50) -> BlogContents:
        """What the posts of a blog contain, with at most ``most`` authors, tags and languages."""
