"""A Scrapy scheduler on top of the frontier."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, cast

from scrapy import Request
from scrapy.core.scheduler import BaseScheduler
from scrapy.utils.job import job_dir

from ...errors import UsageError
from ...faults import attempt, optional_step
from ...urls import normalize, page_key
from .crawl_progress import EARLIER_STAT, Activity, CrawlProgress, add_counts, counts_of
from .crawl_state import CrawlPhase, CrawlState
from .disk_queue import DiskFrontier
from .explorer import MAX_SEARCH_PRIORITY, Explorer
from .saved_requests import restore_request, save_request

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

__all__ = ["COMPLETE", "FrontierScheduler", "open_frontier"]

#: Reasons for closing a complete crawl: nothing is left, or nothing worth its requests. All others can be resumed.
COMPLETE = ("finished", "enough")
#: A page that was chosen once is fetched whatever the search thinks by now: its answer is not known yet.
_RETRY_PRIORITY = MAX_SEARCH_PRIORITY + 1


class _BlogSpider(Protocol):
    """What the scheduler needs from a spider."""

    frontier: DiskFrontier
    state: CrawlState

    def leads_away(self, request: Request) -> bool:
        """Whether a redirect leads to a page that the crawl does not want."""


def open_frontier(settings: BaseSettings, url: str) -> tuple[DiskFrontier, CrawlState]:
    """The frontier and the state of a blog's crawl; ``UsageError`` if ``JOBDIR`` holds the crawl of another blog.

    Call it before Scrapy opens the crawl: afterwards it is too late to refuse.
    """
    folder = job_dir(settings)
    frontier = DiskFrontier(Path(folder) / "frontier.db" if folder else None)
    state = CrawlState.load(frontier)
    if state is None:
        state = CrawlState(url, datetime.now(UTC).isoformat())
    elif page_key(state.seed) != page_key(url):
        frontier.close()
        raise UsageError(f"{folder} holds the unfinished crawl of {state.seed}, not of {url}; choose another JOBDIR")
    else:
        state.seed = url
        frontier.begun = datetime.fromisoformat(state.started)
    state.save(frontier)
    return frontier, state


class FrontierScheduler(BaseScheduler):
    """Hands out requests by priority, each page once.

    With ``JOBDIR`` the queue is kept in ``frontier.db`` there: a crawl that was stopped or killed continues where it
    was, and fetches pages again that it had not finished or that failed. When a crawl is complete, the file is removed.
    Stats: ``frontier/queued``, ``frontier/duplicates``, ``frontier/away``.
    """

    def __init__(self, crawler: Crawler, frontier: DiskFrontier, state: CrawlState) -> None:
        self._crawler = crawler
        self.frontier = frontier
        self._state = state
        self._earlier, self._began = dict(state.counts), time.monotonic()
        self._progress = CrawlProgress(Activity.START)
        #: Whether this continues an earlier, unfinished crawl.
        self.resumed = state.phase is CrawlPhase.CRAWL
        if not self.resumed:
            frontier.clear()  # a crawl that was killed during the survey starts again
        #: Chooses the next page after the survey. Until then the priorities do.
        self.explorer: Explorer | None = None
        self._in_flight: dict[Request, bytes] = {}
        #: Requests that cannot be saved, as ``scrapy parse`` makes them (with other callbacks): kept in memory only.
        self._unsaved: deque[Request] = deque()
        self._failed: set[Request] = set()
        self._is_holding = self._is_queueing = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        spider = cast("_BlogSpider", crawler.spider)
        return cls(crawler, spider.frontier, spider.state)

    def open(self, spider: Spider) -> None:
        self._spider = spider
        if self._earlier:
            self._crawler.stats.set_value(EARLIER_STAT, self._earlier)

    def report(self, activity: Activity, done: int = 0, total: int = 0) -> None:
        """Set what the crawl is doing: ``done`` of ``total`` steps of an activity."""
        self._progress = CrawlProgress(activity, done, total)

    def progress(self) -> CrawlProgress:
        """How far the crawl has come."""
        known, fetched = self.frontier.known_and_done
        explorer = self.explorer
        return replace(
            self._progress,
            pages_known=known,
            pages_fetched=fetched,
            posts_left=explorer.posts_left() if explorer is not None else 0,
            fruitless_left=explorer.fruitless_left() if explorer is not None else None,
        )

    def has_pending_requests(self) -> bool:
        return bool(self._unsaved) or (len(self.frontier) > 0 and not self._is_over())

    def enqueue_request(self, request: Request) -> bool:
        redirected = request.meta.get("redirect_urls", ())
        if redirected and cast("_BlogSpider", self._spider).leads_away(request):
            self._crawler.stats.inc_value("frontier/away")
            return False
        try:
            data = save_request(request, self._spider)
        except ValueError:  # a callback or a value that cannot be saved
            self._unsaved.append(request)
            return True
        key = _key(request.url)
        # A redirect from http to https or to a final slash leads to the same page.
        moved = any(_key(url) == key for url in redirected)
        features = request.meta.get("link_features", b"")
        priority = max(request.priority, _RETRY_PRIORITY) if "retry_times" in request.meta else request.priority
        added = self.frontier.add(key, data, priority, features=features, again=request.dont_filter or moved)
        if not added:
            self._crawler.stats.inc_value("frontier/duplicates")
        return added

    def next_request(self) -> Request | None:
        self._mark_finished()
        if self._is_queueing:
            return None
        if self._unsaved:
            return self._unsaved.popleft()
        request = self._take_request()
        self._crawler.stats.set_value("frontier/queued", len(self.frontier))
        if request is None:
            return None
        if self.explorer is not None:
            usual = Activity.SEARCH if self.explorer.searching else Activity.POSTS
            self.report(Activity(request.meta.get("activity", usual)))
        return request

    def _is_over(self) -> bool:
        return self.explorer is not None and attempt("prediction", "the queue", False, self.explorer.is_over)

    def _take_request(self) -> Request | None:
        """The next request. Those that cannot be read are skipped: the file is damaged, or somebody has changed it."""
        while (taken := self._take()) is not None:
            ticket, data = taken
            with optional_step("queue", str(self.frontier.path or "the queue")):
                request = restore_request(data, self._spider)
                self._in_flight[request] = ticket
                return request
            self.frontier.done(ticket)
        return None

    def _take(self) -> tuple[bytes, bytes] | None:
        """The next page. If the explorer fails to choose one, the priorities decide: Scrapy would wait forever."""
        if self.explorer is not None:
            with optional_step("prediction", "the queue"):
                return self.explorer.next(len(self._in_flight))
        return self.frontier.next()

    @contextlib.contextmanager
    def queueing(self) -> Iterator[None]:
        """Hand out nothing in this block, although the reactor may run: all that is known is queued first.

        A page that an answer leads to first would be fetched without what the feed says about it.
        """
        self._is_queueing = True
        try:
            yield
        finally:
            self._is_queueing = False
            slot = self._crawler.engine._slot
            if slot is not None:
                slot.nextcall.schedule()  # the engine asks again now, not seconds later

    def failed(self, request: Request) -> None:
        """A page is not available: try it again when the crawl is resumed."""
        self._failed.add(request)

    def hold(self) -> None:
        """Results cannot be stored (no database, no disk): from now on no page counts as done."""
        self._is_holding = True

    def _mark_finished(self) -> None:
        """Mark the requests as done that the engine has finished: items stored and exported."""
        slot = self._crawler.engine._slot
        assert slot is not None
        if self._is_holding:
            return
        finished = [request for request in self._in_flight if request not in slot.inprogress]
        if finished:
            counted = counts_of(self._crawler.stats.get_stats(), time.monotonic() - self._began)
            self._state.counts = add_counts(self._earlier, counted)
            self._state.save(self.frontier)
        for request in finished:
            ticket = self._in_flight.pop(request)
            if request in self._failed:
                self._failed.discard(request)
                self.frontier.failed(ticket)
            else:
                self.frontier.done(ticket)

    def close(self, reason: str) -> None:
        self._mark_finished()
        self._crawler.stats.set_value("frontier/queued", len(self.frontier))
        self.report(Activity.FINISH)
        self.explorer = None  # its queue is about to be closed
        if reason not in COMPLETE and not self.frontier.is_empty():
            self.frontier.close()
            return
        self.frontier.remove()
        if self.frontier.path is not None:
            with contextlib.suppress(OSError):  # it may hold other files
                self.frontier.path.parent.rmdir()


def _key(url: str) -> str:
    return page_key(normalize(url) or url)
