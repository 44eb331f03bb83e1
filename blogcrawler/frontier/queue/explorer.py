"""Choose the page to download next: known posts first, then pages where new posts are most likely; and when to stop."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from ...dom import Page
from ...faults import optional_step
from ..links.link_features import LinkFeatures, Role
from ..links.links import Link
from .disk_queue import DiskFrontier
from .predictor import PRIORS, Gain, LinkPredictor

__all__ = ["GUIDED_PRIORITY", "MAX_SEARCH_PRIORITY", "POST_PRIORITY", "SKIP", "Explorer", "Guide", "priority_of"]

POST_PRIORITY = 1000
#: A list that a guide knows: before pagination links, which are a guess, but after archives that were not tried yet and
#: pages that are probably posts.
GUIDED_PRIORITY = 260
#: From this priority on, a page is a post that a list, the feed or a link has named. Lists have lower ones.
_MIN_POST_PRIORITY = 960
#: Requests up to this priority are searches: nobody knows what they lead to.
MAX_SEARCH_PRIORITY = 800
#: From this priority on, a page with the URL of a post is taken for one. Three in four are.
_MIN_PROBABLE_POST_PRIORITY = 190
#: Queued pages to predict again before each search, and how often at most.
_RECONSIDERED, _MAX_ROUNDS = 24, 3
#: Every fifth search follows pagination, whatever the prediction.
_PAGINATION_TURN = 5
#: After this many fruitless searches, every third one looks elsewhere: pages like the best ones have been tried.
_FRUITLESS_SEARCHES, _ELSEWHERE_TURN = 5, 3
#: Elsewhere is the far end of calendars and lists, where the oldest posts are, or any of the next pages of the queue.
_ELSEWHERE_ROLES, _ELSEWHERE_PAGES = (Role.DATE_LIST, Role.PAGINATION, None), 500
#: Listings of fewer posts say nothing about whether they are complete.
_MIN_LISTED = 20
#: The least doubt about listings, as a share of the patience; and about those that the blog's own program makes.
_MIN_DOUBT, _MIN_DOUBT_OF_PROGRAM = 0.25, 0.08
#: The priority a guide gives to links that must not be followed.
SKIP = -1
#: Where an error in a prediction occurred, if not on a page.
_QUEUE = "the queue"


class Guide(Protocol):
    """Knows where posts are without guessing, such as the knowledge of a platform."""

    def priority(self, page: Page, link: Link) -> int | None:
        """The priority of a link on a page; ``SKIP`` to ignore the link; ``None`` if the guide does not know."""

    def skips(self, url: str) -> bool:
        """Whether to ignore a URL, wherever it was found."""

    def report_missing(self, url: str) -> bool:
        """A page does not exist. Return whether skipped links are wanted after all."""


def priority_of(features: LinkFeatures, gain: Gain) -> int:
    """The priority of a link: fixed for posts, for others by the expected number of new posts per wasted request.

    A post must be fetched in any case, so a page that is very probably a post costs nothing; a list costs a request.
    """
    if features.role is Role.POST:
        return POST_PRIORITY
    expected = max(0.0, gain.total) / (1.05 - min(1.0, gain.post))
    return min(MAX_SEARCH_PRIORITY, round(100 * math.log2(1 + expected)))


class Explorer:
    """Takes pages from the frontier, learns from what they lead to, and decides when to stop.

    Posts are taken in order. A search starts only while fewer than ``max_in_flight`` pages are being downloaded, as
    their results may change where to search. The search ends when, after a run of fruitless pages, fewer than
    ``min_gain`` new posts per request can be expected (with 95 % confidence, by the rule of three). If sitemaps or the
    feed have listed posts, and neither the feed nor the search knows others, a quarter of that run is enough, and less
    if the blog's own software generates the lists.
    """

    def __init__(
        self, frontier: DiskFrontier, predictor: LinkPredictor, max_in_flight: int = 1, min_gain: float = 0.03
    ) -> None:
        self._frontier = frontier
        self.predictor = predictor
        self._max_in_flight = max_in_flight
        self._patience = math.ceil(3 / min_gain) if min_gain > 0 else None
        self._searches = 0
        self._random = random.Random(0)  # noqa: S311 - nothing secret
        self._listed, self._listed_by_sitemaps, self._found_by_search = 0.0, 0.0, 0.0
        self._unlisted_share = 0.0
        self._min_doubt = _MIN_DOUBT
        #: Whether the result of the page handed out last is unknown.
        self.searching = False
        #: Pages in a row that led to no new post.
        self.fruitless = 0
        #: CPU seconds spent on predictions.
        self.seconds = 0.0
        with self.timed(), optional_step("prediction", _QUEUE):
            for fruitless, packed, post, links in frontier.lessons():
                self._count(fruitless, Gain(post, links))
                predictor.learn(LinkFeatures.unpacked(packed), Gain(post, links))

    def next(self, in_flight: int) -> tuple[bytes, bytes] | None:
        """Take the page to download next. ``None`` to wait for those ``in_flight``, or at the end."""
        self.searching = self._is_searching()
        if not self.searching:
            return self._frontier.next()
        if in_flight >= self._max_in_flight or self.is_over():
            return None
        self._searches += 1
        if self._searches % _PAGINATION_TURN == 0 and (found := self._frontier.next_with_role(Role.PAGINATION)):
            return found
        if self.fruitless >= _FRUITLESS_SEARCHES and self._searches % _ELSEWHERE_TURN == 0:
            return self._next_elsewhere()
        with self.timed(), optional_step("prediction", _QUEUE):
            self._reconsider()
        return self._frontier.next()

    def _next_elsewhere(self) -> tuple[bytes, bytes] | None:
        role = _ELSEWHERE_ROLES[self._searches // _ELSEWHERE_TURN % len(_ELSEWHERE_ROLES)]
        found = self._frontier.newest(role) if role is not None else None
        return found or self._frontier.next_at(self._random.randrange(min(_ELSEWHERE_PAGES, len(self._frontier))))

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count the time of the block as prediction."""
        started = time.thread_time()
        try:
            yield
        finally:
            self.seconds += time.thread_time() - started

    def predict(self, links: Sequence[LinkFeatures], url: str = _QUEUE) -> list[Gain]:
        """What the pages behind the links on the page at ``url`` will probably lead to."""
        with optional_step("prediction", url):
            return self.predictor.predict(links)
        return [PRIORS[features.role] for features in links]

    def learn(self, features: LinkFeatures | None, gain: Gain) -> None:
        """Learn from a page that was read. Without features it was not found by the search."""
        if features is None or features.role is Role.POST:
            self._count(self.fruitless, gain)
            return
        self._count(self.fruitless + 1, gain)
        self._found_by_search += gain.links
        with self.timed(), optional_step("prediction", _QUEUE):
            self.predictor.learn(features, gain)
        self._frontier.save_lesson(self.fruitless, features.packed(), gain.post, gain.links)

    def add_listed(self, posts: float, unlisted_share: float | None = None) -> None:
        """A sitemap or the feed has listed this many new posts.

        ``unlisted_share`` is given for sitemaps: the share of the feed's posts that no sitemap has listed so far.
        """
        self._listed += posts
        if unlisted_share is not None:
            self._listed_by_sitemaps += posts
            self._unlisted_share = unlisted_share

    def trust_listings(self) -> None:
        """The blog's own program has listed all posts, so that hardly any is missing."""
        self._min_doubt = _MIN_DOUBT_OF_PROGRAM

    def _count(self, fruitless: int, gain: Gain) -> None:
        self.fruitless = 0 if gain.total >= 0.5 else fruitless

    def is_over(self) -> bool:
        """Whether the queued pages are hardly worth their requests."""
        if self._patience is None or self.fruitless < self._patience * self._doubt():
            return False
        return self._is_searching()

    def posts_left(self) -> int:
        """The number of queued pages that are known to be posts."""
        return self._frontier.count_from(_MIN_POST_PRIORITY)

    def fruitless_left(self) -> int | None:
        """After how many more pages without a new post the search ends; ``None`` if it does not, or has not begun."""
        if self._patience is None or not self.searching:
            return None
        return max(0, math.ceil(self._patience * self._doubt()) - self.fruitless)

    def _is_searching(self) -> bool:
        """Whether the result of the next page is unknown. A page that is very probably a post is not a search."""
        priority, role = self._frontier.top() or (MAX_SEARCH_PRIORITY + 1, Role.POST)
        is_probable_post = role == Role.POST_LIKE and priority >= _MIN_PROBABLE_POST_PRIORITY
        return priority <= MAX_SEARCH_PRIORITY and not is_probable_post

    def _doubt(self) -> float:
        """How much to doubt that the listings are complete, by what the feed and the search know: 1 without listings.

        If the search finds one more post per hundred listed ones, they are not complete.
        """
        if self._listed < _MIN_LISTED:
            return 1.0
        outdated = 2 * self._unlisted_share if self._listed_by_sitemaps >= _MIN_LISTED else 0.0
        return max(self._min_doubt, min(1.0, max(outdated, 100 * self._found_by_search / self._listed)))

    def what_is_left(self) -> str:
        """Which pages are left and why, for the user."""
        counts = {role: number for role, number in self._frontier.count_by_role().items() if role in set(Role)}
        kinds = sorted(((number, Role(role).words) for role, number in counts.items()), reverse=True)
        listed = ", ".join(f"{number:,} {words}" for number, words in kinds)
        return (
            f"The last {self.fruitless:,} pages led to no new posts, so {len(self._frontier):,} URLs were skipped"
            f" ({listed}); --exhaustive (-a exhaustive=1) fetches them too."
        )

    def _reconsider(self) -> None:
        """Predict the best queued pages again, using what was learned since they were queued."""
        for _ in range(_MAX_ROUNDS):
            queued = self._frontier.best(_RECONSIDERED, MAX_SEARCH_PRIORITY)
            tickets = [(ticket, before) for ticket, before, packed in queued if packed]
            links = [LinkFeatures.unpacked(packed) for _, _, packed in queued if packed]
            gains = self.predictor.predict(links)
            priorities = [priority_of(features, gain) for features, gain in zip(links, gains, strict=True)]
            changed = [
                (now, ticket) for now, (ticket, before) in zip(priorities, tickets, strict=True) if now != before
            ]
            self._frontier.set_priorities(changed)
            if not changed or len(queued) < _RECONSIDERED or max(priorities) >= queued[-1][1]:
                return
