"""Gather the comments of a post, before its article is extracted."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem, NotConfigured

from ..blog import PostPage
from ..comments import BlogComments, Discussion, EndpointAnswer, Gathering, gather, page_platforms
from ..crawl_settings import CrawlSettings
from ..errors import StoreError
from ..faults import optional_step
from ..http import fetch, in_page_thread, is_large
from ..items import Provenance
from ..rendering import RenderService
from ..store import open_store

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["CommentsPipeline"]

logger = logging.getLogger(__name__)


class CommentsPipeline:
    """Gathers the comments of posts: off their pages, from comment feeds, from the platforms that hold them.

    Comments are removed from the page, so that they do not end up in the article. Rules that are learned meanwhile are
    stored with the blog. ``BLOGCRAWLER_COMMENTS_ENABLED=0`` switches it off. Stats: ``comments/requests``,
    ``comments/failed`` (those without a response).
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._turn = asyncio.Lock()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not CrawlSettings.from_settings(crawler.settings).comments_enabled:
            raise NotConfigured
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, PostPage):
            return item
        with optional_step("comments", item.url, unless=(DropItem,)):
            item.discussion = found = await self._gather(item)
            if _is_partial(found) and await self._render(item):
                rendered = await self._gather(item)
                if len(rendered.comments) >= len(found.comments):
                    item.discussion = found = rendered
            if is_large(item.response):
                await in_page_thread(found.blank_on, item.page)
            else:
                found.blank_on(item.page)
        return item

    async def _gather(self, item: PostPage) -> Discussion:
        known = item.comments
        gathering = gather(item.page, item.url, item.entry, known, item.fetched, item.platforms)
        wanted = await in_page_thread(_step, gathering, None) if is_large(item.response) else _step(gathering, None)
        while isinstance(wanted, str):
            answer = await self._fetch(wanted, item.blog)
            async with self._turn:  # learning takes a while; the reactor keeps running
                wanted = await in_page_thread(_step, gathering, answer)
                await self._keep(item.blog, known)
        return wanted

    async def _render(self, item: PostPage) -> bool:
        """Render the page for its comments, if there is a browser that can; whether it was rendered."""
        service = RenderService.of(self._crawler)
        if service is None or item.rendered or item.response is None:
            return False
        platforms = item.platforms if item.platforms is not None else page_platforms(item.page)
        item.use_rendered(await service.render_comments(item.page, item.response, platforms, item.blog, item.warc))
        return item.rendered

    async def _fetch(self, url: str, blog: str) -> EndpointAnswer | None:
        response = await fetch(self._crawler, url, blog, "comments")
        if response is None:
            return None
        headers = {
            name.decode("latin-1").lower(): b",".join(values).decode("latin-1")
            for name, values in response.headers.items()
        }
        return EndpointAnswer(response.url, response.status, response.body, headers.get("content-type", ""), headers)

    async def _keep(self, home: str, known: BlogComments) -> None:
        """Store what was learned with the blog's record, for a resumed crawl."""
        if not known.has_unsaved_rules:
            return
        known.has_unsaved_rules = False
        try:
            await asyncio.to_thread(self._store_rules, home, known)
        except StoreError as error:
            logger.warning("The comment rules are not stored: %s", error)

    def _store_rules(self, address: str, known: BlogComments) -> None:
        settings = CrawlSettings.from_settings(self._crawler.settings)
        with closing(open_store(settings.database_url, settings.home)) as store:
            blog = store.blog(address)
            if blog is not None and blog.rules is not None:
                store.change_blog(address, rules={**blog.rules, "comments": known.record()})


def _is_partial(found: Discussion) -> bool:
    """Whether a platform has returned only some of its comments: a Disqus page has the first fifty."""
    return found.source == Provenance.KNOWLEDGE and 0 < len(found.comments) < (found.expected or 0)


def _step(gathering: Gathering, answer: EndpointAnswer | None) -> str | Discussion:
    """The next address to fetch, or the discussion when it is complete."""
    try:
        return gathering.send(answer)
    except StopIteration as end:
        discussion: Discussion = end.value
        return discussion
