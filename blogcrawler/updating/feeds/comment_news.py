"""Known posts with new comments, according to the feed of all comments of a blog."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from urllib.parse import quote

from scrapy.http import Response

from ...dates import parse_instant
from ...errors import NotFetched
from ...feeds import WatchPoints, comment_reading, comments_since
from ...http import record_trust
from ...items import Feed, PostState, WatchedDocument
from ...urls import normalize
from ..context import VisitState
from ..intents import Download, FetchPost, ListPosts, LookUpPosts, Steps
from .feed_reader import has_failed, older_page, read_feed

__all__ = ["CommentNews", "discussed_posts", "postpone", "recent_posts"]

#: A comment feed that says nothing about posts is read after a day, and less and less often while it is quiet.
_MIN_PAUSE, _MAX_PAUSE = timedelta(days=1), timedelta(days=30)
#: Number of older pages of comments to read.
_MAX_PAGES = 10
#: Number of comments on a page of a platform's API.
_API_PAGE_SIZE = 100
#: Sites compare times in time zones of their own.
_MAX_ZONE_OFFSET = timedelta(hours=14)

#: The URL of a comment, and when it was written.
CommentPlace = tuple[str, datetime | None]


class CommentNews:
    """Reads a blog's comment feed. ``posts`` are the posts with new comments, by URL.

    If all comments in the feed are new, it has overflowed. Then the platform is asked for the earlier ones, or the
    feed's older pages are read. If neither has them, the posts in which something happened last are checked.
    """

    def __init__(self, visit: VisitState) -> None:
        self._visit = visit
        self.posts: dict[str, FetchPost] = {}

    def read(self, document: WatchedDocument, points: WatchPoints) -> Steps[bool]:
        """Read the feed; whether it is the same as before."""
        last_read = parse_instant(document.checked)
        feed, answer = yield from read_feed(document, self._visit)
        if feed is None:
            postpone(document, self._visit.now(), quiet=True)
            return not has_failed(document) and not answer.may_have_news
        is_first_reading = not document.reading
        news = comments_since(document.reading, feed)
        yield from self._add(((entry.url, entry.published) for entry in news.new), only_late=is_first_reading)
        if news.overflowed:
            complete = points.since is not None and (yield from self._ask_platform(points.since, last_read))
            if not complete and not (yield from self._read_older(feed, document.reading)):
                states: list[PostState] = yield ListPosts()
                self._add_posts(recent_posts(states, self._visit.max_rechecks))
        record_trust(document, answer, bool(news.new), self._visit.now())
        document.reading = comment_reading(feed)
        postpone(document, self._visit.now(), quiet=not news.new)
        return False

    def _add(self, comments: Iterable[CommentPlace], only_late: bool) -> Steps[None]:
        places = [(url.partition("#")[0], written) for url, written in comments]
        states: dict[str, PostState] = yield LookUpPosts([url for url, _ in places])
        self._add_posts(discussed_posts(places, states, only_late))

    def _add_posts(self, posts: Iterable[FetchPost]) -> None:
        for post in posts:
            self.posts.setdefault(post.url, post)

    def _read_older(self, feed: Feed, reading: Mapping[str, str]) -> Steps[bool]:
        """Read older pages of the feed up to a comment that was read before; whether there was one."""
        seen = {entry.url for entry in feed.entries}
        for number in range(1, _MAX_PAGES):
            page: Feed | None = yield from older_page(feed, number)
            if page is None:
                return False
            feed = page
            fresh = [entry for entry in feed.entries if entry.url not in seen]
            yield from self._add(((e.url, e.published) for e in fresh if e.url not in reading), only_late=False)
            if any(entry.url in reading for entry in fresh):
                return True
            if not fresh:  # the same page again, or an empty one
                return False
            seen |= {entry.url for entry in fresh}
        return False

    def _ask_platform(self, url_template: str, last_read: datetime | None) -> Steps[bool]:
        """Ask the platform for all comments since the last reading; whether it returned all of them."""
        if last_read is None:
            return False
        since = (last_read - _MAX_ZONE_OFFSET).replace(tzinfo=None).isoformat(timespec="seconds")
        for number in range(1, _MAX_PAGES + 1):
            url = url_template.replace("{since}", quote(since)).replace("{page}", str(number))
            try:
                response: Response = yield Download(url)
            except NotFetched:
                return False
            comments = _api_comments(response.body) if response.status < 400 else None
            if comments is None:
                return False
            yield from self._add(comments, only_late=True)
            if len(comments) < _API_PAGE_SIZE:
                return True
        return False


def discussed_posts(
    comments: Iterable[CommentPlace], states: Mapping[str, PostState], only_late: bool
) -> list[FetchPost]:
    """The known posts that comments belong to. With ``only_late``, only comments after a post's last check count."""
    found = []
    for url, written in comments:
        state = states.get(url)
        checked = parse_instant(state.checked) if state else None
        is_late = written is None or checked is None or _with_zone(written) > checked
        if state is not None and (is_late or not only_late):
            found.append(FetchPost(state.url, None, state))
    return found


def recent_posts(states: Sequence[PostState], limit: int) -> list[FetchPost]:
    """The posts to which something happened last. Nothing says which ones have new comments."""
    return [FetchPost(state.url, None, state) for state in [one for one in states if one.gone is None][:limit]]


def postpone(document: WatchedDocument, now: datetime, quiet: bool) -> None:
    """Set when to read the feed next: twice as late as last time if it is ``quiet``."""
    pause = timedelta(hours=document.facts.get("pause", 0)) * 2 if quiet else _MIN_PAUSE
    pause = min(max(pause, _MIN_PAUSE), _MAX_PAUSE)
    document.facts = document.facts | {"pause": pause / timedelta(hours=1)}
    document.due = (now + pause).isoformat(timespec="seconds")


def _api_comments(body: bytes) -> list[CommentPlace] | None:
    """The URLs and times of comments in a response of the platform's API; ``None`` if it cannot be read."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list):
        return None
    links = [(normalize(str(one.get("link") or "")), one.get("date_gmt")) for one in found if isinstance(one, dict)]
    return [(link, parse_instant(str(date)) if date else None) for link, date in links if link]


def _with_zone(moment: datetime) -> datetime:
    aware = parse_instant(moment.isoformat())
    assert aware is not None
    return aware
