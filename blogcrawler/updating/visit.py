"""One visit to a known blog."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ParamSpec, TypeVar

from scrapy.http import Response

from ..blog import KnownBlog
from ..dates import instant
from ..errors import FeedError, NotFetched
from ..feeds import SHORTEST, FeedHints, FeedRhythm
from ..http import FOR_A_QUESTION, FOR_PAGES, is_fresh, robots_response, robots_source, robots_url
from ..items import Blog, Post, PostState, Visit, WatchedDocument
from ..sources import date_undated
from .context import PostTarget, UpdateContext
from .feed_news import FeedNews
from .hub_pages import check_hub_pages
from .post_fetch import PostFetcher
from .sitemap_diff import diff_sitemap, is_due, lists_any

__all__ = ["BlogVisit"]

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: After a visit that failed, the blog is left alone for so long; twice as long after each further one.
_AFTER_FAILURE = timedelta(hours=6)
_AFTER_FAILURES = timedelta(days=14)


class BlogVisit:
    """Asks a blog what is new since the last visit, in the order of what it costs, and fetches that.

    First the feed, with a conditional request: a quiet blog costs one request. Then, as far as needed, older pages of
    the feed, sitemaps and hub pages, until known ground is reached. With ``since`` nothing is taken for granted that
    happened after that day.
    """

    def __init__(self, blog: Blog, outlook: UpdateContext, since: datetime | None = None) -> None:
        self.blog = blog
        self._known: KnownBlog | None = None
        self.since = since
        self.began = outlook.now()
        #: When the feed was read last before: what is new in it was not there then.
        self.before: datetime | None = None
        self.requests = 0
        self.new: list[str] = []
        self.changed: dict[str, tuple[str, ...]] = {}
        self.gone: list[str] = []
        self._outlook = outlook
        self._sources: dict[str, WatchedDocument] = {}
        self._pages = PostFetcher(self, outlook)
        self._robots_held = self._roll_called = False

    @property
    def known(self) -> KnownBlog:
        """What was learned of the blog. It takes some time to make, and a quiet visit needs none of it."""
        if self._known is None:
            self._known = KnownBlog.from_record(self.blog)
            assert self._known is not None
        return self._known

    @known.setter
    def known(self, known: KnownBlog) -> None:
        self._known = known

    @property
    def template_changed(self) -> bool:
        """Whether the blog's rules had to be learned anew in this visit."""
        return self._pages.relearned

    def kept(self, post: Post, kinds: Iterable[str] | None) -> None:
        """A post was stored: a new one, or one that has changed in these ways."""
        if kinds is None:
            self.new.append(post.url)
        else:
            self.changed[post.url] = tuple(sorted(kinds))

    async def run(self) -> Visit:
        """Visit the blog; what is remembered of it."""
        found = await self._call(self._outlook.store.schedule.sources, self.blog.url)
        self._sources = {source.url: source for source in found}
        before = {source.url: replace(source) for source in found}
        read = [then for source in found if source.kind in ("feed", "recent") and (then := instant(source.checked))]
        self.before = max(read, default=None)
        announced = FeedNews(self, self._outlook, self._sources)
        note = None
        try:
            await self._robots(FOR_A_QUESTION)
            targets = await announced.news()
            targets += await self._beyond(announced)
            targets += await self._again(targets)
            if targets:
                await self._robots(FOR_PAGES)
                await self._pages.fetch(targets)
                if self.gone and not self._roll_called:  # where one post is gone, others may be
                    await self._pages.fetch(await self._call_the_roll(everywhere=True))
                if self.new:
                    await self._call(date_undated, self._outlook.store, self.blog.url)
            outcome = "updated" if self.new or self.changed or self.gone else "quiet"
        except (NotFetched, FeedError) as error:
            outcome, note = "failed", str(error)
            logger.info("%s cannot be brought up to date: %s", self.blog.url, error)
        for source in self._sources.values():
            if source != before.get(source.url):
                await self._call(self._outlook.store.schedule.save_source, source)
        return Visit(
            blog=self.blog.url,
            began=self.began.isoformat(timespec="seconds"),
            outcome=outcome,
            requests=self.requests,
            new=len(self.new),
            changed=len(self.changed),
            gone=len(self.gone),
            entries=announced.entries,
            overflowed=announced.overflowed,
            next=(await self._next(outcome, announced.feed)).isoformat(timespec="seconds"),
            note=note,
        )

    async def fetch(self, url: str, headers: dict[str, str] | None = None) -> Response:
        """Download an address for this blog."""
        return await self._outlook.fetch(url, headers, self)

    async def _call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._outlook.call(function, *args, **kwargs)

    async def _robots(self, oldest: timedelta) -> None:
        """See to it that the rules for robots are known, and not from long ago."""
        url = robots_url(self.blog.url)
        source = self._sources.get(url)
        if is_fresh(source, self._outlook.now(), oldest) and self._robots_held:
            return
        self._robots_held = True
        if source is None or not is_fresh(source, self._outlook.now(), oldest):
            try:
                response = await self.fetch(url)
            except NotFetched:
                response = Response(url, status=404)
            source = self._sources[url] = robots_source(self.blog.url, response, self._outlook.now())
        self._outlook.hold_robots(url, robots_response(source))

    async def _beyond(self, announced: FeedNews) -> list[PostTarget]:
        """What the feed does not say: posts that have passed through it unseen, and those that are gone."""
        needed = announced.lost or announced.unexplained or self.since is not None
        targets = await self._call_the_roll(everywhere=needed)
        if announced.lost and not targets:
            home = self._sources.setdefault(self.blog.url, WatchedDocument(self.blog.url, self.blog.url, "hub"))
            targets += await check_hub_pages(self, self._outlook, home)
        return targets

    async def _call_the_roll(self, everywhere: bool) -> list[PostTarget]:
        """The posts to fetch by what the sitemaps say that are due, or by all of them."""
        now = self._outlook.now()
        sitemaps = [s for s in self._sources.values() if s.kind == "sitemap" and (everywhere or is_due(s, now))]
        every: list[PostState] = (
            await self._call(self._outlook.store.post_states.all, self.blog.url) if sitemaps else []
        )
        targets: list[PostTarget] = []
        for source in sitemaps:
            if lists_any(source, every):
                await self._robots(FOR_PAGES)
                targets += await diff_sitemap(source, every, self, self._outlook)
                self._roll_called = True
        return targets

    async def _again(self, targets: list[PostTarget]) -> list[PostTarget]:
        """Known posts whose turn it is, besides those that are fetched anyway."""
        looks = self._outlook.store.post_states
        due: list[PostState] = await self._call(looks.due, self.blog.url, self._outlook.now(), self._outlook.max_looks)
        if self.since is not None:
            every: list[PostState] = await self._call(looks.all, self.blog.url)
            due = [look for look in every if not look.gone and _since(look.fresh, self.since)]
        asked = {target.look.url for target in targets if target.look}
        return [PostTarget(look.url, None, look, self.since is None) for look in due if look.url not in asked]

    async def _next(self, outcome: str, feed: WatchedDocument | None) -> datetime:
        """When to come again: by the rhythm of the feed, or later and later if the blog does not answer."""
        now = self._outlook.now()
        if outcome == "failed":
            history = await self._call(self._outlook.store.schedule.visits, self.blog.url)
            failures = 0
            for visit in reversed(history):
                if visit.outcome != "failed":
                    break
                failures += 1
            return now + min(_AFTER_FAILURE * (1 << min(failures, 10)), _AFTER_FAILURES)
        dated = await self._call(self._outlook.store.post_states.published, self.blog.url)
        dates = [moment for _, published, _ in dated if (moment := instant(published))]
        hints = FeedHints.from_record(feed.facts) if feed else FeedHints()
        capacity: int | None = feed.facts.get("entries") if feed else None
        return max(FeedRhythm.learn(dates, now).next_visit(now, capacity, hints), now + SHORTEST)


def _since(moment: str | None, day: datetime) -> bool:
    then = instant(moment)
    return then is None or then >= day
