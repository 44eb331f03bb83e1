"""Posts as they were at a moment, from SQL tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any

from sqlalchemy import and_, func, select, tuple_

from ...dates import parse_instant
from ...items import Blog, Post, Version
from ...urls import address_key
from ..rows import POST_FIELDS, rank, row_digest, to_post
from ..search import scan_posts
from ..search_interface import SearchQuery, SearchResult
from ..statements import Run
from ..tables import post_states, posts
from .found_post import find_stored_post
from .version_chain import earlier_versions, seconds, time_text
from .version_tables import absences, versions

__all__ = ["SqlPastView"]

_POSTS_PER_QUERY = 50
_STATES_PER_QUERY = 400
_COLUMNS = [posts.c[name] for name in POST_FIELDS]


class SqlPastView:
    """Implements :class:`~blogcrawler.store.PastView`; ``find_blog`` finds a blog by any spelling of its address."""

    def __init__(self, run: Run, find_blog: Callable[[str], Blog | None], moment: datetime) -> None:
        self._run = run
        self._find_blog = find_blog
        self._moment = moment
        self._at = int(moment.timestamp())
        self._first_seen: dict[str, int | None] = {}

    def post(self, address: str) -> Post | None:
        version = self.version(address)
        return version.record if version else None

    def version(self, address: str) -> Version | None:
        found = self._run(lambda connection: find_stored_post(connection, address))
        if found is None or found.post_id in self._absent([found.post_id]):
            return None
        history = self._histories([found.post_id])[found.post_id]
        return self._version(found.post, found.found, found.gone, self._is_unseen(found.post.blog), history)

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        ranked = self._ranked(blog)
        while some := [post_id for _, post_id in islice(ranked, _POSTS_PER_QUERY)]:
            yield from (version.record for version in self._versions(some) if version is not None)

    def count(self, blog: str | None = None) -> int:
        return sum(1 for _ in self._ranked(blog))

    def search(self, query: SearchQuery, *, limit: int = 20) -> SearchResult:
        known = self._find_blog(query.blog) if query.blog else None
        blog = known.url if known else query.blog or None
        return scan_posts(self.posts(blog), query, blog, limit)

    def _ranked(self, blog: str | None) -> Iterator[tuple[int, int]]:
        """The rank and the row of each post of that moment, in order: ranks were different if dates have changed."""
        changed = self._redated(blog)
        redated = set(changed)
        former = [
            (rank(version.record.published), post_id)
            for post_id, version in zip(changed, self._versions(changed), strict=True)
            if version is not None
        ]
        return merge((one for one in self._unchanged(blog) if one[1] not in redated), sorted(former))

    def _unchanged(self, blog: str | None) -> Iterator[tuple[int, int]]:
        """The same for posts whose date has not changed since."""
        columns = (posts.c.rank, posts.c.id, posts.c.blog, posts.c.published, posts.c.dating)
        query = (
            select(*columns, post_states.c.found, post_states.c.gone)
            .outerjoin(post_states, post_states.c.url_digest == posts.c.url_digest)
            .where(*self._of_blog(blog))
            .order_by(posts.c.rank, posts.c.id)
            .limit(_STATES_PER_QUERY)
        )
        page = self._rows(query)
        while page:
            absent = self._absent([row["id"] for row in page])
            for row in page:
                dated = row["published"] or (row["dating"] or {}).get("date")
                unseen = self._is_unseen(row["blog"])
                if row["id"] not in absent and self._existed(row["found"], row["gone"], dated, unseen):
                    yield row["rank"], row["id"]
            last = tuple_(page[-1]["rank"], page[-1]["id"])
            page = self._rows(query.where(tuple_(posts.c.rank, posts.c.id) > last))

    def _redated(self, blog: str | None) -> list[int]:
        """The rows of posts whose metadata have changed since, perhaps the date."""
        query = (
            select(versions.c.post_id)
            .distinct()
            .join(posts, posts.c.id == versions.c.post_id)
            .where(versions.c.until > self._at, versions.c.kinds.contains("metadata"), *self._of_blog(blog))
        )
        return [row["post_id"] for row in self._rows(query)]

    def _versions(self, ids: Sequence[int]) -> Iterator[Version | None]:
        """The versions of these rows at the moment; ``None`` for posts that did not exist."""
        for start in range(0, len(ids), _POSTS_PER_QUERY):
            some = ids[start : start + _POSTS_PER_QUERY]
            query = select(posts.c.id, post_states.c.found, post_states.c.gone, *_COLUMNS).outerjoin(
                post_states, post_states.c.url_digest == posts.c.url_digest
            )
            rows = {row["id"]: row for row in self._rows(query.where(posts.c.id.in_(some)))}
            histories, absent = self._histories(some), self._absent(some)
            for post_id in some:
                row = rows.get(post_id)
                if row is None or post_id in absent:
                    yield None
                else:
                    unseen = self._is_unseen(row["blog"])
                    yield self._version(to_post(row), row["found"], row["gone"], unseen, histories[post_id])

    def _version(
        self, current: Post, found: str | None, gone: str | None, unseen: bool, history: list[Any]
    ) -> Version | None:
        """The version that was current at the moment. ``history`` has the rows of earlier ones, the newest first."""
        later = max((place for place, row in enumerate(history, 1) if row["until"] > self._at), default=0)
        made = earlier_versions(history[:later], current, found)
        since = time_text(history[later]["until"]) if later < len(history) else found
        version = replace(made[0], since=since) if made else Version(current, gone, (), since)
        record = version.record
        if not self._existed(found, gone, record.published or (record.dating or {}).get("date"), unseen):
            return None
        return replace(version, record=self._as_written(record)) if unseen else version

    def _existed(self, found: str | None, gone: str | None, dated: str | None, unseen: bool) -> bool:
        """Whether a post existed: it had been seen and was not gone. If the blog was ``unseen``: it was published."""
        if unseen:
            published = parse_instant(dated)
            return published is not None and published <= self._moment
        first, since = seconds(found), seconds(gone)
        return first is not None and first <= self._at and (since is None or since > self._at)

    def _is_unseen(self, blog: str) -> bool:
        """Whether the moment is before the first crawl of a blog."""
        if blog not in self._first_seen:
            own = post_states.c.blog_digest == row_digest(address_key(blog))
            (row,) = self._rows(select(func.min(post_states.c.found).label("first")).where(own))
            self._first_seen[blog] = seconds(row["first"])
        first = self._first_seen[blog]
        return first is None or first > self._at

    def _as_written(self, post: Post) -> Post:
        """A post that was seen only later, without the comments that are later, too."""

        def is_later(published: str | None) -> bool:
            moment = parse_instant(published)
            return moment is not None and moment > self._moment

        comments, messages = (
            [one for one in said if not is_later(one.published)] for said in (post.comments, post.posts)
        )
        if len(comments) == len(post.comments) and len(messages) == len(post.posts):
            return post
        return replace(post, comments=comments, posts=messages, comments_expected=None)

    def _histories(self, ids: Sequence[int]) -> dict[int, list[Any]]:
        """The rows of earlier versions by post, the newest first."""
        found: dict[int, list[Any]] = defaultdict(list)
        for row in self._rows(select(versions).where(versions.c.post_id.in_(ids)).order_by(versions.c.id.desc())):
            found[row["post_id"]].append(row)
        return found

    def _absent(self, ids: Iterable[int]) -> set[int]:
        """Those of the rows whose posts were gone at the moment, but came back later."""
        then = and_(absences.c.since <= self._at, absences.c.until > self._at)
        query = select(absences.c.post_id).where(absences.c.post_id.in_(list(ids)), then)
        return {row["post_id"] for row in self._rows(query)}

    def _of_blog(self, address: str | None) -> list[Any]:
        if address is None:
            return []
        blog = self._find_blog(address)
        return [posts.c.blog_digest == row_digest(address_key(blog.url if blog else address))]

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))
