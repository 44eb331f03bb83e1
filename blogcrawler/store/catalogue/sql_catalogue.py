"""Lists and totals of posts, from SQL tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)

from ...urls import address_key
from ..catalogue_interface import BlogContents, BlogOutline, PostEntry, PostLink, PostSurroundings, Timeline
from ..past import versions
from ..rows import rank, row_digest
from ..statements import Run
from ..tables import blogs, post_states, posts
from .outlines import blog_outlines, post_total

__all__ = ["SqlCatalogue"]

_EXCERPT_LENGTH = 280
_HOUR = 3_600_000_000
"""Microseconds: the unit of ``rank``."""
_DAY, _WEEK_HOURS = 24 * _HOUR, 168
_FIRST_WEEKDAY = 3
"""1970 began on a Thursday."""
_UNDATED = rank(None)
_LONGEST_NAME = 200
"""Longer names of authors and tags are mistakes, and would only fill memory."""

_IS_DATED = posts.c.rank < _UNDATED
_ENTRY = [
    posts.c.url,
    posts.c.blog,
    posts.c.title,
    posts.c.authors,
    posts.c.published,
    posts.c.language,
    posts.c.tags,
    posts.c.type,
    (func.json_array_length(posts.c.comments) + func.json_array_length(posts.c.posts)).label("comments"),
    func.substr(posts.c.text, 1, _EXCERPT_LENGTH).label("excerpt"),
    posts.c.rank,
    posts.c.id,
]
_SURROUNDINGS = select(
    posts.c.rank,
    posts.c.id,
    posts.c.blog_digest,
    select(func.count()).select_from(versions).where(versions.c.post_id == posts.c.id).scalar_subquery(),
    select(post_states.c.gone).where(post_states.c.key_digest == bindparam("key")).limit(1).scalar_subquery(),
    select(blogs.c.title).where(blogs.c.key_digest == posts.c.blog_digest).scalar_subquery(),
).where(posts.c.url_digest == bindparam("url"))
_FILLED: dict[str, ColumnElement[bool]] = {
    "title": func.coalesce(posts.c.title, "") != "",
    "authors": func.json_array_length(posts.c.authors) > 0,
    "published": _IS_DATED,
    "text": posts.c.text != "",
    "tags": func.json_array_length(posts.c.tags) > 0,
}


@cache  # building a statement takes longer than executing it
def _entries_query(given: frozenset[str], is_backwards: bool) -> Any:
    """The query for a list of posts with those conditions whose values are given."""
    place, cursor = tuple_(posts.c.rank, posts.c.id), tuple_(bindparam("place"), bindparam("number"))
    query = select(*_ENTRY).limit(bindparam("limit"))
    conditions = {
        "blog": posts.c.blog_digest == bindparam("blog"),
        "since": posts.c.rank <= bindparam("since"),
        "until": posts.c.rank > bindparam("until"),
        "place": place < cursor if is_backwards else place > cursor,
    }
    query = query.where(*(condition for name, condition in conditions.items() if name in given))
    order = (posts.c.rank.desc(), posts.c.id.desc()) if is_backwards else (posts.c.rank, posts.c.id)
    return query.order_by(*order)


def _beside(side: str) -> Any:
    """The query for the post next to a place in a blog."""
    place, given = tuple_(posts.c.rank, posts.c.id), tuple_(bindparam("place"), bindparam("number"))
    query = select(literal(side), posts.c.url, posts.c.title, posts.c.published).limit(1)
    query = query.where(posts.c.blog_digest == bindparam("blog"))
    if side == "newer":
        return query.where(place < given).order_by(posts.c.rank.desc(), posts.c.id.desc()).subquery()
    return query.where(place > given).order_by(posts.c.rank, posts.c.id).subquery()


_NEIGHBOURS = union_all(select(_beside("newer")), select(_beside("older")))


class SqlCatalogue:
    """Implements :class:`~blogcrawler.store.Catalogue`. Dates come from ``rank``, which is in the index of a blog."""

    def __init__(self, run: Run, dialect: str) -> None:
        self._run = run
        self._elements = func.json_each if dialect == "sqlite" else func.json_array_elements_text
        seconds = -posts.c.rank // 1_000_000
        self._month: Any = (
            func.strftime("%Y-%m", seconds, "unixepoch")
            if dialect == "sqlite"
            else func.to_char(func.timezone("UTC", func.to_timestamp(seconds)), "YYYY-MM")
        )

    def entries(
        self,
        blog: str | None = None,
        *,
        since: str | None = None,
        until: str | None = None,
        after: tuple[int, int] | None = None,
        before: tuple[int, int] | None = None,
        limit: int = 50,
    ) -> list[PostEntry]:
        values: dict[str, Any] = {"limit": limit}
        if blog is not None:
            values["blog"] = _key(blog)
        if since is not None:
            values["since"] = rank(since)
        if until is not None:
            values["until"] = rank(_day_after(until))
        cursor = after or before
        if cursor is not None:
            values |= {"place": cursor[0], "number": cursor[1]}
        query = _entries_query(frozenset(values), is_backwards=after is None and before is not None)
        found = self._run(lambda connection: list(connection.execute(query, values).mappings()))
        return [_entry(row) for row in (reversed(found) if after is None and before is not None else found)]

    def surroundings(self, url: str) -> PostSurroundings:
        def work(connection: Connection) -> PostSurroundings:
            values = {"url": row_digest(url), "key": _key(url)}
            for place, number, blog, *rest in connection.execute(_SURROUNDINGS, values):
                cursor = {"place": place, "number": number, "blog": blog}
                found = {side: PostLink(*link) for side, *link in connection.execute(_NEIGHBOURS, cursor)}
                return PostSurroundings(found.get("newer"), found.get("older"), *rest)
            return PostSurroundings()

        return self._run(work)

    def outlines(self, addresses: Sequence[str] | None = None) -> dict[str, BlogOutline]:
        return self._run(lambda connection: blog_outlines(connection, addresses))

    def total(self) -> int:
        return self._run(post_total)

    def timeline(self, blog: str) -> Timeline:
        own = posts.c.blog_digest == _key(blog)
        monthly = select(self._month.label("month"), func.count().label("number"))
        months = self._rows(monthly.where(own, _IS_DATED).group_by(self._month))
        hour = ((-posts.c.rank // _HOUR) % _WEEK_HOURS).label("hour")
        has_time = cast(posts.c.rank % _DAY != 0, Integer).label("has_time")
        hourly = select(hour, has_time, func.count().label("number")).where(own, _IS_DATED).group_by(hour, has_time)
        weekdays, week = [0] * 7, [0] * _WEEK_HOURS
        for row in self._rows(hourly):
            at = (row["hour"] + 24 * _FIRST_WEEKDAY) % _WEEK_HOURS
            weekdays[at // 24] += row["number"]
            week[at] += row["number"] if row["has_time"] else 0
        undated = select(func.count().label("number")).where(own, posts.c.rank == _UNDATED)
        without_date = self._rows(undated)[0]["number"]
        return Timeline(
            sum(weekdays) + without_date,
            without_date,
            tuple(sorted((row["month"], row["number"]) for row in months if row["month"] is not None)),
            tuple(weekdays),
            tuple(week),
        )

    def contents(self, blog: str, most: int = 50) -> BlogContents:
        own = posts.c.blog_digest == _key(blog)
        said = func.json_array_length(posts.c.comments) + func.json_array_length(posts.c.posts)
        filled = [func.coalesce(func.sum(case((has, 1), else_=0)), 0).label(name) for name, has in _FILLED.items()]
        query = select(func.count().label("number"), func.coalesce(func.sum(said), 0).label("said"), *filled)
        totals = self._rows(query.where(own))[0]
        return BlogContents(
            totals["number"],
            int(totals["said"]),
            tuple((name, int(totals[name])) for name in _FILLED),
            self._most_frequent(posts.c.authors, own, most),
            self._most_frequent(posts.c.tags, own, most),
            self._languages(own, most),
        )

    def _most_frequent(self, column: Any, own: ColumnElement[bool], most: int) -> tuple[tuple[str, int], ...]:
        each = self._elements(column).table_valued("value")
        value = cast(each.c.value, String)
        number = func.count().label("number")
        query = select(value.label("value"), number).select_from(posts).join(each, true())
        query = query.where(own, and_(value != "", func.length(value) <= _LONGEST_NAME))
        rows = self._rows(query.group_by(value).order_by(number.desc(), value).limit(most))
        return tuple((row["value"], row["number"]) for row in rows)

    def _languages(self, own: ColumnElement[bool], most: int) -> tuple[tuple[str, int], ...]:
        number = func.count().label("number")
        query = select(posts.c.language.label("value"), number).where(own, func.coalesce(posts.c.language, "") != "")
        rows = self._rows(query.group_by(posts.c.language).order_by(number.desc(), posts.c.language).limit(most))
        return tuple((row["value"], row["number"]) for row in rows)

    def _rows(self, query: Any) -> Sequence[Any]:
        return self._run(lambda connection: list(connection.execute(query).mappings()))


def _entry(row: Any) -> PostEntry:
    return PostEntry(
        row["url"],
        row["blog"],
        row["title"],
        tuple(row["authors"]),
        row["published"],
        row["language"],
        tuple(row["tags"]),
        row["type"],
        row["comments"],
        row["excerpt"],
        (row["rank"], row["id"]),
    )


def _day_after(day: str) -> str | None:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return None


def _key(blog: str) -> bytes:
    return row_digest(address_key(blog))
