"""One visit to a known blog."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from scrapy.http import Response

from ..dates import parse_instant
from ..errors import FeedError, NotFetched
from ..faults import optional_step
from ..http import FOR_A_QUESTION, FOR_PAGES, is_fresh, is_reachable, robots_response, robots_source, robots_url
from ..items import Blog, Post, PostState, Visit, WatchedDocument
from .context import UpdateContext, VisitState
from .executor import Executor
from .feeds.feed_news import FeedNews
from .hub_pages import read_hub_pages
from .intents import (
    Download,
    EstimateDates,
    FetchPost,
    ListDuePosts,
    ListPosts,
    ListPublished,
    ListVisits,
    SaveDocument,
    SetRobots,
    Steps,
)
from .missed_posts import try_again
from .next_visit import NextVisit, after_failure, after_success
from .post_fetch import fetch_posts
from .sitemap_diff import is_due, lists_any, read_sitemap
from .threads.board_news import BoardNews
from .threads.thread_fetch import fetch_threads
from .visit_report import MAX_LISTED_POSTS, PostNews, VisitReport

__all__ = ["BlogVisit", "posts_to_check"]

logger = logging.getLogger(__name__)


class BlogVisit:
    """Finds out what is new on a blog since the last visit, by the cheapest requests first, and fetches it.

    First the feed, with a conditional request: a quiet blog costs one request. Then, as far as needed, older pages of
    the feed, sitemaps and hub pages, until known posts are reached. With ``since``, everything after that day is
    checked again. Of a forum, the lists are read instead of a feed.
    """

    def __init__(self, blog: Blog, context: UpdateContext, since: datetime | None = None) -> None:
        self.began = context.now()
        self.requests = 0
        self.new: list[str] = []
        self.changed: dict[str, tuple[str, ...]] = {}
        self._titles: dict[str, str | None] = {}
        self._context = context
        self._state = VisitState(blog, context.now, since, context.max_rechecks, context.robots_tags)
        self._robots_set = self._read_sitemaps = False

    @property
    def blog(self) -> Blog:
        """The record of the blog."""
        return self._state.blog

    @property
    def gone(self) -> list[str]:
        """The URLs of posts that turned out to be gone."""
        return self._state.gone

    @property
    def template_changed(self) -> bool:
        """Whether new rules had to be learned in this visit."""
        return self._state.relearned

    def kept(self, post: Post, kinds: Iterable[str] | None) -> None:
        """Record that a post was stored: a new one, or one with these kinds of change."""
        self._titles[post.url] = post.title
        if kinds is None:
            self.new.append(post.url)
        else:
            self.changed[post.url] = tuple(sorted(kinds))

    async def report(self, done: Visit) -> VisitReport:
        """What the visit has found, for people."""
        gone = []
        for url in self.gone[:MAX_LISTED_POSTS]:
            post = await self._context.call(self._context.store.post, url)
            gone.append(PostNews(url, post.title if post else None))
        changed = [(url, self._state.details.get(url) or kinds) for url, kinds in self.changed.items()]
        return VisitReport(
            done,
            self.blog.title,
            tuple(PostNews(url, self._titles[url]) for url in self.new[:MAX_LISTED_POSTS]),
            tuple(PostNews(url, self._titles[url], kinds) for url, kinds in changed[:MAX_LISTED_POSTS]),
            tuple(gone),
        )

    async def run(self) -> Visit:
        """Visit the blog and return the record of the visit."""
        documents = await self._context.call(self._context.store.schedule.sources, self.blog.url)
        return await Executor(self.blog.url, self._context, self._fetch).run(self.steps(documents))

    async def _fetch(self, url: str, headers: dict[str, str] | None) -> Response:
        return await self._context.fetch(url, headers, self)

    def steps(self, documents: Iterable[WatchedDocument]) -> Steps[Visit]:
        """The steps of the visit; ``documents`` are those that are watched."""
        state = self._state
        state.documents = {document.url: document for document in documents}
        before = {document.url: replace(document) for document in state.documents.values()}
        feeds = [document for document in before.values() if document.kind in ("feed", "recent")]
        state.read_before = max((read for feed in feeds if (read := parse_instant(feed.checked))), default=None)
        news, boards = FeedNews(state), BoardNews(state) if self._is_forum() else None
        note = None
        try:
            yield from self._update(news) if boards is None else self._update_forum(boards)
            outcome = "updated" if self.new or self.changed or self.gone else "quiet"
        except (NotFetched, FeedError) as error:
            outcome, note = "failed", str(error)
            logger.info("%s cannot be brought up to date: %s", self.blog.url, error)
        for document in state.documents.values():
            if document != before.get(document.url):
                yield SaveDocument(document)
        after = yield from self._next_visit(outcome, boards or news.feed)
        return Visit(
            blog=self.blog.url,
            began=self.began.isoformat(timespec="seconds"),
            outcome=outcome,
            requests=self.requests,
            new=len(self.new),
            changed=len(self.changed),
            gone=len(self.gone),
            entries=news.entries,
            overflowed=news.overflowed,
            next=after.due.isoformat(timespec="seconds"),
            note=note,
            rate=after.rate,
            earliest=after.earliest.isoformat(timespec="seconds"),
        )

    def _update(self, news: FeedNews) -> Steps[None]:
        """Find out what is new and fetch it."""
        yield from self._set_robots(FOR_A_QUESTION)
        yield from news.read()
        posts = news.posts
        posts += yield from self._look_beyond_feed(news)
        posts += yield from self._posts_to_check(posts)
        if not posts:
            return
        yield from self._set_robots(FOR_PAGES)
        missed = yield from fetch_posts(posts, self._state)
        if self.gone and not self._read_sitemaps:  # where one post is gone, others may be
            listed = yield from self._posts_by_sitemaps(all_sitemaps=True)
            missed += yield from fetch_posts(listed, self._state)
        try_again(missed, self._state.documents.values())
        if self.new:
            with optional_step("dating", self.blog.url):
                yield EstimateDates()

    def _is_forum(self) -> bool:
        application = str((self.blog.knowledge or {}).get("application"))
        return application.partition("/")[0] in ("forum", "qa")

    def _update_forum(self, boards: BoardNews) -> Steps[None]:
        """Find out which threads are new or have changed, and fetch them."""
        yield from self._set_robots(FOR_A_QUESTION)
        yield from boards.read()
        posts = boards.posts
        posts += yield from self._posts_to_check(posts)
        if posts:
            yield from self._set_robots(FOR_PAGES)
            failed = yield from fetch_threads(posts, self._state)
            boards.settle([*failed, *self.gone])

    def _set_robots(self, max_age: timedelta) -> Steps[None]:
        """Make sure that a robots.txt is in use that is not too old."""
        state, url = self._state, robots_url(self.blog.url)
        stored = state.documents.get(url)
        if is_fresh(stored, state.now(), max_age) and self._robots_set:
            return
        self._robots_set = True
        if stored is None or not is_fresh(stored, state.now(), max_age):
            try:
                response: Response = yield Download(url)
            except NotFetched:
                response = Response(url, status=503)
            if is_reachable(response):
                stored = state.documents[url] = robots_source(self.blog.url, response, state.now())
            elif stored is None:  # nothing is allowed in this visit
                yield SetRobots(url, response)
                return
            # Otherwise an old copy is better than none (RFC 9309, 2.4).
        yield SetRobots(url, robots_response(stored))

    def _look_beyond_feed(self, news: FeedNews) -> Steps[list[FetchPost]]:
        """Find what the feed does not show: posts that have passed through it unseen, and posts that are gone."""
        needed = news.lost or news.unexplained or self._state.since is not None
        posts = yield from self._posts_by_sitemaps(all_sitemaps=needed)
        if news.lost and not posts:
            url = self.blog.url
            home = self._state.documents.setdefault(url, WatchedDocument(url, url, "hub"))
            with optional_step("hub_pages", url, unless=(NotFetched,)):
                posts += yield from read_hub_pages(home, self._state)
        return posts

    def _posts_by_sitemaps(self, all_sitemaps: bool) -> Steps[list[FetchPost]]:
        """The posts to fetch according to the sitemaps that are due, or all of them."""
        now = self._state.now()
        sitemaps = [document for document in self._state.documents.values() if document.kind == "sitemap"]
        wanted = [sitemap for sitemap in sitemaps if all_sitemaps or is_due(sitemap, now)]
        states: list[PostState] = (yield ListPosts()) if wanted else []
        posts: list[FetchPost] = []
        for sitemap in wanted:
            if lists_any(sitemap, states):
                yield from self._set_robots(FOR_PAGES)
                with optional_step("sitemap", sitemap.url, unless=(NotFetched,)):
                    posts += yield from read_sitemap(sitemap, states, self._state)
                self._read_sitemaps = True
        return posts

    def _posts_to_check(self, posts: Sequence[FetchPost]) -> Steps[list[FetchPost]]:
        since = self._state.since
        states: list[PostState] = yield (ListDuePosts() if since is None else ListPosts())
        return posts_to_check(states, posts, since)

    def _next_visit(self, outcome: str, feed: WatchedDocument | BoardNews | None) -> Steps[NextVisit]:
        now = self._state.now()
        if outcome == "failed":
            return after_failure((yield ListVisits()), now)
        if isinstance(feed, BoardNews):
            due = feed.next_reading()
            return NextVisit(due, due)
        return after_success((yield ListPublished()), feed, now)


def posts_to_check(states: Iterable[PostState], posts: Iterable[FetchPost], since: datetime | None) -> list[FetchPost]:
    """The known posts to check besides those that are fetched anyway.

    ``states`` are the posts that are due. With ``since`` they are all posts, and those are checked that are new or have
    changed since that day.
    """
    if since is not None:
        states = [state for state in states if not state.gone and _is_since(state.fresh, since)]
    fetched = {post.state.url for post in posts if post.state}
    return [FetchPost(state.url, None, state, since is None) for state in states if state.url not in fetched]


def _is_since(moment: str | None, day: datetime) -> bool:
    then = parse_instant(moment)
    return then is None or then >= day
