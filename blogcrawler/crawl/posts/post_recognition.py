"""Which pages of a crawl are posts, and what becomes of those that are not."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Any

from scrapy import Request
from scrapy.http import Response

from ...blog import KnownBlog
from ...dom import Page
from ...extraction import Extractor
from ...faults import attempt, optional_step
from ...frontier import RejectedPages, Rejection, Verdict, is_pagination_url, page_traits, whole_of
from ...http import peek_page
from ...items import FeedEntry
from ...urls import page_key
from ..crawl_tools import CrawlTools
from ..links.request_factory import RequestFactory
from ..thread_work import ThreadWork, in_thread
from .kept_pages import REJECTED, KeptPage, is_small
from .other_templates import OtherTemplates

__all__ = ["PostRecognition"]

logger = logging.getLogger(__name__)

#: Pages rejected for these reasons are judged again at the end of the crawl. All but the last have an article where
#: posts have it.
_REVIEWED = frozenset({Rejection.NO_TITLE, Rejection.NO_DATE, Rejection.TYPE, Rejection.TEMPLATE, Rejection.NO_ARTICLE})


class PostRecognition:
    """Tells posts from other pages. Rejected pages that may be posts are stored with the queue and judged again at the
    end of the crawl, with the addresses and templates of all posts that were found.

    Stats: ``pages/rejected/<reason>`` (pages that are not posts), ``posts/reviewed`` (posts that were rejected first).
    """

    def __init__(self, blog: KnownBlog, requests: RequestFactory, tools: CrawlTools) -> None:
        self._blog, self._requests, self._tools = blog, requests, tools
        self._templates = OtherTemplates(blog, requests, tools)
        self._rejected = RejectedPages(tools.frontier.database)
        self._posts_at_review = 0

    def learn_feed_posts(self, posts: Iterable[Page]) -> None:
        """Learn what the posts of the feed look like."""
        self._templates.learn_feed_posts(posts)

    def recognise(
        self, page: Page, url: str, entry: FeedEntry | None
    ) -> Generator[ThreadWork, Any, Extractor | Rejection]:
        """What extracts a page that is a post; why it is not one otherwise."""
        blog = self._blog
        verdict = blog.pattern.classify(url) if entry is None else Verdict.YES
        known = self._known_rejection(page, url, verdict) if entry is None else None
        if known is Rejection.LIST:
            return known
        if known is not None:
            verdict = Verdict.NO
        rejection = None if verdict is Verdict.YES else Rejection.ADDRESS
        with optional_step("classification", url):  # if the page cannot be classified, its address decides
            judged = bool(blog.classifier.common) and verdict is not Verdict.NO
            traits = (yield from in_thread(page_traits, page, blog.extractor)) if judged else set()
            rejection = blog.classifier.rejection_by_traits(page, traits, verdict)
            if rejection is None:
                self._rejected.add_post(page_key(url), url, blog.classifier.common - traits)
        if rejection is None:
            return blog.extractor
        other = attempt("other_templates", url, None, self._templates.extractor, page, url) if entry is None else None
        if other is not None:
            self._rejected.remove(page_key(url))
        return other or known or rejection

    def _known_rejection(self, page: Page, url: str, verdict: Verdict) -> Rejection | None:
        """Why a page is not a post, if the classifier need not be asked."""
        if page_key(url) == page_key(self._blog.home):
            return Rejection.HOME
        if self._continues_post(url):
            return Rejection.CONTINUED
        if verdict is Verdict.YES:
            return None
        if is_pagination_url(url) or attempt("knowledge", url, False, self._blog.knowledge.is_list, page):
            return Rejection.LIST
        return None

    def _continues_post(self, url: str) -> bool:
        """Whether an address belongs to a further page of a known post."""
        whole, fits = whole_of(url), self._blog.pattern.fits
        return whole is not None and fits(whole[0]) and not fits(url) and not self._requests.is_new(whole[0])

    def count(self, response: Response, rejection: Rejection | None) -> None:
        """Count a page that is not a post, or one that is a post after all."""
        before = response.meta.get(REJECTED)
        if before is not None and rejection is None:
            self._tools.stats.inc_value(f"pages/rejected/{before}", -1)
            self._tools.stats.inc_value("posts/reviewed")
        elif before is None and rejection is not None:
            self._tools.stats.inc_value(f"pages/rejected/{rejection}")

    def keep(self, page: Page, url: str, kept: KeptPage) -> Iterator[Request]:
        """Keep a page that is not a post; request pages that turn out to be posts by now."""
        if kept.rejection in _REVIEWED and is_small(kept.response):
            has_article = kept.rejection is not Rejection.NO_ARTICLE
            self._rejected.add(page_key(url), url, kept.pack, has_article=has_article)
        yield from self._templates.keep(page, url, kept)

    def last_requests(self) -> list[Request]:
        """Once nothing else is left: requests for kept pages that turn out to be posts."""
        home = self._blog.home
        again = attempt("other_templates", home, [], self._templates.last_requests)
        return again or attempt("review", home, [], self._review)

    def _review(self) -> list[Request]:
        """Judge the rejected pages again, unless no post was found since the last time."""
        if self._rejected.posts == self._posts_at_review:
            return []
        self._posts_at_review = self._rejected.posts
        self._learn_from_posts()
        kept = [KeptPage.unpack(data) for data in self._rejected.pages()]
        found = [one for one in kept if self._is_post_by_now(one)]
        if found:
            logger.info("%d rejected pages are posts after all, such as %s", len(found), found[0].response.url)
        return [one.request(self._requests, self._tools) for one in found]

    def _learn_from_posts(self) -> None:
        """Add the forms of addresses that posts have turned out to have, and drop traits that many of them lack."""
        blog = self._blog
        pattern, relaxed = blog.pattern.extended(self._rejected.folders()), self._rejected.relaxed(blog.classifier)
        if pattern == blog.pattern and relaxed == blog.classifier:
            return
        blog.pattern, blog.classifier = pattern, relaxed
        with closing(self._tools.open_store()) as store:
            store.change_blog(blog.home, pattern=blog.pattern_record())

    def _is_post_by_now(self, kept: KeptPage) -> bool:
        blog, page = self._blog, peek_page(kept.response)
        url = blog.scope.adopt(kept.response.url)
        verdict = blog.pattern.classify(url)
        if self._known_rejection(page, url, verdict) is not None:
            return False
        return blog.classifier.is_post(page, blog.extractor, verdict) or self._templates.fits(page, url)
