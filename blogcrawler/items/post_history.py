"""The state of a post, its versions, and what has happened to it."""

from __future__ import annotations

from dataclasses import dataclass

from .posts import Post

__all__ = ["PostEvent", "PostState", "ThreadSummary", "Version"]


@dataclass(slots=True)
class PostState:
    """The state of a post, besides its record.

    ``found`` is when it was first seen, ``checked`` when it was last checked, ``fresh`` when it last changed, ``due``
    when to check it again, ``gone`` since when it no longer exists (404, 410). ``restructured`` is since when only its
    markup (``markup``, a digest) differs from its record.
    """

    url: str
    found: str | None = None
    checked: str | None = None
    fresh: str | None = None
    due: str | None = None
    gone: str | None = None
    etag: str | None = None
    modified: str | None = None
    restructured: str | None = None
    markup: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """What is stored of a forum's thread, in short: the number of its messages, and when the last was written."""

    url: str
    messages: int
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A record of a post, from when until when it was current, and the kinds of change in the next one.

    ``since`` is when it was first seen. The record that is current now has no ``until``.
    """

    record: Post
    until: str | None
    kinds: tuple[str, ...] = ()
    since: str | None = None


@dataclass(frozen=True, slots=True)
class PostEvent:
    """What has happened to a post at a time: it was ``new``, ``changed``, ``gone`` or ``returned``.

    A change has its ``kinds`` and the records before and after.
    """

    when: str
    kind: str
    url: str
    blog: str
    title: str | None = None
    kinds: tuple[str, ...] = ()
    old: Post | None = None
    new: Post | None = None
