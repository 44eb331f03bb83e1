"""Which page is downloaded next: known posts first, then where new ones are most likely, and when to stop."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from ...dom import Page
from ..links.link_features import LinkFeatures, Role
from ..links.links import Link
from .disk_queue import DiskFrontier
from .predictor import Gain, LinkPredictor

__all__ = ["GUIDED_PRIORITY", "LEAVE", "POST_PRIORITY", "Explorer", "Guide", "priority_of"]

POST_PRIORITY = 1000
#: A list that a guide knows: before a page flip that is a guess, behind an archive that nobody has tried yet and
#: behind what probably is a post.
GUIDED_PRIORITY = 260
#: Requests of at most this priority are searches: nobody knows what they bring.
_SEARCHING = 800
#: From this on, a page whose address is like those of posts is taken for one: three in four are.
_PROBABLE = 190
#: So many of those that wait are judged anew before each search, in so many rounds at most.
_RECONSIDERED, _ROUNDS = 24, 3
#: Each so many searches, one goes to a further page of some list, whatever is expected of it.
_FLIPS_TURN = 5
#: When so many searches were in vain, each so many looks elsewhere: what is like the best has been tried.
_IN_VAIN, _ELSEWHERE_TURN = 5, 3
#: Elsewhere is the far end of lists and calendars, where the oldest posts are, or any of so many that are next.
_ENDS, _ANY = (Role.DATES, Role.FLIP, None), 500
#: Lists of fewer posts than these say nothing about their being complete.
_BELIEVED = 20
#: The least doubt in lists of posts, as a share of the patience; and in those that a blog's own program makes.
_DOUBT, _HARDLY = 0.25, 0.08
#: What a guide says of links that must not be followed.
LEAVE = -1


class Guide(Protocol):
    """Who knows better than a guess where posts are, such as the knowledge of a platform."""

    def priority(self, page: Page, link: Link) -> int | None:
        """The priority of a link on a page, ``LEAVE`` to leave it alone; ``None`` if the guide does not know."""

    def leaves(self, url: str) -> bool:
        """Whether an address is to be left alone, wherever it was found."""

    def misses(self, url: str) -> bool:
        """A page is not there; whether what was left alone up to now is wanted after all."""


def priority_of(clue: LinkFeatures, gain: Gain) -> int:
    """The priority of a link: that of posts, or by the new posts that are expected for a request spent in vain.

    A post must be fetched in any case, so a page that very probably is one costs nothing; a list costs a request.
    """
    if clue.role is Role.POST:
        return POST_PRIORITY
    return min(_SEARCHING, round(100 * math.log2(1 + max(0.0, gain.total) / (1.05 - min(1.0, gain.post)))))


class Explorer:
    """Takes pages from the frontier, learns from what they bring, and knows when it is enough.

    Posts are taken as they come. A search is only begun when fewer than ``abreast`` pages are on their way, as these
    may change where it should go. The search is over when it has brought nothing for so long that less than ``least``
    new posts a request can be expected (with 95 % certainty, by the rule of three). If sitemaps or the feed have listed
    posts and neither the feed nor the search has others, a quarter of that is enough to believe them, and less where
    the blog's own program makes the lists.
    """

    def __init__(self, frontier: DiskFrontier, predictor: LinkPredictor, abreast: int = 1, least: float = 0.03) -> None:
        self._frontier = frontier
        self.predictor = predictor
        self._abreast = abreast
        self._patience = math.ceil(3 / least) if least > 0 else None
        self._searches = 0
        self._dice = random.Random(0)  # noqa: S311 - nothing secret
        self._listed, self._by_sitemap, self._unlisted, self._found = 0.0, 0.0, 0.0, 0.0
        self._doubt_at_least = _DOUBT
        self.in_vain = 0
        #: Seconds of CPU that predictions have taken.
        self.seconds = 0.0
        with self.timed():
            for number, clue, post, links in frontier.lessons():
                self._count(number, Gain(post, links))
                predictor.learn(LinkFeatures.unpacked(clue), Gain(post, links))

    def next(self, flying: int) -> tuple[bytes, bytes] | None:
        """The page to download next, while ``flying`` are on their way; ``None`` to wait for these, or at the end."""
        if not self._is_searching():
            return self._frontier.next()
        if flying >= self._abreast or self.is_over():
            return None
        self._searches += 1
        if self._searches % _FLIPS_TURN == 0 and (flip := self._frontier.next(Role.FLIP)):
            return flip
        if self.in_vain >= _IN_VAIN and self._searches % _ELSEWHERE_TURN == 0:
            return self._elsewhere()
        with self.timed():
            self._reconsider()
        return self._frontier.next()

    def _elsewhere(self) -> tuple[bytes, bytes] | None:
        role = _ENDS[self._searches // _ELSEWHERE_TURN % len(_ENDS)]
        last = self._frontier.last(role) if role is not None else None
        return last or self._frontier.next_at(self._dice.randrange(min(_ANY, len(self._frontier))))

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count what is done inside as prediction."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.seconds += time.thread_time() - begun

    def predict(self, clues: Sequence[LinkFeatures]) -> list[Gain]:
        """What the pages behind these links will bring."""
        return self.predictor.predict(clues)

    def learn(self, clue: LinkFeatures | None, gain: Gain) -> None:
        """A page was read; without a clue nobody searched for it."""
        if clue is None or clue.role is Role.POST:
            self._count(self.in_vain, gain)
            return
        self._count(self.in_vain + 1, gain)
        self._found += gain.links
        with self.timed():
            self.predictor.learn(clue, gain)
        self._frontier.keep_lesson(self.in_vain, clue.packed(), gain.post, gain.links)

    def listed(self, posts: float, unlisted: float | None = None) -> None:
        """A sitemap or the feed has listed so many posts that were not known; ``unlisted`` is the share of those that
        are known from the feed which no sitemap has listed up to now."""
        self._listed += posts
        if unlisted is not None:
            self._by_sitemap += posts
            self._unlisted = unlisted

    def believe(self) -> None:
        """The blog's own program has listed all posts, so that there is hardly one that is not listed."""
        self._doubt_at_least = _HARDLY

    def _count(self, in_vain: int, gain: Gain) -> None:
        self.in_vain = 0 if gain.total >= 0.5 else in_vain

    def is_over(self) -> bool:
        """Whether what still waits is hardly worth its requests."""
        if self._patience is None or self.in_vain < self._patience * self._doubt():
            return False
        return self._is_searching()

    def _is_searching(self) -> bool:
        """Whether nobody knows what the next page brings. A page that very probably is a post is no search."""
        priority, role = self._frontier.top() or (_SEARCHING + 1, Role.POST)
        return priority <= _SEARCHING and not (role == Role.SLUG and priority >= _PROBABLE)

    def _doubt(self) -> float:
        """How far lists of posts are from having been complete, as feed and search have shown: 1 if not at all.

        One in a hundred that the search has found beside them is enough to know that they are not.
        """
        if self._listed < _BELIEVED:
            return 1.0
        stale = 2 * self._unlisted if self._by_sitemap >= _BELIEVED else 0.0
        return max(self._doubt_at_least, min(1.0, max(stale, 100 * self._found / self._listed)))

    def what_is_left(self) -> str:
        """What waits and why it was left, in words."""
        waiting = {role: number for role, number in self._frontier.waiting().items() if role in set(Role)}
        kinds = sorted(((number, Role(role).words) for role, number in waiting.items()), reverse=True)
        listed = ", ".join(f"{number:,} {words}" for number, words in kinds)
        return (
            f"The last {self.in_vain:,} pages brought no new post, so {len(self._frontier):,} addresses were left"
            f" ({listed}); --exhaustive (-a exhaustive=1) fetches them, too."
        )

    def _reconsider(self) -> None:
        """Judge the best of those that wait by what was learned since they were queued."""
        for _ in range(_ROUNDS):
            waiting = self._frontier.best(_RECONSIDERED, _SEARCHING)
            tickets = [(ticket, before) for ticket, before, clue in waiting if clue]
            clues = [LinkFeatures.unpacked(clue) for _, _, clue in waiting if clue]
            judged = [priority_of(clue, gain) for clue, gain in zip(clues, self.predictor.predict(clues), strict=True)]
            changed = [(now, ticket) for now, (ticket, before) in zip(judged, tickets, strict=True) if now != before]
            self._frontier.change(changed)
            if not changed or len(waiting) < _RECONSIDERED or max(judged) >= waiting[-1][1]:
                return
