"""Posts with another template than those in the feed, recognised during the crawl."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import closing

from scrapy import Request

from ...blog import KnownBlog
from ...dom import Page, read
from ...extraction import Extractor, RuleSet
from ...frontier import (
    OtherTemplate,
    UnclassifiedPages,
    Verdict,
    is_pagination_url,
    is_standalone_post,
    learn_other_template,
)
from ...http import peek_page
from ...urls import page_key
from ..crawl_tools import CrawlTools
from ..links.request_factory import RequestFactory
from .kept_pages import KeptPage, is_small

__all__ = ["OtherTemplates"]

logger = logging.getLogger(__name__)

_MAX_TEMPLATES = 8
_OG_TYPE = "og:type="


class OtherTemplates:
    """Keeps pages that are not posts by the feed's template. When several of one template turn out to be posts, they
    are read again, and later pages like them are recognised.

    The pages are stored with the queue, and what is learned is part of the blog's record, so a resumed crawl has both.
    Stat: ``posts/other_template``.
    """

    def __init__(self, blog: KnownBlog, requests: RequestFactory, tools: CrawlTools) -> None:
        self._blog, self._requests, self._tools = blog, requests, tools
        self._unclassified = UnclassifiedPages(tools.frontier.database)
        self._reread_requested = False
        #: Posts that need a browser are recognised by their addresses alone: unrendered pages show nothing.
        self._active = bool(blog.classifier.common)
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
        stated = f"{_OG_TYPE}article" in self._blog.classifier.common
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

    def fits(self, page: Page, url: str) -> bool:
        """Whether a page is a post by a template that is known by now."""
        return self._is_possible(page, url) and any(one.is_post(page, url) for one in self._blog.others)

    def keep(self, page: Page, url: str, kept: KeptPage) -> Iterator[Request]:
        """Keep a page that is not a post; when there are enough to learn from, request those that are posts."""
        if self._is_possible(page, url) and is_small(kept.response):
            number = self._unclassified.add(page, page_key(url), kept.pack)
            if number is not None:
                yield from self._learn_group(number)

    def last_requests(self) -> list[Request]:
        """Once nothing else is left: requests for posts of templates with few pages, and for those a killed crawl had
        recognised but not read."""
        waiting = [] if self._reread_requested else self._unclassified.to_reread()
        self._reread_requested = True
        again = [KeptPage.unpack(data).request(self._requests, self._tools) for data in waiting]
        return again + [request for number in self._unclassified.unchecked() for request in self._learn_group(number)]

    def _is_possible(self, page: Page, url: str) -> bool:
        if not self._active or is_pagination_url(url) or page_key(url) == page_key(self._blog.home):
            return False
        return self._blog.pattern.classify(url) is not Verdict.NO and not self._states_other_type(page)

    def _states_other_type(self, page: Page) -> bool:
        """Whether the metadata of a page state another type than those of the posts."""
        stated = [
            f"{_OG_TYPE}{kind.lower()}" for kind in read(page, '/html/head/meta[@property="og:type"]', "content", 1)
        ]
        common = self._blog.classifier.common
        return bool(stated) and any(trait.startswith(_OG_TYPE) for trait in common) and stated[0] not in common

    def _learn_group(self, number: int) -> Iterator[Request]:
        kept = [KeptPage.unpack(data) for data in self._unclassified.pages(number)]
        template = learn_other_template([peek_page(one.response) for one in kept], self._blog.rules)
        if template is None or len(self._blog.others) >= _MAX_TEMPLATES:
            self._unclassified.reject(number)
            return
        logger.info("Some posts have another template, such as %s", kept[0].response.url)
        self._remember(template)
        self._unclassified.accept(number)
        for one in kept:
            yield one.request(self._requests, self._tools)

    def _remember(self, template: OtherTemplate) -> None:
        if template in self._blog.others:  # a killed crawl had stored it
            return
        self._blog.others = (*self._blog.others, template)
        with closing(self._tools.open_store()) as store:
            store.change_blog(self._blog.home, pattern=self._blog.pattern_record())
