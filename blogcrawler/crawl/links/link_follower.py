"""Which links of a page are followed, and how many posts the page led to."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy import Request

from ...blog import KnownBlog
from ...dom import Page
from ...faults import attempt, optional_step
from ...feeds import Sitemap
from ...frontier import (
    GUIDED_PRIORITY,
    MAX_LINKS,
    POST_PRIORITY,
    SKIP,
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
from ...urls import page_key
from ..thread_work import ThreadWork, batched, in_thread, pause
from .request_factory import RequestFactory

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["LinkFollower"]

T = TypeVar("T")

#: Number of links, or of a sitemap's pages, to look up and rank in one go.
_BATCH = 500
#: Number of known posts from which to learn what else a sitemap lists.
_MAX_EXAMPLES = 12
#: Number of ignored links to remember, in case the guides change their mind.
_MAX_IGNORED = 1000
#: What a link to a post brings.
_POST = Gain(1, 0)


class LinkFollower:
    """Makes requests for the new links of pages and sitemaps, with priorities.

    ``guides`` rank links first; the explorer estimates the rest. ``examples`` are addresses of posts in the feed: they
    show which sitemaps list posts. Stat: ``frontier/barren`` (links not followed because their URL pattern is
    exhausted).
    """

    def __init__(
        self,
        blog: KnownBlog,
        requests: RequestFactory,
        explorer: Explorer,
        exhausted: ExhaustedUrlPatterns,
        stats: StatsCollector,
        examples: Iterable[str],
        max_links: int = MAX_LINKS,
    ) -> None:
        self._max_links = max_links
        self._blog, self._requests, self._explorer, self._stats = blog, requests, explorer, stats
        self._exhausted = exhausted
        self._reader = LinkFeatureReader(blog.pattern)
        self._examples = frozenset(page_key(url) for url in examples)
        self._unlisted = set(self._examples)
        self.guides: list[Guide] = []
        self._ignored: dict[str, LinkFeatures] = {}

    def follow(self, page: Page, url: str, source: str) -> Generator[Request | ThreadWork, Any, float]:
        """Yield requests for the new links of a page; return how many of them are probably posts.

        ``source`` is what the page is: a "post" or a "list".
        """
        found = yield from in_thread(self._links, page, source)
        new: list[Link] = []
        guided: dict[Link, int | None] = {}
        for some in batched(found.values(), _BATCH):
            some = [link for link in some if self._requests.is_new(link.url)]
            if source == "post":  # its further pages belong to it
                some = [link for link in some if not _continues(link, url)]
            new += some
            guided |= dict.fromkeys(some)
            with optional_step("knowledge", url):
                guided |= {link: self._guided(page, link) for link in some}
            yield from pause()
        with optional_step("knowledge", url):
            self._ignore([link for link in new if guided[link] == SKIP], page, source)
        new = [link for link in new if guided[link] != SKIP]
        all_features = yield from in_thread(self._features, page, new, source)
        with self._explorer.timed():
            gains = self._gains(all_features, url)
        kind = self._exhausted.pattern_of(url)
        links = 0.0
        for link, features, gain in zip(new, all_features, gains, strict=True):
            if features.role is Role.POST:
                links += 1
            elif features.role is Role.POST_LIKE and self._exhausted.pattern_of(link.url) != kind:
                # In an endless calendar, every page leads to others with the same pattern.
                links += gain.post
            priority = guided[link]
            if priority is None:
                priority = priority_of(features, gain)
                if features.role is not Role.POST and self._exhausted.is_exhausted(
                    link.url, like_posts=features.role is Role.POST_LIKE
                ):
                    self._stats.inc_value("frontier/barren")
                    continue
            yield self._requests.page(link.url, priority, features)
        return links

    def _links(self, page: Page, source: str) -> dict[str, Link]:
        found = {link.url: link for link in page_links(page, self._blog.scope, self._max_links)}
        if source == "list":  # on posts, what scripts read leads elsewhere
            for link in scripted_links(page, self._blog.scope):
                found.setdefault(link.url, link)
        return found

    def _features(self, page: Page, links: list[Link], source: str) -> list[LinkFeatures]:
        with self._explorer.timed():
            return self._reader.read(page, links, source)

    def _ignore(self, links: list[Link], page: Page, source: str) -> None:
        links = [link for link in links if link.url not in self._ignored][: _MAX_IGNORED - len(self._ignored)]
        if links:
            with self._explorer.timed():
                all_features = self._reader.read(page, links, source)
            self._ignored.update((link.url, features) for link, features in zip(links, all_features, strict=True))

    def record_missing(self, url: str, features: LinkFeatures | None) -> Iterator[Request]:
        """Record that a page is missing. If a guide has relied on it, request the links ignored because of that."""
        self.record_page(url, features, Gain(0, 0))
        if sum(guide.report_missing(url) for guide in self.guides):
            ignored, self._ignored = self._ignored, {}
            ignored = {
                url: features for url, features in ignored.items() if self.wants(url) and self._requests.is_new(url)
            }
            for (other, features), gain in zip(ignored.items(), self._gains(ignored.values(), url), strict=True):
                yield self._requests.page(other, priority_of(features, gain), features)

    def follow_sitemap(self, sitemap: Sitemap) -> Generator[Request | ThreadWork, Any, int]:
        """Yield requests for the new pages of a sitemap; return how many there are."""
        number = 0
        pages, examples = yield from in_thread(self._listed_pages, sitemap)
        for url in examples:
            self._explorer.learn(self._listed_features(url, sitemap), _POST)
        for batch in batched(pages, _BATCH):
            yield from pause()
            some = [url for url in batch if self.wants(url) and self._requests.is_new(url)]
            if not some:
                continue
            with self._explorer.timed():
                all_features = [self._listed_features(url, sitemap) for url in some]
                gains = self._gains(all_features, sitemap.url)
            unlisted = len(self._unlisted) / max(1, len(self._examples))
            self._explorer.add_listed(sum(gain.post for gain in gains), unlisted)
            number += len(some)
            for url, features, gain in zip(some, all_features, gains, strict=True):
                yield self._requests.page(url, priority_of(features, gain), features)
        return number

    def _listed_pages(self, sitemap: Sitemap) -> tuple[list[str], list[str]]:
        """The pages of a sitemap, and some of them that are posts of the feed."""
        pages = [self._blog.scope.adopt(page.url) for page in sitemap.pages]
        keys = [page_key(url) for url in pages]
        self._unlisted.difference_update(keys)
        examples = (url for url, key in zip(pages, keys, strict=True) if key in self._examples)
        return pages, list(islice(examples, _MAX_EXAMPLES))

    @property
    def all_listed(self) -> bool:
        """Whether sitemaps have listed all posts of the feed."""
        return not self._unlisted

    def wants(self, url: str) -> bool:
        """Whether an address in a sitemap is worth a request."""
        skipping = (attempt("knowledge", url, False, guide.skips, url) for guide in self.guides)
        return self._requests.is_wanted(url) and not any(skipping)

    def _listed_features(self, url: str, sitemap: Sitemap) -> LinkFeatures:
        pattern = self._blog.pattern
        return listed_link_features(Link(url, pattern.classify(url)), pattern, sitemap.url)

    def record_page(self, url: str, features: LinkFeatures | None, gain: Gain) -> None:
        """Record what a page has brought."""
        self._explorer.learn(features, gain)
        self._exhausted.report(url, paid=gain.total >= 0.5)

    def _gains(self, all_features: Iterable[LinkFeatures], url: str) -> list[Gain]:
        """What to expect of the links of the page at ``url``: posts are posts, the others are estimated in one call."""
        all_features = list(all_features)
        guesses = iter(
            self._explorer.predict([features for features in all_features if features.role is not Role.POST], url)
        )
        return [_POST if features.role is Role.POST else next(guesses) for features in all_features]

    def _guided(self, page: Page, link: Link) -> int | None:
        """The priority by the guides. Lists they know come before guessed ones, but after posts and sitemaps."""
        known = (guide.priority(page, link) for guide in self.guides)
        priority = next((priority for priority in known if priority is not None), None)
        if priority is None or priority >= POST_PRIORITY:
            return priority
        return min(priority, GUIDED_PRIORITY)


def _continues(link: Link, url: str) -> bool:
    whole = whole_of(link.url) if link.verdict is not Verdict.YES else None
    return whole is not None and page_key(whole[0]) == page_key(url)
