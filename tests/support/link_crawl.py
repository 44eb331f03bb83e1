"""The parts of a crawl that choose links, without a network: a blog with dated addresses and an empty queue."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from types import SimpleNamespace
from typing import Any

from scrapy import Request
from scrapy.utils.test import get_crawler

from blogcrawler.blog import KnownBlog
from blogcrawler.crawl.links.link_follower import LinkFollower
from blogcrawler.crawl.links.request_factory import RequestFactory
from blogcrawler.crawl.thread_work import ThreadWork, do_here
from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import RuleSet
from blogcrawler.frontier import (
    DiskFrontier,
    ExhaustedUrlPatterns,
    Explorer,
    Gain,
    LinkFeatures,
    PostClassifier,
    learn_pattern,
)
from blogcrawler.urls import page_key

HOME = "https://blog.example/"


def post_url(number: int) -> str:
    """The URL of a post."""
    return f"{HOME}2026/02/post-{number}.html"


def dated_blog(rules: RuleSet | None = None, **fields: Any) -> KnownBlog:
    pattern = learn_pattern(post_url(number) for number in range(12))
    return KnownBlog(HOME, HOME, rules or RuleSet(), pattern, PostClassifier(), False, **fields)


def links_page(*paths: str, url: str = HOME) -> Page:
    """A page with these links."""
    return parse_page("".join(f'<p><a href="{path}">{path}</a></p>' for path in paths), url)


def paths(requests: Iterable[Request]) -> list[str]:
    """The paths of requests, in their order."""
    return [request.url.removeprefix(HOME.rstrip("/")) for request in requests]


class NoGain:
    """A predictor that expects nothing of any link, and remembers what it has learned."""

    def __init__(self) -> None:
        self.learned: list[Gain] = []

    def predict(self, links: Sequence[LinkFeatures]) -> list[Gain]:
        return [Gain(0, 0)] * len(links)

    def learn(self, features: LinkFeatures, gain: Gain) -> None:
        self.learned.append(gain)


class LinkCrawl:
    """A link follower with its request factory, queue and explorer."""

    def __init__(self, trackers: Iterable[str] = (), examples: Iterable[str] = (), patience: int = 3) -> None:
        self.found = 0.0
        self.blog = dated_blog()
        self.frontier = DiskFrontier()
        self.predictor = NoGain()
        self.stats = get_crawler().stats
        names = ("parse_page", "parse_sitemap", "parse_feed_page", "parse_script", "failed")
        self.spider: Any = SimpleNamespace(**{name: (lambda response=None: None) for name in names})
        self.requests = RequestFactory(self.spider, self.blog, self.frontier, trackers)
        self.explorer = Explorer(self.frontier, self.predictor)
        self.exhausted = ExhaustedUrlPatterns(patience)
        self.links = LinkFollower(self.blog, self.requests, self.explorer, self.exhausted, self.stats, examples)

    def follow(self, page: Page, url: str, source: str) -> list[Request]:
        """The requests for the links of a page; ``found`` is then how many of them are probably posts."""

        def following() -> Generator[Request | ThreadWork, Any, None]:
            self.found = yield from self.links.follow(page, url, source)

        return list(do_here(following()))

    def queue(self, url: str) -> None:
        """Queue a page, so that it is no longer new."""
        self.frontier.add(page_key(url), b"", 1)
