"""What the feeds of a blog announce."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from ..blog import entry_addresses
from ..dates import instant
from ..errors import FeedError, NotFetched
from ..feeds import WatchPoints, feed_reading, missing, news_since, next_pages, watch_points
from ..frontier import Verdict, trap_of
from ..http import record_trust
from ..items import Feed, FeedEntry, PostState, WatchedDocument
from ..urls import page_key
from .comment_news import CommentNews
from .context import PostTarget, UpdateContext
from .feed_reader import FeedReader, parsed

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["FeedNews"]

logger = logging.getLogger(__name__)

_FEED_PAGES = 50
#: A feed beside the feed that could not be read is not asked again for so long.
_NOT_AGAIN = timedelta(days=30)


class FeedNews:
    """Reads a blog's feeds and says which posts they announce as new, changed or discussed.

    ``lost`` says that the feed has overflowed and its older pages did not lead back to known ground;
    ``unexplained`` that the server says something has changed, but no feed shows what.
    """

    def __init__(self, visit: BlogVisit, outlook: UpdateContext, sources: dict[str, WatchedDocument]) -> None:
        self._visit = visit
        self._outlook = outlook
        self._sources = sources
        self.feed = next((source for source in sources.values() if source.kind == "feed"), None)
        self.entries: int | None = None
        self.overflowed = self.lost = self.unexplained = False
        self._targets: dict[str, PostTarget] = {}
        self._reader = FeedReader(visit, outlook, sources)

    async def news(self) -> list[PostTarget]:
        """The posts to fetch. A blog that is quiet is asked once."""
        if self.feed is None:
            self.lost = True  # there is no feed to lose track of, but the hub pages
            return []
        points = watch_points(self.feed.url, self.feed.facts.get("generator"))
        comments = self._beside("comments", points.comments if points else None)
        if points is None or comments is None:
            await self._posts(self.feed)
        elif points.covers:
            await self._all_at_once(comments, points)
        else:
            await self._posts(self.feed)
            if self._is_due(comments):
                await self._comments(comments, points)
        return list(self._targets.values())

    async def _all_at_once(self, comments: WatchedDocument, points: WatchPoints) -> None:
        """Ask the feed of comments, whose validators speak for the posts as well; go on only if it has changed."""
        proved = comments.right + comments.trusted > 0
        quiet = await self._comments(comments, points)
        if quiet and self._visit.since is None:
            return
        if "failed" in comments.facts:
            assert self.feed is not None
            await self._posts(self.feed)
            return
        discussed = len(self._targets)
        recent = self._beside("recent", points.recent)
        if recent is None or not await self._posts(recent):
            assert self.feed is not None
            await self._posts(self.feed)
        self.unexplained = proved and not discussed and not self._targets

    async def _comments(self, source: WatchedDocument, points: WatchPoints) -> bool:
        """Read the feed of comments; whether it is as it was."""
        discussed = CommentNews(self._visit, self._outlook, self._reader)
        quiet = await discussed.read(source, points)
        for url, target in discussed.targets.items():
            self._targets.setdefault(page_key(url), target)
        return quiet

    def _beside(self, kind: str, url: str | None) -> WatchedDocument | None:
        """A source that the platform has beside the feed, unless it turned out to be none."""
        if url is None:
            return None
        source = self._sources.setdefault(url, WatchedDocument(self._visit.blog.url, url, kind))
        failed = instant(source.facts.get("failed"))
        return None if failed and self._outlook.now() - failed < _NOT_AGAIN else source

    def _is_due(self, source: WatchedDocument) -> bool:
        due = instant(source.due)
        return due is None or due <= self._outlook.now() or self._visit.since is not None

    async def _posts(self, source: WatchedDocument) -> bool:
        """Read a feed of posts; whether it could be read."""
        feed, answer = await self._reader.read(source)
        if feed is None:
            return "failed" not in source.facts
        self.entries = len(feed.entries)
        news = news_since(source.reading, feed)
        known = await self._known(news.new)
        fresh = [entry for entry in news.new if self._aim(entry, known)]
        for entry in news.changed:
            self._aim_at(entry, (await self._known([entry])).get(entry.url))
        if (fresh and len(fresh) == len(feed.entries)) or self._visit.since:
            self.overflowed = self._visit.since is None
            self.lost = not await self._older(feed) and self.overflowed
        await self._look_for(missing(source.reading, feed))
        record_trust(source, answer, bool(fresh or news.changed), self._outlook.now())
        source.reading = feed_reading(feed)
        return True

    async def _look_for(self, keys: Sequence[str]) -> None:
        """Look at posts that are not listed any more."""
        known: dict[str, PostState] = await self._outlook.call(self._outlook.store.post_states.known, keys)
        for look in known.values():
            if look.gone is None:
                self._targets.setdefault(page_key(look.url), PostTarget(look.url, None, look, condition=True))

    async def _older(self, feed: Feed) -> bool:
        """Go on to older pages of a feed; whether known ground was reached."""
        number = 1
        while number < _FEED_PAGES:
            addresses = next_pages(feed, number)
            if not addresses:
                return False
            try:
                response = await self._visit.fetch(addresses[0])
                feed = parsed(response)
            except (FeedError, NotFetched):
                return False
            known = await self._known(feed.entries)
            fresh = [entry for entry in feed.entries if self._aim(entry, known)]
            if not feed.entries or (len(fresh) < len(feed.entries) and not self._is_wanted_since(feed)):
                return bool(feed.entries)
            number += 1
        return False

    def _is_wanted_since(self, feed: Feed) -> bool:
        """Whether the oldest entry of a feed's page is younger than the day from which on all is wanted."""
        since = self._visit.since
        dates = [entry.published for entry in feed.entries if entry.published]
        return since is not None and bool(dates) and all(_later(date.isoformat(), since) for date in dates)

    async def _known(self, entries: Any) -> dict[str, PostState]:
        home = self._visit.blog.url
        addresses = {entry.url: entry_addresses(entry, home) for entry in entries}
        every = [url for urls in addresses.values() for url in urls]
        found: dict[str, PostState] = await self._outlook.call(self._outlook.store.post_states.known, every)
        return {
            url: look for url, urls in addresses.items() if (look := next((found[u] for u in urls if u in found), None))
        }

    def _aim(self, entry: FeedEntry, known: dict[str, PostState]) -> bool:
        """Note a post that an entry announces; whether it is new or known to have changed."""
        look = known.get(entry.url)
        if look is None:
            return self._aim_at(entry, None)
        since = self._visit.since
        wanted = since and _later((entry.updated or entry.published or since).isoformat(), since)
        checked = instant(look.checked)
        if wanted or look.gone or (entry.updated and checked and _later(entry.updated.isoformat(), checked)):
            return self._aim_at(entry, look)
        return False

    def _aim_at(self, entry: FeedEntry, look: PostState | None) -> bool:
        scope, pattern = self._visit.known.scope, self._visit.known.pattern
        urls = [
            url
            for url in entry_addresses(entry, self._visit.blog.url)
            if (scope.contains(url) and not trap_of(url, post=True)) or pattern.judge(url) is Verdict.YES
        ]
        if not urls and look is None:
            return False
        url = look.url if look else urls[0]
        self._targets.setdefault(page_key(url), PostTarget(url, entry, look))
        return True


def _later(date: str, than: Any) -> bool:
    moment = instant(date)
    return moment is not None and moment > than
