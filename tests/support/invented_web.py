"""A few hosts that exist in a dictionary only, to survey blogs on them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from urllib.parse import urljoin, urlsplit

from blogsite import FEED_KIND, Answer, MadePost, fill, make_posts, rss
from scrapy import Request
from scrapy.http import Response
from scrapy.responsetypes import responsetypes

from blogcrawler.blog import Survey
from blogcrawler.errors import NotFetched
from blogcrawler.survey import survey


class Web:
    """A few hosts; ``fetch`` follows redirects as Scrapy does."""

    def __init__(self, home: str = "http://example.org/") -> None:
        self.home = home
        self.pages: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.refuses: Callable[[str], bool] = lambda url: False

    def put(self, url: str, body: str = "", kind: str = "text/html", status: int = 200, to: str | None = None) -> None:
        self.pages[urljoin(self.home, url)] = Answer(body, kind, 301 if to else status, {"Location": to} if to else {})

    def blog(self, posts: list[MadePost] | None = None, home: str | None = None, **options: bool) -> list[str]:
        """Put a whole blog on the host."""
        made = SimpleNamespace(url=home or self.home, pages={})
        urls = fill(made, make_posts(12) if posts is None else posts, **options)  # type: ignore[arg-type]
        self.pages |= {urljoin(made.url, path): answer for path, answer in made.pages.items()}
        return urls

    def feed(self, url: str, entries: list[tuple[str, str, MadePost]], home: str | None = None) -> None:
        self.put(url, rss(home or self.home, entries), FEED_KIND)

    async def fetch(self, url: str) -> Response:
        passed: list[str] = []
        while True:
            self.asked.append(url)
            if len(passed) > 10:
                raise NotFetched("there are too many redirects")
            if self.refuses(url):
                raise NotFetched("the connection was refused")
            answer = self.pages.get(url, Answer("nothing here", status=404))
            if "Location" not in answer.headers:
                break
            passed.append(url)
            url = urljoin(url, answer.headers["Location"])
        headers = {"Content-Type": answer.kind}
        kind = responsetypes.from_args(headers={b"Content-Type": answer.kind.encode()}, url=url, body=answer.data())
        request = Request(url, meta={"redirect_urls": passed} if passed else {})
        return kind(url, status=answer.status, headers=headers, body=answer.data(), request=request)

    def survey(self, url: str = "", **options: object) -> Survey:
        return asyncio.run(survey(urljoin(self.home, url), self.fetch, **options))  # type: ignore[arg-type]


def trained(found: Survey) -> list[str]:
    return sorted(urlsplit(training.response.url).path for training in found.training)


def paths(posts: list[MadePost]) -> list[str]:
    return sorted(post.path for post in posts)
