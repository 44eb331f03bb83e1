"""Which links of a page are followed, and what the page has brought."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from scrapy import Request

from ..blog import KnownBlog
from ..dom import Page
from ..feeds import Sitemap
from ..frontier import (
    GUIDED_PRIORITY,
    LEAVE,
    POST_PRIORITY,
    ExhaustedUrlPatterns,
    Explorer,
    Gain,
    Guide,
    Link,
    LinkFeatureReader,
    LinkFeatures,
    Role,
    Verdict,
    listed_link_features,
    page_links,
    priority_of,
    scripted_links,
    whole_of,
)
from ..urls import page_key
from .request_factory import RequestFactory

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["LinkFollower"]

_AT_ONCE = 500
#: So many posts that are known say what else a sitemap lists.
_EXAMPLES = 12
#: So many links that guides have left alone are remembered, for the case that they change their mind.
_LEFT = 1000


class LinkFollower:
    """Makes requests for the new links of pages and sitemaps, each with the priority that is expected of it.

    ``guides`` are asked first; what none of them knows is guessed by the explorer. ``examples`` are addresses of posts
    that the feed lists: they tell which sitemap lists posts. Stats: ``frontier/barren`` (links to
    pages of a kind that has stopped paying).
    """

    def __init__(
        self,
        blog: KnownBlog,
        requests: RequestFactory,
        explorer: Explorer,
        barren: ExhaustedUrlPatterns,
        stats: StatsCollector,
        examples: Iterable[str],
    ) -> None:
        self._blog, self._requests, self._explorer, self._stats = blog, requests, explorer, stats
        self._barren = barren
        self._reader = LinkFeatureReader(blog.pattern)
        self._examples = frozenset(page_key(url) for url in examples)
        self._unlisted = set(self._examples)
        self.guides: list[Guide] = []
        self._left: dict[str, LinkFeatures] = {}

    def links(self, page: Page, url: str, source: str) -> Generator[Request, None, float]:
        """Requests for the links that are new; how many of them probably are posts."""
        scope = self._blog.scope
        found = {link.url: link for link in page_links(page, scope)}
        if source == "list":  # what posts keep for scripts leads elsewhere
            for link in scripted_links(page, scope):
                found.setdefault(link.url, link)
        new = [link for link in found.values() if self._requests.is_new(link.url)]
        if source == "post":  # its further pages are no pages of their own
            new = [link for link in new if not _continues(link, url)]
        guided = {link: self._guided(page, link) for link in new}
        self._leave([link for link in new if guided[link] == LEAVE], page, source)
        new = [link for link in new if guided[link] != LEAVE]
        with self._explorer.timed():
            clues = self._reader.clues(page, new, source)
            gains = self._gains(clues)
        kind = self._barren.kind(url)
        links = 0.0
        for link, clue, gain in zip(new, clues, gains, strict=True):
            if clue.role is Role.POST:
                links += 1
            elif clue.role is Role.SLUG and self._barren.kind(link.url) != kind:
                # In a calendar without end, every page leads to others of its kind.
                links += gain.post
            priority = guided[link]
            if priority is None:
                priority = priority_of(clue, gain)
                if clue.role is not Role.POST and self._barren.is_barren(link.url, like_posts=clue.role is Role.SLUG):
                    self._stats.inc_value("frontier/barren")
                    continue
            yield self._requests.page(link.url, priority, clue)
        return links

    def _leave(self, links: list[Link], page: Page, source: str) -> None:
        links = [link for link in links if link.url not in self._left][: _LEFT - len(self._left)]
        if links:
            with self._explorer.timed():
                clues = self._reader.clues(page, links, source)
            self._left.update((link.url, clue) for link, clue in zip(links, clues, strict=True))

    def missed(self, url: str, clue: LinkFeatures | None) -> Iterator[Request]:
        """A page is not there. If a guide has relied on it, requests for what was left alone for its sake."""
        self.read(url, clue, Gain(0, 0))
        if sum(guide.misses(url) for guide in self.guides):
            left, self._left = self._left, {}
            left = {url: clue for url, clue in left.items() if self.wants(url) and self._requests.is_new(url)}
            for (other, about), gain in zip(left.items(), self._gains(left.values()), strict=True):
                yield self._requests.page(other, priority_of(about, gain), about)

    def listed(self, sitemap: Sitemap) -> Iterator[Request]:
        """Requests for the pages that a sitemap lists and that are new."""
        pages = [self._blog.scope.adopt(page.url) for page in sitemap.pages]
        for url in islice((url for url in pages if page_key(url) in self._examples), _EXAMPLES):
            self._explorer.learn(self._listed_clue(url, sitemap), _POST)
        self._unlisted.difference_update(map(page_key, pages))
        wanted = (url for url in pages if self.wants(url) and self._requests.is_new(url))
        while some := list(islice(wanted, _AT_ONCE)):
            with self._explorer.timed():
                clues = [self._listed_clue(url, sitemap) for url in some]
                gains = self._gains(clues)
            unlisted = len(self._unlisted) / max(1, len(self._examples))
            self._explorer.listed(sum(gain.post for gain in gains), unlisted)
            for url, clue, gain in zip(some, clues, gains, strict=True):
                yield self._requests.page(url, priority_of(clue, gain), clue)

    @property
    def all_listed(self) -> bool:
        """Whether sitemaps have listed all posts that are known from the feed."""
        return not self._unlisted

    def wants(self, url: str) -> bool:
        """Whether an address that a sitemap lists is worth a request."""
        return self._requests.is_wanted(url) and not any(guide.leaves(url) for guide in self.guides)

    def _listed_clue(self, url: str, sitemap: Sitemap) -> LinkFeatures:
        pattern = self._blog.pattern
        return listed_link_features(Link(url, pattern.judge(url)), pattern, sitemap.url)

    def read(self, url: str, clue: LinkFeatures | None, gain: Gain) -> None:
        """A page was read, and has brought this."""
        self._explorer.learn(clue, gain)
        self._barren.report(url, paid=gain.total >= 0.5)

    def _gains(self, clues: Iterable[LinkFeatures]) -> list[Gain]:
        """What is expected of these links: posts are posts, the others are judged in one call."""
        clues = list(clues)
        guesses = iter(self._explorer.predict([clue for clue in clues if clue.role is not Role.POST]))
        return [_POST if clue.role is Role.POST else next(guesses) for clue in clues]

    def _guided(self, page: Page, link: Link) -> int | None:
        """What the guides say. Lists that they know come before guessed ones, but behind posts and sitemaps."""
        known = (guide.priority(page, link) for guide in self.guides)
        priority = next((priority for priority in known if priority is not None), None)
        if priority is None or priority >= POST_PRIORITY:
            return priority
        return min(priority, GUIDED_PRIORITY)


def _continues(link: Link, url: str) -> bool:
    whole = whole_of(link.url) if link.verdict is not Verdict.YES else None
    return whole is not None and page_key(whole[0]) == page_key(url)


_POST = Gain(1, 0)
