"""Visits watched pages of sites without a feed, and matches what is new on them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from scrapy.http import Response, TextResponse

from ..dates import parse_instant
from ..delivery import ClipFinder
from ..dom import Page
from ..errors import ArchiveError, MissingExtra, NotFetched, StoreError
from ..extraction import page_language
from ..http import conditional_headers, forget_validators, is_html, read_conditional_response, record_trust, to_page
from ..items import Post, WatchedDocument
from ..store import WATCHED_PAGES
from ..urls import server_of
from ..watch import (
    HubLink,
    PageAreas,
    PageMemory,
    WatchEvent,
    article_on,
    followed_post,
    keys_of,
    link_key,
    next_look,
    page_news,
    read_areas,
)
from .context import UpdateContext
from .document_request import download_if_possible
from .executor import Executor
from .intents import Download, MatchEvents, RunInThread, SaveDocument, Steps

__all__ = ["PageVisits", "look_at_page"]

logger = logging.getLogger(__name__)

_HELD = timedelta(minutes=30)
"""Another process leaves a page alone for that long."""
_SECONDS_UNTIL_DUE = 15

#: Downloads an address with extra headers, on behalf of a page.
FetchForPage = Callable[[str, dict[str, str] | None, WatchedDocument], Awaitable[Response]]


class PageVisits:
    """Looks at the pages that are due, or at ``all`` of them once; with ``forever``, whenever one is due.

    Stats: ``pages/visited``, ``pages/news`` (with new or changed areas), ``pages/failed``.
    """

    def __init__(self, context: UpdateContext, fetch: FetchForPage, every: bool, forever: bool) -> None:
        self._context = context
        self._fetch = fetch
        self._every = every
        self._forever = forever

    async def run(self) -> None:
        """Look at the pages, one after the other."""
        while True:
            for page in await self._context.call(self._context.store.schedule.sources, WATCHED_PAGES):
                due = parse_instant(page.due)
                if self._every or due is None or due <= self._context.now():
                    await self._visit(page)
            if not self._forever:
                return
            await asyncio.sleep(_SECONDS_UNTIL_DUE)

    async def _visit(self, page: WatchedDocument) -> None:
        now, schedule = self._context.now(), self._context.store.schedule
        held = (now + _HELD).isoformat(timespec="seconds")
        if not await self._context.call(schedule.take_source, page, held):
            return  # another process has it, or it is not watched any more

        async def fetch(url: str, headers: dict[str, str] | None) -> Response:
            return await self._fetch(url, headers, page)

        self._context.count("pages/visited")
        finder = ClipFinder(self._context.store, self._context.now)
        executor = Executor(page.url, self._context, fetch, finder)
        try:
            if await executor.run(look_at_page(page, self._context.now)):
                self._context.count("pages/news")
        except (NotFetched, MissingExtra) as error:
            self._failed(page, str(error))
        except (StoreError, ArchiveError):  # these would affect all of them
            raise
        except Exception as error:
            logger.exception("%s cannot be checked", page.url)
            self._failed(page, f"{type(error).__name__}, see the log.")

    def _failed(self, page: WatchedDocument, reason: str) -> None:
        self._context.count("pages/failed")
        self._context.note(f"{page.url} could not be checked: {reason}")


def look_at_page(page: WatchedDocument, now: Callable[[], datetime]) -> Steps[bool]:
    """The steps of one visit to a page: what is new is matched, then the page's new state is saved.

    Returns whether there was anything new. The first look only notes what is there. If the process dies before the
    state is saved, the next look finds the same again, and the clips are known by their text.
    """
    page.facts = dict(page.facts)
    pause: float | None = page.facts.get("pause")
    try:
        has_news = yield from _news(page, now())
    except NotFetched as error:
        due, pause = next_look(now(), pause, False)
        facts = page.facts | {"pause": pause, "error": str(error)}
        state = replace(page, due=due.isoformat(timespec="seconds"), facts=facts)
        forget_validators(state)
        yield SaveDocument(state)
        raise
    page.facts.pop("error", None)
    due, page.facts["pause"] = next_look(now(), pause, has_news)
    page.due = due.isoformat(timespec="seconds")
    yield SaveDocument(page)
    return has_news


def _news(page: WatchedDocument, now: datetime) -> Steps[bool]:
    response: Response = yield Download(page.url, conditional_headers(page))
    answer = read_conditional_response(page, response, now)
    if answer.response is None:
        return False
    if response.status >= 400:
        raise NotFetched(f"it answers with HTTP {response.status}")
    if not isinstance(response, TextResponse) or not is_html(response):
        raise NotFetched("it is not a web page")
    areas, language = yield RunInThread(_read_page, (response,))
    memory = None if page.body is None else PageMemory.from_values(page.reading, page.body)
    news = page_news(areas, memory, page.url, language)
    events = list(news.events)
    for link in news.links:
        post = yield from _follow(link, page, language)
        events.append(WatchEvent(post))
    if events:
        yield MatchEvents(events)
    known = memory or PageMemory()
    followed = {link_key(link.url) for link in news.links}
    links = [key for link in areas.links if (key := link_key(link.url))]
    noted = [key for key in links if memory is None or key in known.seen or key in followed]
    known.remember([*noted, *keys_of(areas)], now.isoformat(timespec="seconds"))
    known.sections = list(areas.sections)
    page.reading, page.body = known.seen, known.stored_sections()
    record_trust(page, answer, bool(events), now)
    if len(noted) < len(links):
        forget_validators(page)  # the others are followed next time
    return bool(events)


def _read_page(response: TextResponse) -> tuple[PageAreas, str | None]:
    page = to_page(response)
    areas = read_areas(page)
    return areas, page_language(page, "\n".join(section.text for section in areas.sections))


def _follow(link: HubLink, page: WatchedDocument, language: str | None) -> Steps[Post]:
    """The article that a hub leads to, if it is on the same site and can be read; else its teaser."""
    response = yield from download_if_possible(link.url)
    if (
        response is None
        or response.status >= 400
        or not isinstance(response, TextResponse)
        or not is_html(response)
        or server_of(response.url) != server_of(page.url)
    ):
        return followed_post(link, None, page.url, language)
    found: Post = yield RunInThread(_read_article, (link, response, page.url, language))
    return found


def _read_article(link: HubLink, response: TextResponse, page: str, language: str | None) -> Post:
    target: Page = to_page(response)
    article = article_on(target)
    stated = page_language(target, article.text, language) if article else language
    return followed_post(link, article, page, stated)
