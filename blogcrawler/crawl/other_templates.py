"""Recognising posts in other templates than that of the feed's entries, while a blog is crawled."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.http import HtmlResponse, Response, TextResponse

from ..blog import KnownBlog
from ..dom import Page, read
from ..extraction import Extractor, RuleSet
from ..frontier import (
    POST_PRIORITY,
    DiskFrontier,
    LinkFeatures,
    OtherTemplate,
    UnclassifiedPages,
    Verdict,
    is_pagination_url,
    is_standalone_post,
    learn_other_template,
)
from ..http import to_page
from ..store import Store
from ..urls import page_key
from .request_factory import RequestFactory

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

__all__ = ["OtherTemplates"]

logger = logging.getLogger(__name__)

#: Larger pages are not kept.
_LARGEST = 200_000
#: So many other templates a blog may have.
_MOST = 8
_KIND = "og:type="
_HEADERS = ("Content-Type", "Last-Modified")


class OtherTemplates:
    """Keeps pages that are no posts by the feed's template; when some of one template turn out to be posts, these are
    read again, and others like them are known at sight.

    What is kept lies with the frontier; what is learned is part of the blog's record. So a crawl that was killed has
    both. Stat: ``posts/other_template``.
    """

    def __init__(
        self,
        blog: KnownBlog,
        requests: RequestFactory,
        frontier: DiskFrontier,
        held: dict[str, Response],
        store: Callable[[], Store],
        stats: StatsCollector,
    ) -> None:
        self._blog, self._requests, self._held, self._store, self._stats = blog, requests, held, store, stats
        self._unclassified = UnclassifiedPages(frontier.database)
        self._asked_again = False
        #: Posts that are drawn by scripts are told by their addresses alone: other pages say nothing before they are.
        self._active = bool(blog.judge.common)
        self._lone = Extractor(RuleSet(language=blog.rules.language, author=blog.rules.author))

    def begin(self, posts: Iterable[Page]) -> None:
        """Learn what the posts look like that the feed lists."""
        for page in posts:
            self._unclassified.add_post(page)

    def reader(self, page: Page, url: str) -> Extractor | None:
        """Who reads a page that is no post by the feed's template, if it is one by another."""
        self._unclassified.mark_reread(page_key(url))
        if not self._is_possible(page, url):
            return None
        template = next((one for one in self._blog.others if one.is_post(page, url)), None)
        stated = f"{_KIND}article" in self._blog.judge.common
        language = (self._blog.rules.language or "en").split("-")[0]
        if template is not None:
            reader = template.extractor
        elif is_standalone_post(
            page, url, language, posts_state_kind=stated
        ) and not self._unclassified.has_post_template(page):
            reader = self._lone
        else:
            return None
        self._stats.inc_value("posts/other_template")
        return reader

    def keep(self, page: Page, url: str, response: TextResponse, clue: LinkFeatures | None) -> Iterator[Request]:
        """Keep a page that is no post; requests for pages that turn out to be posts, now that there are enough."""
        if self._is_possible(page, url) and len(response.body) <= _LARGEST:
            number = self._unclassified.add(page, page_key(url), lambda: _packed(response, clue))
            if number is not None:
                yield from self._look_at(number)

    def last(self) -> list[Request]:
        """The same for templates with few pages, when nothing else is left; and for what a kill has left."""
        left = [] if self._asked_again else self._unclassified.to_reread()
        self._asked_again = True
        again = [self._again(*_unpacked(data)) for data in left]
        return again + [request for number in self._unclassified.unchecked() for request in self._look_at(number)]

    def _is_possible(self, page: Page, url: str) -> bool:
        if not self._active or is_pagination_url(url) or page_key(url) == page_key(self._blog.home):
            return False
        return self._blog.pattern.judge(url) is not Verdict.NO and not self._says_otherwise(page)

    def _says_otherwise(self, page: Page) -> bool:
        """Whether a page says to machines that it is something else than what the posts say that they are."""
        stated = [f"{_KIND}{kind.lower()}" for kind in read(page, '/html/head/meta[@property="og:type"]', "content", 1)]
        common = self._blog.judge.common
        return bool(stated) and any(trait.startswith(_KIND) for trait in common) and stated[0] not in common

    def _look_at(self, number: int) -> Iterator[Request]:
        kept = [_unpacked(data) for data in self._unclassified.pages(number)]
        template = learn_other_template([to_page(response) for response, _ in kept], self._blog.rules)
        if template is None or len(self._blog.others) >= _MOST:
            self._unclassified.reject(number)
            return
        logger.info("Some posts have another template, such as %s", kept[0][0].url)
        self._remember(template)
        self._unclassified.accept(number)
        for response, clue in kept:
            yield self._again(response, clue)

    def _again(self, response: HtmlResponse, clue: LinkFeatures | None) -> Request:
        """A request for a page that is here already."""
        self._held[response.url] = response
        return self._requests.page(response.url, POST_PRIORITY, clue).replace(dont_filter=True)

    def _remember(self, template: OtherTemplate) -> None:
        if template in self._blog.others:  # the crawl was killed just then
            return
        self._blog.others = (*self._blog.others, template)
        with closing(self._store()) as store:
            store.change_blog(self._blog.home, pattern=self._blog.pattern_record())


def _packed(response: TextResponse, clue: LinkFeatures | None) -> bytes:
    """What is needed to read a page again."""
    headers = {name: value.decode("latin-1") for name in _HEADERS if (value := response.headers.get(name))}
    about = {
        "url": response.url,
        "headers": headers,
        "warc": response.meta.get("warc"),
        "clue": clue.packed().hex() if clue else "",
    }
    return zlib.compress(json.dumps(about).encode() + b"\n" + response.body, 1)


def _unpacked(data: bytes) -> tuple[HtmlResponse, LinkFeatures | None]:
    about, _, body = zlib.decompress(data).partition(b"\n")
    told = json.loads(about)
    meta = {"warc": told["warc"]} if told["warc"] else {}
    request = Request(told["url"], meta=meta)
    response = HtmlResponse(told["url"], headers=told["headers"], body=body, request=request)
    return response, LinkFeatures.unpacked(bytes.fromhex(told["clue"])) if told["clue"] else None
