"""What is new in a feed since it was read last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from ..items import Feed, FeedEntry
from ..urls import page_key
from .texts import plain

__all__ = ["News", "comment_reading", "comments_since", "feed_reading", "news_since"]


@dataclass(frozen=True, slots=True)
class News:
    """Entries not listed before, and those that say something else than before.

    ``overflowed`` says that none of the entries was listed before, so that others may have come and gone unseen.
    """

    new: list[FeedEntry] = field(default_factory=list)
    changed: list[FeedEntry] = field(default_factory=list)
    overflowed: bool = False


def feed_reading(feed: Feed) -> dict[str, str]:
    """What a feed lists, for each post its mark: what would be different if the post were."""
    return {page_key(entry.url): _mark(entry) for entry in feed.entries}


def news_since(before: Mapping[str, str], feed: Feed) -> News:
    """The news in a feed, given what was read in it before."""
    new = [entry for entry in feed.entries if page_key(entry.url) not in before]
    known = [entry for entry in feed.entries if page_key(entry.url) in before]
    changed = [entry for entry in known if before[page_key(entry.url)] != _mark(entry)]
    if len(changed) > 3 and len(changed) > 0.5 * len(known) and not any(entry.updated for entry in changed):
        changed = []  # not the posts but the way in which the feed shows them
    return News(new, changed, bool(before) and bool(new) and not known)


def comment_reading(feed: Feed) -> dict[str, str]:
    """The comments that a feed of comments lists, each with the post that it belongs to."""
    return {entry.url: entry.url.partition("#")[0] for entry in feed.entries}


def comments_since(before: Mapping[str, str], feed: Feed) -> News:
    """The comments not listed before."""
    new = [entry for entry in feed.entries if entry.url not in before]
    return News(new, [], bool(before) and bool(new) and len(new) == len(feed.entries))


def _mark(entry: FeedEntry) -> str:
    if entry.updated is not None:
        said = entry.updated.isoformat()
    else:
        words = " ".join(plain(entry.content_html or entry.summary_html or "").split())
        text = "\n".join([entry.title or "", words, *sorted(entry.tags)])
        said = blake2b(text.encode("utf-8", "replace"), digest_size=9).hexdigest()
    return said if entry.comments_expected is None else f"{said} {entry.comments_expected}"
