"""Posts with another template than those in the feed, recognised during the crawl."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing

from scrapy import Request
from scrapy.http import HtmlResponse, TextResponse

from ..blog import KnownBlog
from ..dom import Page, read
from ..extraction import Extractor, RuleSet
from ..frontier import (
    POST_PRIORITY,
    LinkFeatures,
    OtherTemplate,
    UnclassifiedPages,
    Verdict,
    is_pagination_url,
    is_standalone_post,
    learn_other_template,
)
from ..http import peek_page
from ..urls import page_key
from .crawl_tools import CrawlTools
from .request_factory import RequestFactory

__all__ = ["OtherTemplates"]

logger = logging.getLogger(__name__)

#: Larger pages are not kept.
_MAX_PAGE_BYTES = 200_000
_MAX_TEMPLATES = 8
_OG_TYPE = "og:type="
#: Response headers to keep with a page.
_KEPT_HEADERS = ("Content-Type", "Last-Modified")


class OtherTemplates:
    """Keeps pages that are not posts by the feed's template. When several of one template turn out to be posts, they
    are read again, and later pages like them are recognised.

    The pages are kept beside the queue, and what is learned is part of the blog's record, so a resumed crawl has both.
    Stat: ``posts/other_template``.
    """

    def __init__(self, blog: KnownBlog, requests: RequestFactory, tools: CrawlTools) -> None:
        self._blog, self._requests, self._tools = blog, requests, tools
        self._unclassified = UnclassifiedPages(tools.frontier.database)
        self._reread_requested = False
        #: Posts that need a browser are recognised by their addresses alone: unrendered pages show nothing.
        self._active = bool(blog.judge.common)
        self._standalone = Extractor(RuleSet(language=blog.rules.language, author=blog.rules.author))

    def learn_feed_posts(self, posts: Iterable[Page]) -> None:
        """Learn what the posts of the feed look like."""
        for page in posts:
            self._unclassified.add_post(page)

    def extractor(self, page: Page, url: str) -> Extractor | None:
        """What extracts a page that is a post by another template than the feed's; ``None`` if it is not."""
        self._unclassified.mark_reread(page_key(url))
        if not self._is_possible(page, url):
            return None
        template = next((one for one in self._blog.others if one.is_post(page, url)), None)
        stated = f"{_OG_TYPE}article" in self._blog.judge.common
        language = (self._blog.rules.language or "en").split("-")[0]
        if template is not None:
            extractor = template.extractor
        elif is_standalone_post(
            page, url, language, posts_state_kind=stated
        ) and not self._unclassified.has_post_template(page):
            extractor = self._standalone
        else:
            return None
        self._tools.stats.inc_value("posts/other_template")
        return extractor

    def keep(self, page: Page, url: str, response: TextResponse, features: LinkFeatures | None) -> Iterator[Request]:
        """Keep a page that is not a post; when there are enough to learn from, request those that are posts."""
        if self._is_possible(page, url) and len(response.body) <= _MAX_PAGE_BYTES:
            number = self._unclassified.add(page, page_key(url), lambda: _pack(response, features))
            if number is not None:
                yield from self._learn_group(number)

    def last_requests(self) -> list[Request]:
        """Once nothing else is left: requests for posts of templates with few pages, and for those a killed crawl had
        recognised but not read."""
        waiting = [] if self._reread_requested else self._unclassified.to_reread()
        self._reread_requested = True
        again = [self._again(*_unpack(data)) for data in waiting]
        return again + [request for number in self._unclassified.unchecked() for request in self._learn_group(number)]

    def _is_possible(self, page: Page, url: str) -> bool:
        if not self._active or is_pagination_url(url) or page_key(url) == page_key(self._blog.home):
            return False
        return self._blog.pattern.judge(url) is not Verdict.NO and not self._states_other_type(page)

    def _states_other_type(self, page: Page) -> bool:
        """Whether the metadata of a page state another type than those of the posts."""
        stated = [
            f"{_OG_TYPE}{kind.lower()}" for kind in read(page, '/html/head/meta[@property="og:type"]', "content", 1)
        ]
        common = self._blog.judge.common
        return bool(stated) and any(trait.startswith(_OG_TYPE) for trait in common) and stated[0] not in common

    def _learn_group(self, number: int) -> Iterator[Request]:
        kept = [_unpack(data) for data in self._unclassified.pages(number)]
        template = learn_other_template([peek_page(response) for response, _ in kept], self._blog.rules)
        if template is None or len(self._blog.others) >= _MAX_TEMPLATES:
            self._unclassified.reject(number)
            return
        logger.info("Some posts have another template, such as %s", kept[0][0].url)
        self._remember(template)
        self._unclassified.accept(number)
        for response, features in kept:
            yield self._again(response, features)

    def _again(self, response: HtmlResponse, features: LinkFeatures | None) -> Request:
        """A request for a page that is answered from memory."""
        self._tools.prefetched[response.url] = response
        return self._requests.page(response.url, POST_PRIORITY, features).replace(dont_filter=True)

    def _remember(self, template: OtherTemplate) -> None:
        if template in self._blog.others:  # a killed crawl had stored it
            return
        self._blog.others = (*self._blog.others, template)
        with closing(self._tools.open_store()) as store:
            store.change_blog(self._blog.home, pattern=self._blog.pattern_record())


def _pack(response: TextResponse, features: LinkFeatures | None) -> bytes:
    """What is needed to read a page again, as bytes."""
    headers = {name: value.decode("latin-1") for name in _KEPT_HEADERS if (value := response.headers.get(name))}
    about = {
        "url": response.url,
        "headers": headers,
        "warc": response.meta.get("warc"),
        "features": features.packed().hex() if features else "",
    }
    return zlib.compress(json.dumps(about).encode() + b"\n" + response.body, 1)


def _unpack(data: bytes) -> tuple[HtmlResponse, LinkFeatures | None]:
    about, _, body = zlib.decompress(data).partition(b"\n")
    record = json.loads(about)
    meta = {"warc": record["warc"]} if record["warc"] else {}
    request = Request(record["url"], meta=meta)
    response = HtmlResponse(record["url"], headers=record["headers"], body=body, request=request)
    return response, LinkFeatures.unpacked(bytes.fromhex(record["features"])) if record["features"] else None
