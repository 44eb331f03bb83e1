"""Runs the steps of a visit without a network: what is downloaded and what is stored are dictionaries."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from scrapy import Request
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse

from blogcrawler.blog import KnownBlog
from blogcrawler.errors import NotFetched
from blogcrawler.extraction import ArticleRule, RuleSet
from blogcrawler.frontier import PostClassifier, learn_pattern
from blogcrawler.items import Blog, Feed, FeedEntry, Post, PostState, ThreadSummary, Visit, WatchedDocument
from blogcrawler.updating.context import VisitState
from blogcrawler.updating.intents import (
    Download,
    Intent,
    ListDuePosts,
    ListPosts,
    ListPublished,
    ListVisits,
    LoadPost,
    LookUpPosts,
    LookUpThreads,
    RunInThread,
    SearchFeed,
    Steps,
    Together,
)

HOME = "https://blog.example/"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
#: The rules of the blog in these tests.
RULES = RuleSet(article=(ArticleRule("//div[@class='entry']", 1.0),), language="en")


def url(number: int) -> str:
    """The URL of a post."""
    return f"{HOME}2026/02/post-{number}.html"


def known_blog(rules: RuleSet = RULES) -> KnownBlog:
    return KnownBlog(HOME, HOME, rules, learn_pattern(url(number) for number in range(12)), PostClassifier(), False)


def visit_state(*documents: WatchedDocument, since: datetime | None = None, **options: Any) -> VisitState:
    by_url = {document.url: document for document in documents}
    return VisitState(Blog(HOME), lambda: NOW, since, documents=by_url, _known=known_blog(), **options)


def post_state(number: int, **fields: Any) -> PostState:
    return PostState(url(number), **fields)


def entry(number: int, **fields: Any) -> FeedEntry:
    return FeedEntry(url(number), title=f"Post {number}", **fields)


def feed(*entries: FeedEntry, **fields: Any) -> Feed:
    return Feed(f"{HOME}feed", entries=entries, **fields)


def response(
    address: str, body: str = "", status: int = 200, redirected: tuple[int, ...] = (), **headers: str
) -> TextResponse:
    """A response; ``redirected`` are the statuses of the redirects that led to it."""
    kind = XmlResponse if body.startswith("<?xml") else HtmlResponse if "<" in body else TextResponse
    content_type = {XmlResponse: "application/xml", HtmlResponse: "text/html", TextResponse: "text/plain"}[kind]
    meta = {"redirect_urls": ["x"] * len(redirected), "redirect_reasons": list(redirected)} if redirected else {}
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Content-Type": content_type}
    return kind(
        address, status=status, body=body.encode(), headers=named, request=Request(address, meta=meta), encoding="utf-8"
    )


def rss(*numbers: int, extra: str = "", entry_extra: str = "") -> str:
    """A feed that lists posts."""
    items = "".join(
        f"<item><title>Post {number}</title><link>{url(number)}</link>{entry_extra}</item>" for number in numbers
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>T</title>{extra}{items}</channel></rss>'


@dataclass
class World:
    """The outside world of a visit's steps; ``done`` are the intents that they yielded."""

    pages: dict[str, Response] = field(default_factory=dict)
    states: list[PostState] = field(default_factory=list)
    due: list[PostState] = field(default_factory=list)
    posts: dict[str, Post] = field(default_factory=dict)
    threads: dict[str, ThreadSummary] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    published: list[str] = field(default_factory=list)
    found_feed: tuple[Feed, Response] | None = None
    done: list[Intent] = field(default_factory=list)

    @property
    def requested(self) -> list[str]:
        """The URLs that were requested."""
        return [intent.url for intent in self.done if isinstance(intent, Download)]

    def of_type(self, kind: type[Any]) -> list[Any]:
        """The intents of one type."""
        return [intent for intent in self.done if isinstance(intent, kind)]

    def run(self, steps: Steps[Any]) -> Any:
        """Run steps to their end and return what they return."""
        result: Any = None
        error: Exception | None = None
        while True:
            try:
                intent = steps.throw(error) if error else steps.send(result)
            except StopIteration as end:
                return end.value
            self.done.append(intent)
            result = error = None
            try:
                result = self._act(intent)
            except NotFetched as failure:
                error = failure

    def _act(self, intent: Intent) -> Any:
        match intent:
            case Download(address):
                if address not in self.pages:
                    raise NotFetched(f"{address} cannot be fetched: no such page")
                return self.pages[address]
            case SearchFeed():
                return self.found_feed
            case LookUpPosts(urls):
                by_url = {state.url: state for state in self.states}
                return {url: by_url[url] for url in urls if url in by_url}
            case LookUpThreads(urls):
                return {url: self.threads[url] for url in urls if url in self.threads}
            case ListPosts():
                return list(self.states)
            case ListDuePosts():
                return list(self.due)
            case ListPublished():
                return self.published
            case ListVisits():
                return self.visits
            case LoadPost(address):
                return self.posts.get(address)
            case RunInThread(function, arguments):
                return function(*arguments)
            case Together(steps):
                return [self.run(one) for one in steps]
            case _:
                return None
