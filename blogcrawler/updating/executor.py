"""Does what the steps of a visit ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from scrapy.http import Response

from ..blog import Survey
from ..delivery import ClipFinder
from ..http import in_page_thread
from ..items import Feed
from ..sources import date_undated
from ..survey import SurveyDownloads, find_feed
from .context import UpdateContext
from .intents import (
    ChangeBlog,
    Count,
    Download,
    DropDocument,
    EstimateDates,
    Intent,
    ListDuePosts,
    ListPosts,
    ListPublished,
    ListVisits,
    LoadPost,
    LookUpPosts,
    LookUpThreads,
    MarkGone,
    MatchEvents,
    Note,
    RunInThread,
    SaveDocument,
    SavePost,
    SavePostState,
    SaveThread,
    SearchFeed,
    SetRobots,
    Steps,
    Together,
)

__all__ = ["Executor"]

T = TypeVar("T")


class Executor:
    """Acts on the intents of a visit to one blog, with the crawl's downloader and database.

    ``fetch`` downloads a URL with extra headers, on behalf of the blog. ``finder`` matches what is new
    on a watched page.
    """

    def __init__(
        self,
        blog: str,
        context: UpdateContext,
        fetch: Callable[[str, dict[str, str] | None], Awaitable[Response]],
        finder: ClipFinder | None = None,
    ) -> None:
        self._blog = blog
        self._context = context
        self._fetch = fetch
        self._finder = finder

    async def run(self, steps: Steps[T]) -> T:
        """Run steps to their end and return what they return. Errors are raised where the steps asked for something."""
        result: Any = None
        error: Exception | None = None
        while True:
            try:
                intent = steps.throw(error) if error else steps.send(result)
            except StopIteration as end:
                value: T = end.value
                return value
            result = error = None
            try:
                result = await self._act(intent)
            except Exception as raised:
                error = raised

    async def _act(self, intent: Intent) -> Any:
        match intent:
            case Download(url, headers):
                return await self._fetch(url, headers)
            case SearchFeed(survey):
                return await self._search_feed(survey)
            case SetRobots(url, response):
                self._context.use_robots(url, response)
            case SavePost(page, response):
                await self._context.emit(page, response)
            case SaveThread(thread, responses):
                await self._context.emit_thread(thread, responses)
            case Note(text):
                self._context.note(text)
            case Count(stat):
                self._context.count(stat)
            case RunInThread(function, arguments):
                return await in_page_thread(function, *arguments)
            case MatchEvents(events) if self._finder is not None:
                await asyncio.to_thread(self._finder.match, events)
            case Together(several):
                return await asyncio.gather(*map(self.run, several))
            case _:
                return await self._use_store(intent)
        return None

    async def _use_store(self, intent: Intent) -> Any:
        store, call, blog = self._context.store, self._context.call, self._blog
        match intent:
            case LookUpPosts(urls):
                return await call(store.post_states.known, urls)
            case LookUpThreads(urls):
                return await call(store.post_states.threads, urls)
            case ListPosts():
                return await call(store.post_states.all, blog)
            case ListDuePosts():
                return await call(store.post_states.due, blog, self._context.now(), self._context.max_rechecks)
            case ListPublished():
                dated = await call(store.post_states.published, blog)
                return [published for _, published, _ in dated if published]
            case ListVisits():
                return await call(store.schedule.visits, blog)
            case LoadPost(url):
                return await call(store.post, url)
            case SavePostState(state):
                await call(store.post_states.save, blog, state)
            case MarkGone(state):
                await call(store.post_states.mark_gone, blog, state, self._context.now())
            case EstimateDates():
                await call(date_undated, store, blog)
            case ChangeBlog(fields):
                await call(store.change_blog, blog, **fields)
            case SaveDocument(document):
                await call(store.schedule.save_source, document)
            case DropDocument(url):
                await call(store.schedule.drop_source, blog, url)
            case _:
                raise TypeError(f"no such intent: {intent!r}")
        return None

    async def _search_feed(self, survey: Survey) -> tuple[Feed, Response] | None:
        responses: dict[str, Response] = {}

        async def fetch(url: str) -> Response:
            response = await self._fetch(url, None)
            responses[response.url] = response
            return response

        feed = await find_feed(survey, SurveyDownloads(fetch), None)
        return None if feed is None else (feed, responses[feed.url])
