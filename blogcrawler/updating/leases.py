"""Leases: take blogs from the database one after the other, so that no other process visits them."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from ..errors import StoreError
from ..items import Blog, Visit
from .context import UpdateContext

__all__ = ["Leases"]

#: Seconds to wait before looking again for blogs that are due, or whose lease has expired.
_SECONDS_UNTIL_DUE, _SECONDS_UNTIL_EXPIRED = 15, 0.5


class Leases:
    """Takes blogs by leases and gives them back: the ``listed`` ones, or else those that are due.

    With ``watch``, ``take`` waits for blogs to become due instead of ending.
    """

    def __init__(self, context: UpdateContext, term: timedelta, listed: list[str] | None, watch: bool) -> None:
        self._context = context
        self._term = term
        self._listed = listed
        self._watch = watch
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self._leased: set[str] = set()

    async def take(self) -> Blog | None:
        """Lease a blog; ``None`` if there are no more."""
        blog = await (self._take_due() if self._listed is None else self._take_listed(self._listed))
        if blog is not None:
            self._leased.add(blog.url)
        return blog

    async def _take_listed(self, listed: list[str]) -> Blog | None:
        while listed:
            url, now = listed.pop(0), datetime.now(UTC)
            lease = self._context.store.schedule.lease_blog
            blog: Blog | None = await self._context.call(lease, url, self._holder, now, now + self._term)
            if blog is not None:
                return blog
            self._context.note(f"{url} is being visited by another process.")
        return None

    async def _take_due(self) -> Blog | None:
        """Lease a blog that is due. Wait for those that other processes have leased, because these may have died."""
        schedule = self._context.store.schedule
        while True:
            now, due = datetime.now(UTC), self._context.now()
            taken: list[Blog] = await self._context.call(schedule.lease, self._holder, now, now + self._term, due)
            if taken:
                return taken[0]
            if self._watch:
                await asyncio.sleep(_SECONDS_UNTIL_DUE)
            elif self._leased or await self._context.call(schedule.held_until, due, now) is None:
                return None  # only the last of our own workers waits for other processes
            else:
                await asyncio.sleep(_SECONDS_UNTIL_EXPIRED)

    async def renew(self) -> None:
        """Keep our leases, until this is cancelled."""
        while True:
            await asyncio.sleep(self._term.total_seconds() / 3)
            with suppress(StoreError):
                schedule = self._context.store.schedule
                await self._context.call(schedule.renew, self._holder, datetime.now(UTC) + self._term)

    async def give_back(self, visit: Visit, due: datetime) -> None:
        """Give a blog back and save the visit, unless another process has taken the blog meanwhile."""
        schedule = self._context.store.schedule
        if await self._context.call(schedule.holder, visit.blog) == self._holder:
            await self._context.call(schedule.save_visit, visit)
            await self._context.call(schedule.release, self._holder, visit.blog, due)
        self._leased.discard(visit.blog)

    def give_up(self, blog: str, due: datetime) -> None:
        """Give a blog back whose visit was interrupted. It stays due."""
        self._leased.discard(blog)
        with suppress(StoreError):
            self._context.store.schedule.release(self._holder, blog, due)
