"""A feed that is not where it was: found again, and remembered at its new address."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from scrapy.http import Response, TextResponse

from ..blog import Survey, entry_addresses
from ..dates import instant
from ..feeds import gone_to
from ..http import ConditionalResponse, is_html, to_page
from ..items import Feed, PostState, WatchedDocument
from ..survey import SurveyDownloads, as_feed, find_feed
from ..urls import page_key
from .context import UpdateContext

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["find_again", "follow", "is_lost", "now_at"]

logger = logging.getLogger(__name__)

#: What is derived from the address of the feed.
_BESIDE = frozenset({"comments", "recent"})
#: What is said of its address.
_OF_ADDRESS = frozenset({"self", "moved", "sought"})
#: A search asks for a dozen addresses and more, and is not done again before.
_NOT_AGAIN = timedelta(days=7)


def is_lost(response: Response) -> bool:
    """Whether there is no feed any more at an address, by an answer that is none: errors of the server may pass."""
    return response.status < 400 or response.status in (404, 410)


async def find_again(visit: BlogVisit, outlook: UpdateContext, lost: WatchedDocument) -> tuple[Feed, Response] | None:
    """The feed of the blog's posts, looked for where it said that it is, then from the home page on."""
    sought = instant(lost.facts.get("sought"))
    if sought is not None and outlook.now() - sought < _NOT_AGAIN:
        return None
    lost.facts = lost.facts | {"sought": outlook.now().isoformat(timespec="seconds")}
    answers: dict[str, Response] = {}

    async def fetch(url: str) -> Response:
        response = await visit.fetch(url)
        answers[response.url] = response
        return response

    visits = SurveyDownloads(fetch)
    stated = lost.facts.get("self")
    feed = as_feed(await visits(stated)) if isinstance(stated, str) else None
    if feed is not None and await _is_of(feed, visit, outlook):
        return feed, answers[feed.url]
    home = await visits(visit.known.home)
    if not isinstance(home, TextResponse) or home.status >= 400 or not is_html(home):
        return None
    feed = await find_feed(Survey(visit.known.home, visit.known.root, to_page(home)), visits, None)
    if feed is None or not await _is_of(feed, visit, outlook):
        return None
    return feed, answers[feed.url]


async def now_at(
    feed: Feed, answer: ConditionalResponse, known: WatchedDocument, visit: BlogVisit, outlook: UpdateContext
) -> tuple[Feed, Response] | None:
    """The feed at another address than before, if it is there from now on: the server led there for good, or
    the feed itself says that it has moved."""
    assert answer.response is not None
    stated = gone_to(answer.response.body, answer.response.url)
    if stated is not None and stated != known.facts.get("moved"):
        known.facts = known.facts | {"moved": stated}  # if there is no feed, it is not asked again
        there = await SurveyDownloads(visit.fetch)(stated)
        moved = as_feed(there)
        if moved is not None and there is not None and await _is_of(moved, visit, outlook):
            return moved, there
    if answer.at is None or not await _is_of(feed, visit, outlook):
        return None
    return feed, answer.response


async def follow(
    url: str, source: WatchedDocument, visit: BlogVisit, outlook: UpdateContext, sources: dict[str, WatchedDocument]
) -> None:
    """Remember that a blog's feed is at another address from now on, and forget what depended on the old one."""
    dropped = [source.url, *(beside.url for beside in sources.values() if beside.kind in _BESIDE)]
    logger.info("The feed of %s has moved from %s to %s", visit.blog.url, source.url, url)
    source.url, source.facts = url, {key: value for key, value in source.facts.items() if key not in _OF_ADDRESS}
    source.right = source.wrong = source.trusted = 0
    for gone in dropped:
        sources.pop(gone, None)
    sources[source.url] = source
    visit.blog = replace(visit.blog, feed=url)
    await outlook.call(outlook.store.change_blog, visit.blog.url, feed=url)
    await outlook.call(outlook.store.schedule.save_source, source)  # first: killed in between, there are two, not none
    for gone in dropped:
        await outlook.call(outlook.store.schedule.drop_source, visit.blog.url, gone)
    outlook.note(f"The feed of {visit.blog.url} has moved to {url}")


async def _is_of(feed: Feed, visit: BlogVisit, outlook: UpdateContext) -> bool:
    """Whether a feed is one of this blog: it lists posts that are known, or that look like them."""
    addresses = [url for entry in feed.entries for url in entry_addresses(entry, visit.blog.url)]
    known: dict[str, PostState] = await outlook.call(outlook.store.post_states.known, addresses)
    return bool(known) or _fits(addresses, visit)


def _fits(addresses: Iterable[str], visit: BlogVisit) -> bool:
    scope, pattern = visit.known.scope, visit.known.pattern
    home = page_key(visit.known.home)
    return any(scope.contains(url) and pattern.fits(url) and page_key(url) != home for url in addresses)
