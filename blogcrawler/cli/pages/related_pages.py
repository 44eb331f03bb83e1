"""The feed that a page names, and pages like it, for ``blogcrawler extract``: a handful of requests to its site."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from protego import Protego

from ...dom import Page
from ...errors import BlogCrawlerError, NotFetched
from ...feeds import best_feed, feed_candidates, is_proxy
from ...frontier import Scope, group_likely_posts, page_links
from ...http import FetchedDocument
from ...items import Feed, FeedEntry
from ...urls import page_key, related_hosts
from .page_loading import FETCHER, load_feed, load_page

__all__ = ["RelatedPages", "SiteRequests", "find_related"]

#: Requests for everything apart from the pages themselves.
_MAX_REQUESTS = 12
#: Feed links to try, posts of the feed to learn from, and pages to compare with if there is no feed.
_MAX_FEEDS, _MAX_TRAINING, _MAX_SIBLINGS = 3, 6, 4
#: Places of feed links: the page names these feeds, or the program that made it has them there. Others are guesses.
_NAMED = ("link", "likely link", "anchor", "platform")
_NOTHING_ALLOWED = "User-agent: *\nDisallow: /"
#: Seconds between two requests.
_DELAY = 0.25


class SiteRequests:
    """Requests to the site of a page: few, one at a time, and only what robots.txt allows.

    What a page links to may be anywhere, also in a private network. So other sites are not asked, except well-known
    services for feeds.
    """

    def __init__(self, url: str, delay: float = _DELAY) -> None:
        self._host = urlsplit(url).hostname or ""
        self._delay = delay
        self._robots: dict[str, Protego] = {}
        self.count = 0

    def page(self, url: str) -> Page:
        """Load a page; raises ``BlogCrawlerError`` if it is not available."""
        self._check(url)
        return load_page(url, self._request)

    def feed(self, url: str) -> Feed:
        """Load a feed; raises ``BlogCrawlerError`` if it is not available or not a feed."""
        self._check(url)
        return load_feed(url, self._request)

    def _check(self, url: str) -> None:
        if not self._allows_host(url):
            raise BlogCrawlerError(f"{url} is on another site")
        robots_url = urljoin(url, "/robots.txt")
        if robots_url not in self._robots:
            self._robots[robots_url] = self._read_robots(robots_url)
        if not self._robots[robots_url].can_fetch(url, "blogcrawler"):
            raise BlogCrawlerError(f"robots.txt forbids {url}")

    def _read_robots(self, url: str) -> Protego:
        """What robots.txt says. If the server fails to answer, nothing is allowed (RFC 9309, 2.3.1.4)."""
        try:
            got = self._request(url)
        except NotFetched:
            return Protego.parse(_NOTHING_ALLOWED)
        if got.status >= 500:
            return Protego.parse(_NOTHING_ALLOWED)
        return Protego.parse(got.body.decode("utf-8", "replace") if got.status < 300 else "")

    def _request(self, url: str) -> FetchedDocument:
        if self.count >= _MAX_REQUESTS:
            raise BlogCrawlerError("enough requests")
        time.sleep(self._delay)
        self.count += 1
        return FETCHER.fetch(url, allows=self._allows_host)

    def _allows_host(self, url: str) -> bool:
        host = urlsplit(url).hostname or ""
        return related_hosts(host, self._host) or is_proxy(url)


@dataclass(frozen=True, slots=True)
class RelatedPages:
    """What was found in addition: a feed with posts to learn from, or else ``siblings``; and a ``note``."""

    feed: Feed | None = None
    training: tuple[tuple[FeedEntry, Page], ...] = ()
    siblings: tuple[Page, ...] = ()
    note: str = ""

    def others(self, pages: Sequence[Page]) -> list[Page]:
        """All pages that were found in addition to the given ones."""
        given = {page_key(page.url) for page in pages}
        found = [*self.siblings, *(page for _, page in self.training)]
        return [page for page in found if page_key(page.url) not in given]


def find_related(pages: Sequence[Page], requests: SiteRequests) -> RelatedPages:
    """The feed that the first page names, with pages of its posts; without one, pages that look like siblings of it.

    ``pages`` are of one blog, and from the web.
    """
    feed = _named_feed(pages[0], requests)
    if feed is not None:
        training = tuple(_training(feed, pages, requests))
        if training:
            note = f"Learned from {_posts(len(training))} of the feed {feed.url}"
            return RelatedPages(feed, training, note=f"{note} ({requests.count} more requests)")
    why = f"the posts of the feed {feed.url} are not available" if feed is not None else "no feed was found through it"
    siblings = tuple(_siblings(pages, requests))
    if siblings:
        listed = ", ".join(page.url for page in siblings)
        note = f"Compared with {listed}, as {why} ({requests.count} more requests)"
        return RelatedPages(feed, siblings=siblings, note=note)
    return RelatedPages(feed, note=f"Only the page itself was used: {why}, and no page like it is available")


def _posts(number: int) -> str:
    return "1 post" if number == 1 else f"{number} posts"


def _named_feed(page: Page, requests: SiteRequests) -> Feed | None:
    feeds = []
    named = [link.url for link in feed_candidates(page.tree, page.url) if link.place in _NAMED and link.kind == "posts"]
    for url in list(dict.fromkeys(named))[:_MAX_FEEDS]:
        with suppress(BlogCrawlerError):
            feeds.append(requests.feed(url))
            if best_feed(feeds[-1:], page.url) is not None:
                break
    return best_feed(feeds, page.url)


def _training(feed: Feed, pages: Sequence[Page], requests: SiteRequests) -> Iterable[tuple[FeedEntry, Page]]:
    """The newest posts of the feed with their pages; a page that was given costs no request."""
    given = {page_key(page.url): page for page in pages}
    entries = sorted(feed.entries, key=lambda entry: page_key(entry.url) not in given)
    for entry in entries[:_MAX_TRAINING]:
        with suppress(BlogCrawlerError):
            yield entry, given.get(page_key(entry.url)) or requests.page(entry.url)


def _siblings(pages: Sequence[Page], requests: SiteRequests) -> Iterable[Page]:
    """Pages that the first page links to and whose addresses have the same shape."""
    first, seen = pages[0].url, {page_key(page.url) for page in pages}
    links = [link.url for link in page_links(pages[0], Scope(urljoin(first, "/")))]
    alike = next((group for group in group_likely_posts(dict.fromkeys([first, *links])) if first in group), [])
    fresh = [url for url in alike if page_key(url) not in seen]
    for url in fresh[:_MAX_SIBLINGS]:
        with suppress(BlogCrawlerError):
            yield requests.page(url)
