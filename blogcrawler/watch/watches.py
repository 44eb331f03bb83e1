"""What people watch for, and how they want to hear about it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ..errors import UsageError
from ..items import Post
from ..text_folding import folded
from ..urls import address_key
from .query import Condition, parse_query
from .synonyms import with_synonyms

__all__ = [
    "MATCHING",
    "RHYTHMS",
    "Owner",
    "Watch",
    "WatchScope",
    "check_watch",
    "condition_of",
    "new_owner",
    "next_digest",
]

MATCHING = ("stem", "exact", "synonym")
RHYTHMS = ("now", "hourly", "daily", "weekly")

_DIGEST_HOUR = 7
"""Daily and weekly digests are sent at this hour in the owner's time zone; weekly ones on Mondays."""


@dataclass(frozen=True, slots=True)
class WatchScope:
    """Where to look. Empty tuples mean everywhere; ``languages`` are BCP 47 prefixes."""

    blogs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    posts: bool = True
    comments: bool = True

    def covers(self, post: Post) -> bool:
        """Whether a post is of these blogs, tags and languages."""
        if self.blogs and address_key(post.blog) not in map(address_key, self.blogs):
            return False
        if self.tags and not {folded(tag) for tag in post.tags} & {folded(tag) for tag in self.tags}:
            return False
        language = f"{(post.language or '').lower()}-"
        return not self.languages or any(language.startswith(f"{one.lower()}-") for one in self.languages)

    def record(self) -> dict[str, Any]:
        """The scope as plain values, ready for JSON."""
        return {
            "blogs": list(self.blogs),
            "tags": list(self.tags),
            "languages": list(self.languages),
            "posts": self.posts,
            "comments": self.comments,
        }

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> WatchScope:
        """The scope that :meth:`record` was called on."""
        lists = {name: tuple(record.get(name) or ()) for name in ("blogs", "tags", "languages")}
        return cls(**lists, posts=record.get("posts", True), comments=record.get("comments", True))


@dataclass(frozen=True, slots=True)
class Watch:
    """A query of one owner. Without a query, everything new, changed or gone is news.

    ``matching`` is ``stem``, ``exact`` or ``synonym``; ``synonyms`` are those of the query's words. ``old_posts`` says
    whether posts from before the watch was made count when they first become known. ``created`` is ISO 8601.
    """

    id: int
    owner: int
    query: str
    matching: str = "stem"
    scope: WatchScope = field(default_factory=WatchScope)
    synonyms: dict[str, list[str]] = field(default_factory=dict)
    old_posts: bool = False
    created: str = ""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who gets the clips: at which addresses, how often, and the secret of the personal page and feed.

    ``addresses`` are those of Apprise, or ``exec:PROGRAM``. ``paused`` says that nothing is sent.
    """

    id: int
    name: str
    addresses: tuple[str, ...] = ()
    rhythm: str = "now"
    timezone: str = "UTC"
    secret: str = ""
    paused: bool = False


def new_owner(name: str) -> Owner:
    """An owner without addresses, with a secret that nobody can guess."""
    if not name.strip() or len(name) > 200:
        raise UsageError("the owner needs a name of at most 200 characters")
    return Owner(0, name.strip(), secret=secrets.token_urlsafe(24))


def check_watch(watch: Watch) -> Watch:
    """The same watch; ``UsageError`` says what is wrong with it."""
    if watch.matching not in MATCHING:
        raise UsageError(f"{watch.matching} is not one of {', '.join(MATCHING)}")
    if not watch.scope.posts and not watch.scope.comments:
        raise UsageError("a watch matches posts, comments or both")
    if watch.query.strip():
        condition_of(watch)
    return replace(watch, query=watch.query.strip())


def condition_of(watch: Watch) -> Condition:
    """The parsed query, with synonyms."""
    condition = parse_query(watch.query)
    return with_synonyms(condition, watch.synonyms) if watch.matching == "synonym" else condition


def next_digest(rhythm: str, timezone: str, after: datetime) -> datetime:
    """When the first digest after a moment is due."""
    if rhythm == "now":
        return after
    if rhythm == "hourly":
        return after.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    local = after.astimezone(zone(timezone))
    day = local.replace(hour=_DIGEST_HOUR, minute=0, second=0, microsecond=0)
    while day <= local or (rhythm == "weekly" and day.weekday() != 0):
        day += timedelta(days=1)
    return day.astimezone(after.tzinfo)


def zone(name: str) -> ZoneInfo:
    """The time zone of this name, such as ``Europe/Athens``; ``UsageError`` if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UsageError(f"{name} is not a time zone; write it like Europe/Athens") from None
