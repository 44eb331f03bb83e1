"""Posts that a blog's feeds announce as new, changed or discussed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from ...blog import entry_addresses
from ...dates import parse_instant
from ...errors import FeedError, NotFetched
from ...faults import optional_step
from ...feeds import WatchPoints, feed_reading, missing, news_since, watch_points
from ...frontier import Verdict, trap_of
from ...http import record_trust, was_just_modified
from ...items import Feed, FeedEntry, PostState, WatchedDocument
from ...urls import page_key
from ..context import VisitState
from ..intents import FetchPost, LookUpPosts, Steps
from .comment_news import CommentNews
from .feed_reader import has_failed, older_page, read_feed

__all__ = ["FeedNews", "announced_post", "decide_entry", "reaches_beyond", "states_by_entry", "unlisted_posts"]

_MAX_FEED_PAGES = 50
#: A feed besides the blog's own that could not be read is not requested again for this long.
_PAUSE_AFTER_FAILURE = timedelta(days=30)


class FeedNews:
    """Reads a blog's feeds. ``posts`` are the posts to fetch.

    ``lost`` says that the feed has overflowed and its older pages did not lead back to known posts, ``unexplained``
    that according to the server something has changed, but no feed shows what. ``entries`` is the size of the feed.
    """

    def __init__(self, visit: VisitState) -> None:
        self._visit = visit
        self.feed = next((document for document in visit.documents.values() if document.kind == "feed"), None)
        self.entries: int | None = None
        self.overflowed = self.lost = self.unexplained = False
        self._posts: dict[str, FetchPost] = {}

    @property
    def posts(self) -> list[FetchPost]:
        """The posts to fetch."""
        return list(self._posts.values())

    def read(self) -> Steps[None]:
        """Read the feeds. A quiet blog costs one request."""
        if self.feed is None:
            self.lost = True  # then hub pages show what is new
            return
        points = watch_points(self.feed.url, self.feed.facts.get("generator"))
        comments = self._extra_feed("comments", points.comments if points else None)
        if points is None or comments is None:
            yield from self._read_posts(self.feed)
        elif points.covers:
            yield from self._read_comments_first(comments, points)
        else:
            yield from self._read_posts(self.feed)
            if self._is_due(comments):
                yield from self._read_comments(comments, points)

    def _read_comments_first(self, comments: WatchedDocument, points: WatchPoints) -> Steps[None]:
        """Read the comment feed, whose validators change with the posts, too; read the others only if they have."""
        assert self.feed is not None
        had_proof = comments.right + comments.trusted > 0 and not was_just_modified(comments)
        quiet = yield from self._read_comments(comments, points)
        if quiet and self._visit.since is None:
            return
        if has_failed(comments):
            yield from self._read_posts(self.feed)
            return
        discussed = len(self._posts)
        recent = self._extra_feed("recent", points.recent)
        if recent is None or not (yield from self._read_posts(recent)):
            yield from self._read_posts(self.feed)
        self.unexplained = had_proof and not discussed and not self._posts

    def _read_comments(self, document: WatchedDocument, points: WatchPoints) -> Steps[bool]:
        """Read the comment feed; whether it is the same as before."""
        news, quiet = CommentNews(self._visit), False
        with optional_step("comments", document.url, unless=(NotFetched, FeedError)):
            quiet = yield from news.read(document, points)
        self._add(news.posts.values())
        return quiet

    def _extra_feed(self, kind: str, url: str | None) -> WatchedDocument | None:
        """A feed that the platform offers besides the blog's own, unless it turned out not to exist."""
        if url is None:
            return None
        document = self._visit.documents.setdefault(url, WatchedDocument(self._visit.blog.url, url, kind))
        failed = parse_instant(document.facts.get("failed"))
        return None if failed and self._visit.now() - failed < _PAUSE_AFTER_FAILURE else document

    def _is_due(self, document: WatchedDocument) -> bool:
        due = parse_instant(document.due)
        return due is None or due <= self._visit.now() or self._visit.since is not None

    def _read_posts(self, document: WatchedDocument) -> Steps[bool]:
        """Read a feed of posts; whether that was possible."""
        feed, answer = yield from read_feed(document, self._visit)
        if feed is None:
            return not has_failed(document)
        since = self._visit.since
        self.entries = len(feed.entries)
        news = news_since(document.reading, feed)
        fresh = yield from self._add_entries(news.new)
        for entry in news.changed:
            states = yield from self._look_up([entry])
            self._add([announced_post(entry, states.get(entry.url), self._visit)])
        if (fresh and fresh == len(feed.entries)) or since:
            self.overflowed = since is None
            reached = yield from self._read_older(feed)
            self.lost = not reached and self.overflowed
        unlisted: dict[str, PostState] = yield LookUpPosts(missing(document.reading, feed))
        self._add(unlisted_posts(unlisted.values()))
        record_trust(document, answer, bool(fresh or news.changed), self._visit.now())
        document.reading = feed_reading(feed)
        return True

    def _read_older(self, feed: Feed) -> Steps[bool]:
        """Read older pages of a feed up to known posts; whether there were any."""
        for number in range(1, _MAX_FEED_PAGES):
            page: Feed | None = yield from older_page(feed, number)
            if page is None:
                return False
            feed = page
            fresh = yield from self._add_entries(feed.entries)
            if not feed.entries:
                return False
            if fresh < len(feed.entries) and not reaches_beyond(feed, self._visit.since):
                return True
        return False

    def _add_entries(self, entries: Sequence[FeedEntry]) -> Steps[int]:
        """Add the posts that entries announce; the number of entries that announce something."""
        states = yield from self._look_up(entries)
        posts = [decide_entry(entry, states.get(entry.url), self._visit) for entry in entries]
        self._add(posts)
        return sum(post is not None for post in posts)

    def _add(self, posts: Iterable[FetchPost | None]) -> None:
        for post in posts:
            if post is not None:
                self._posts.setdefault(page_key(post.url), post)

    def _look_up(self, entries: Sequence[FeedEntry]) -> Steps[dict[str, PostState]]:
        urls = {entry.url: entry_addresses(entry, self._visit.blog.url) for entry in entries}
        found: dict[str, PostState] = yield LookUpPosts([url for some in urls.values() for url in some])
        return states_by_entry(urls, found)


