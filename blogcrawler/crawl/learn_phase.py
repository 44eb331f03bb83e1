"""Learn phase: from the training pages to what is known of the blog."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

from ..blog import KnownBlog, SiteKnowledge, Survey
from ..comments import page_platforms
from ..faults import optional_step
from ..frontier import Activity, CrawlPhase
from ..http import in_page_thread
from ..items import Post, WatchedDocument
from ..rendering import RenderService
from ..sources import first_sources
from ..survey import Prefetcher
from .crawl_tools import CrawlTools
from .posts.feed_only_posts import FeedOnlyPosts, feed_only_blog

__all__ = ["learn_blog", "posts_of_feed", "store_blog"]


async def learn_blog(found: Survey, knowledge: SiteKnowledge, tools: CrawlTools) -> KnownBlog:
    """Learn the rules of a blog, in a thread so that the reactor keeps running."""
    tools.state.phase = CrawlPhase.LEARN
    tools.report(Activity.LEARN)
    tools.state.trackers = sorted(found.trackers)
    tools.state.examples = [training.page.url for training in found.training]
    tools.save_state()
    if (service := RenderService.of(tools.crawler)) is not None:
        with optional_step("rendering", found.home):
            pages = await asyncio.gather(*(service.rendered_template(one.page, one.response) for one in found.training))
            found.training = [replace(one, rendered=page) for one, page in zip(found.training, pages, strict=True)]
    blog = await in_page_thread(KnownBlog.learn, found, knowledge)
    with optional_step("comments", found.home):
        await in_page_thread(page_platforms, found.home_page)  # reads and compiles what is known about platforms, once
    if not blog.rules.article:
        tools.note("No rule for the article could be learned from the feed.")
    return blog


async def store_blog(blog: KnownBlog, found: Survey, prefetcher: Prefetcher, tools: CrawlTools) -> None:
    """Store the record of a blog, and the documents that later updates watch."""
    sources: list[WatchedDocument] = []
    with optional_step("sources", blog.home):
        sources = await first_sources(
            blog.home, found.feed, tools.prefetched, prefetcher.robots, prefetcher.fetch, datetime.now(UTC)
        )
    with closing(tools.open_store()) as store:
        tools.save_blog(store, blog.record(found.feed, found.home_page))
        for source in sources:
            store.schedule.save_source(source)


def posts_of_feed(found: Survey, tools: CrawlTools) -> list[Post]:
    """The posts of a blog without pages to learn from, as its feed has them; the blog's record is stored."""
    posts: list[Post] = []
    if found.feed is not None:
        copies = FeedOnlyPosts(tools, found.home, found.feed.language)
        posts = [post for entry in found.feed.entries for post in copies.from_entry(entry)]
    if found.feed is None or not posts:
        tools.note("No page of the blog looks like a post.")
        return []
    tools.replace_records()
    tools.stats.inc_value("posts/found", len(posts))
    with closing(tools.open_store()) as store:
        tools.save_blog(store, feed_only_blog(found.feed, found.home))
    return posts
