"""Dates that only lists of posts show."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

from scrapy.http import TextResponse

from ...blog import KnownBlog, Survey
from ...dates import Clock, Moment
from ...dom import Page
from ...errors import NotFetched
from ...extraction import learn_list_clock, listed_dates
from ...frontier import CrawlState, DiskFrontier, Verdict, trap_of
from ...http import is_html, peek_page
from ...survey import Fetch
from ...urls import page_key, resolve

__all__ = ["ListDates"]

_ARCHIVE_PATH = re.compile(r"archi[vf]|all-?posts|timeline|归档|アーカイブ|архив", re.IGNORECASE)
#: Where Octopress, Hexo, Hugo, Tumblr, Substack and others list all posts.
_USUAL_ARCHIVES = ("archives/", "archive/")
#: Number of lists to fetch before the crawl begins.
_MAX_FIRST_LISTS = 6
_SCHEMA = "CREATE TABLE IF NOT EXISTS listed_dates (post TEXT PRIMARY KEY, published TEXT NOT NULL) WITHOUT ROWID"


class ListDates:
    """Collects the dates next to the links on lists, for blogs whose posts show no date or no time.

    They are saved with the queue, so that a resumed crawl has them.
    """

    def __init__(self, blog: KnownBlog, frontier: DiskFrontier, state: CrawlState) -> None:
        self._blog, self._state, self._database = blog, state, frontier.database
        self._database.execute(_SCHEMA)
        published = blog.rules.published
        self._hours = bool(published) and published[0].daily
        self._needed = bool(blog.rules.article) and (not published or self._hours)
        self._clock = _clock_of(state.list_clock) if state.list_clock else None

    async def begin(self, found: Survey, fetch: Fetch) -> None:
        """Read the home page and, if posts show no date at all, the lists it links to.

        If their dates contradict the feed's, they are not used.
        """
        pages = [found.home_page] if self._needed else []
        for url in self._lists(found.home_page):
            try:
                response = await fetch(url)
            except NotFetched:
                continue
            if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
                pages.append(peek_page(response))
        known = {page_key(training.entry.url): training.entry.published for training in found.training}
        shown = [self._dates(page) for page in pages]
        pairs = [(moment, date) for dates in shown for key, moment in dates.items() if (date := known.get(key))]
        self._clock = learn_list_clock(pairs, hours=self._hours) if self._needed else None
        if self._clock is not None:
            self._state.list_clock = [self._clock.hour, self._clock.zone]
            for dates in shown:
                self._save(dates, self._clock)

    def _lists(self, home: Page) -> list[str]:
        """The usual addresses of archives, and links of the home page that are not posts."""
        if not self._needed or self._hours:
            return []
        links = (resolve(home.base, link.get("href") or "") for link in home.tree.iter("a"))
        scope, pattern = self._blog.scope, self._blog.pattern
        found = dict.fromkeys(scope.adopt(url) for url in links if url and page_key(url) != page_key(self._blog.home))
        lists = [
            url for url in found if scope.contains(url) and pattern.classify(url) is Verdict.NO and not trap_of(url)
        ]
        named = sorted(lists, key=lambda url: not _ARCHIVE_PATH.search(urlsplit(url).path))
        usual = [urljoin(self._blog.home, path) for path in _USUAL_ARCHIVES]
        return list(dict.fromkeys([*usual, *named]))[:_MAX_FIRST_LISTS]

    def read(self, page: Page) -> None:
        """Save the dates that a list shows."""
        if self._clock is not None:
            self._save(self._dates(page), self._clock)

    def of(self, url: str) -> str | None:
        """The date of a post, if a list has shown one."""
        if self._clock is None:
            return None
        row = self._database.execute("SELECT published FROM listed_dates WHERE post = ?", (page_key(url),)).fetchone()
        return row[0] if row else None

    def _save(self, dates: dict[str, Moment], clock: Clock) -> None:
        rows = [
            (key, clock.set(moment).iso())
            for key, moment in dates.items()
            if not self._hours or moment.hour is not None
        ]
        self._database.executemany("INSERT OR IGNORE INTO listed_dates VALUES (?, ?)", rows)

    def _dates(self, page: Page) -> dict[str, Moment]:
        def post(href: str) -> str | None:
            url = resolve(page.base, href)
            adopted = self._blog.scope.adopt(url) if url else None
            if adopted is None or not self._blog.scope.contains(adopted):
                return None
            return page_key(adopted) if self._blog.pattern.classify(adopted) is not Verdict.NO else None

        return listed_dates(page, post, (self._blog.rules.language or "en").split("-")[0])


def _clock_of(record: list[Any]) -> Clock:
    hour, zone = record
    return Clock(tuple((day, minutes) for day, minutes in zone), hour)
