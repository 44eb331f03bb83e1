"""Whose turn it is: blogs taken from the database, one after the other, so that nobody else visits them."""

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

#: Seconds between two looks for blogs that are due, and for blogs whose lease has run out.
_BETWEEN_LOOKS, _BETWEEN_TRIES = 15, 0.5


class Leases:
    """Takes blogs by leases and gives them back: those that are ``listed``, or else those that are due.

    ``watch`` waits for blogs to become due instead of ending.
    """

    def __init__(self, outlook: UpdateContext, term: timedelta, listed: list[str] | None, watch: bool) -> None:
        self._outlook = outlook
        self._term = term
        self._listed = listed
        self._watch = watch
        self._holder = f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self._held: set[str] = set()

    async def take(self) -> Blog | None:
        """A blog that is ours now; ``None`` if there are no more."""
        blog = await (self._take_due() if self._listed is None else self._take_listed(self._listed))
        if blog is not None:
            self._held.add(blog.url)
        return blog

    async def _take_listed(self, listed: list[str]) -> Blog | None:
        while listed:
            url, now = listed.pop(0), datetime.now(UTC)
            lease = self._outlook.store.schedule.lease_blog
            blog: Blog | None = await self._outlook.call(lease, url, self._holder, now, now + self._term)
            if blog is not None:
                return blog
            self._outlook.note(f"{url} is being visited by another process.")
        return None

    async def _take_due(self) -> Blog | None:
        """A blog that is due. Those that others hold are waited for, as these may have died."""
        watches = self._outlook.store.schedule
        while True:
            now, due = datetime.now(UTC), self._outlook.now()
            taken: list[Blog] = await self._outlook.call(watches.lease, self._holder, now, now + self._term, due)
            if taken:
                return taken[0]
            if self._watch:
                await asyncio.sleep(_BETWEEN_LOOKS)
            elif self._held or await self._outlook.call(watches.held_until, due, now) is None:
                return None  # the last of our own workers waits for others
            else:
                await asyncio.sleep(_BETWEEN_TRIES)

    async def renew(self) -> None:
        """Go on holding what we hold, until this is cancelled."""
        while True:
            await asyncio.sleep(self._term.total_seconds() / 3)
            with suppress(StoreError):
                watches = self._outlook.store.schedule
                await self._outlook.call(watches.renew, self._holder, datetime.now(UTC) + self._term)

    async def give_back(self, visit: Visit, due: datetime) -> None:
        """Give a blog back and remember the visit, unless another has taken it meanwhile."""
        watches = self._outlook.store.schedule
        if await self._outlook.call(watches.holder, visit.blog) == self._holder:
            await self._outlook.call(watches.save_visit, visit)
            await self._outlook.call(watches.release, self._holder, visit.blog, due)
        self._held.discard(visit.blog)

    def give_up(self, blog: str, due: datetime) -> None:
        """Give a blog back whose visit was interrupted: it stays due."""
        self._held.discard(blog)
        with suppress(StoreError):
            self._outlook.store.schedule.release(self._holder, blog, due)