def states_by_entry(urls: Mapping[str, Sequence[str]], found: Mapping[str, PostState]) -> dict[str, PostState]:
    """The states of posts by the URLs of their entries; ``urls`` are all the URLs that an entry's post may have."""
    matches = {entry: next((found[url] for url in some if url in found), None) for entry, some in urls.items()}
    return {entry: state for entry, state in matches.items() if state is not None}


def decide_entry(entry: FeedEntry, state: PostState | None, visit: VisitState) -> FetchPost | None:
    """The post that an entry not listed before announces, unless it is known and as it was."""
    if state is None:
        return announced_post(entry, None, visit)
    since, checked = visit.since, parse_instant(state.checked)
    is_wanted = since is not None and _is_later(entry.updated or entry.published or since, since)
    is_updated = entry.updated is not None and checked is not None and _is_later(entry.updated, checked)
    return announced_post(entry, state, visit) if is_wanted or state.gone or is_updated else None


def announced_post(entry: FeedEntry, state: PostState | None, visit: VisitState) -> FetchPost | None:
    """The post that an entry announces; ``None`` if it does not belong to the blog."""
    scope, pattern = visit.known.scope, visit.known.pattern
    urls = [
        url
        for url in entry_addresses(entry, visit.blog.url)
        if (scope.contains(url) and not trap_of(url, post=True)) or pattern.classify(url) is Verdict.YES
    ]
    if not urls and state is None:
        return None
    return FetchPost(state.url if state else urls[0], entry, state)


def unlisted_posts(states: Iterable[PostState]) -> list[FetchPost]:
    """The posts to check because they are not listed any more."""
    return [FetchPost(state.url, None, state, conditional=True) for state in states if state.gone is None]


def reaches_beyond(feed: Feed, since: datetime | None) -> bool:
    """Whether all entries of a page of the feed are younger than ``since``, so that older pages are wanted."""
    dates = [entry.published for entry in feed.entries if entry.published]
    return since is not None and bool(dates) and all(_is_later(date, since) for date in dates)


def _is_later(date: datetime, than: datetime) -> bool:
    moment = parse_instant(date.isoformat())
    return moment is not None and moment > than
