"""Leases: take blogs from the database one after the other, so that no other process visits them."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from ..dates import parse_instant
from ..errors import StoreError
from ..feeds import RequestBudget
from ..items import Blog, Visit
from .choose_visits import by_gain
from .context import UpdateContext
from .visit_report import run_of_visit

__all__ = ["Leases"]

#: Seconds to wait before looking again for blogs that are due, or whose lease has expired.
_SECONDS_UNTIL_DUE, _SECONDS_UNTIL_EXPIRED = 15, 0.5
#: While blogs are watched, they are ranked again after this time.
_RANKING_LASTS = timedelta(minutes=5)


class Leases:
    """Takes blogs by leases and gives them back: the ``listed`` ones, or else those that are due.

    With ``watch``, ``take`` waits for blogs to become due instead of ending. With ``requests_a_day``, those blogs are
    taken that promise most, due or not, until the budget is used up. ``holder`` is the name under which a worker holds
    the blog already.
    """

    def __init__(
        self,
        context: UpdateContext,
        term: timedelta,
        listed: list[str] | None,
        watch: bool,
        requests_a_day: int = 0,
        holder: str = "",
    ) -> None:
        self._context = context
        self._term = term
        self._listed = listed
        self._watch = watch
        self._holder = holder or f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"
        self._leased: set[str] = set()
        self._requests_a_day = requests_a_day
        self._budget: RequestBudget | None = None
        self._ranked: list[str] = []
        self._ranked_at: datetime | None = None

    async def take(self) -> Blog | None:
        """Lease a blog; ``None`` if there are no more."""
        if self._listed is not None:
            blog = await self._take_listed(self._listed)
        else:
            blog = await (self._take_by_gain() if self._requests_a_day else self._take_due())
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

    async def _take_by_gain(self) -> Blog | None:
        """Lease the blog with the greatest expected gain, if the budget allows another visit."""
        while True:
            now = self._context.now()
            budget = self._budget = self._budget or await self._start_budget(now)
            if budget.available(now) > 0 and (blog := await self._next_ranked(now)) is not None:
                budget.spend(1)
                return blog
            if not self._watch:
                if self._ranked and budget.available(now) <= 0:
                    self._note_waiting(len(self._ranked))
                return None
            await asyncio.sleep(_SECONDS_UNTIL_DUE)

    async def _start_budget(self, now: datetime) -> RequestBudget:
        visits: dict[str, Visit] = await self._context.call(self._context.store.schedule.last_visits)
        last = max((began for visit in visits.values() if (began := parse_instant(visit.began))), default=None)
        return RequestBudget(self._requests_a_day, now, last)

    async def _next_ranked(self, now: datetime) -> Blog | None:
        if self._ranked_at is None or (self._watch and now - self._ranked_at >= _RANKING_LASTS):
            store = self._context.store
            addresses: list[str] = await self._context.call(store.addresses)
            visits: dict[str, Visit] = await self._context.call(store.schedule.last_visits)
            self._ranked, self._ranked_at = by_gain(addresses, visits, now, self._leased), now
        while self._ranked:
            url, present = self._ranked.pop(0), datetime.now(UTC)
            lease = self._context.store.schedule.lease_blog
            blog: Blog | None = await self._context.call(lease, url, self._holder, present, present + self._term)
            if blog is not None:
                return blog
        return None

    def _note_waiting(self, number: int) -> None:
        self._ranked = []  # said once
        self._context.note(f"The budget of {self._requests_a_day:,} requests a day is used up; {number:,} blogs wait.")

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
            await self._context.call(self._context.store.runs.save, run_of_visit(visit, self._holder))
            await self._context.call(schedule.release, self._holder, visit.blog, due)
        self._leased.discard(visit.blog)
        if self._budget is not None:
            self._budget.spend(visit.requests - 1)

    def give_up(self, blog: str, due: datetime) -> None:
        """Give a blog back whose visit was interrupted. It stays due."""
        self._leased.discard(blog)
        with suppress(StoreError):
            self._context.store.schedule.release(self._holder, blog, due)
