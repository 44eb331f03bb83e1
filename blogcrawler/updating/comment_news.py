"""Known posts that were commented on, by the feed of all comments of a blog."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..dates import instant
from ..errors import FeedError, NotFetched
from ..feeds import WatchPoints, comment_reading, comments_since, next_pages
from ..http import record_trust
from ..items import Feed, FeedEntry, PostState, WatchedDocument
from ..urls import normalize
from .context import PostTarget, UpdateContext
from .feed_reader import FeedReader, parsed

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["CommentNews"]

logger = logging.getLogger(__name__)

#: A feed of comments that does not speak for the posts is asked after a day, later and later while it is quiet.
_SOONEST, _LATEST = timedelta(days=1), timedelta(days=30)
#: So many older pages of the comments are read, where there are any.
_PAGES = 10
#: A platform tells so many at once.
_TOLD_AT_ONCE = 100
#: Sites ask and answer by clocks of their own.
_CLOCKS = timedelta(hours=14)


class CommentNews:
    """Reads a blog's feed of comments. ``targets`` are the posts that have new ones.

    If all comments in the feed are new, it has overflowed. Then the platform is asked for those before them, or the
    feed's older pages are read; if neither has them, the pages of the posts that were discussed last are looked at.
    """

    def __init__(self, visit: BlogVisit, outlook: UpdateContext, reader: FeedReader) -> None:
        self._visit = visit
        self._outlook = outlook
        self._reader = reader
        self.targets: dict[str, PostTarget] = {}

    async def read(self, source: WatchedDocument, points: WatchPoints) -> bool:
        """Read the feed; whether it is as it was."""
        before = instant(source.checked)
        feed, answer = await self._reader.read(source)
        if feed is None:
            self._put_off(source, quiet=True)
            return "failed" not in source.facts and not answer.stirred
        first = not source.reading
        news = comments_since(source.reading, feed)
        await self._note(((entry.url, entry.published) for entry in news.new), only_late=first)
        if news.overflowed:
            told = points.since is not None and await self._since(points.since, before)
            if not told and not await self._older(feed, source):
                await self._look_around()
        record_trust(source, answer, bool(news.new), self._outlook.now())
        source.reading = comment_reading(feed)
        self._put_off(source, quiet=not news.new)
        return False

    async def _note(self, comments: Iterable[tuple[str, datetime | None]], only_late: bool) -> None:
        """Note the posts that comments belong to; ``only_late``: if they were written after the page was fetched."""
        said = [(url.partition("#")[0], written) for url, written in comments]
        known: dict[str, PostState] = await self._outlook.call(
            self._outlook.store.post_states.known, [url for url, _ in said]
        )
        for url, written in said:
            look = known.get(url)
            checked = instant(look.checked) if look else None
            late = written is None or checked is None or _aware(written) > checked
            if look is not None and (late or not only_late):
                self.targets.setdefault(look.url, PostTarget(look.url, None, look))

    async def _older(self, feed: Feed, source: WatchedDocument) -> bool:
        """Read older pages of the feed until a comment is known; whether one was found."""
        seen = {entry.url for entry in feed.entries}
        for number in range(1, _PAGES):
            addresses = next_pages(feed, number)
            try:
                feed = parsed(await self._visit.fetch(addresses[0])) if addresses else Feed("")
            except (FeedError, NotFetched):
                return False
            fresh: list[FeedEntry] = [entry for entry in feed.entries if entry.url not in seen]
            await self._note(((e.url, e.published) for e in fresh if e.url not in source.reading), only_late=False)
            if any(entry.url in source.reading for entry in fresh):
                return True
            if not fresh:  # the same page again, or none
                return False
            seen |= {entry.url for entry in fresh}
        return False

    async def _since(self, address: str, before: datetime | None) -> bool:
        """Ask the platform for all comments since the last reading; whether it has answered."""
        if before is None:
            return False
        since = (before - _CLOCKS).replace(tzinfo=None).isoformat(timespec="seconds")
        for number in range(1, _PAGES + 1):
            try:
                asked = address.replace("{since}", quote(since)).replace("{page}", str(number))
                response = await self._visit.fetch(asked)
            except NotFetched:
                return False
            told = _told(response.body) if response.status < 400 else None
            if told is None:
                return False
            await self._note(told, only_late=True)
            if len(told) < _TOLD_AT_ONCE:
                return True
        return False

    async def _look_around(self) -> None:
        """Look at the posts to which something happened last: nobody says which ones were commented on."""
        looks: list[PostState] = await self._outlook.call(self._outlook.store.post_states.all, self._visit.blog.url)
        for look in [look for look in looks if look.gone is None][: self._outlook.max_looks]:
            self.targets.setdefault(look.url, PostTarget(look.url, None, look))

    def _put_off(self, source: WatchedDocument, quiet: bool) -> None:
        pause = timedelta(hours=source.facts.get("pause", 0)) * 2 if quiet else _SOONEST
        pause = min(max(pause, _SOONEST), _LATEST)
        source.facts = source.facts | {"pause": pause / timedelta(hours=1)}
        source.due = (self._outlook.now() + pause).isoformat(timespec="seconds")


def _told(body: bytes) -> list[tuple[str, datetime | None]] | None:
    """The addresses and times of comments in a platform's answer; ``None`` if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list):
        return None
    links = [(normalize(str(one.get("link") or "")), one.get("date_gmt")) for one in found if isinstance(one, dict)]
    return [(link, instant(str(date)) if date else None) for link, date in links if link]


def _aware(moment: datetime) -> datetime:
    made = instant(moment.isoformat())
    assert made is not None
    return made
