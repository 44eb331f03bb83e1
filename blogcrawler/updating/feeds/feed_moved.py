"""A feed that is no longer at its old URL: find it again, and remember its new URL."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from scrapy.http import Response, TextResponse

from ...blog import KnownBlog, Survey, entry_addresses
from ...dates import parse_instant
from ...feeds import gone_to
from ...http import ConditionalResponse, is_html, to_page
from ...items import Feed, PostState, WatchedDocument
from ...survey import as_feed
from ...urls import page_key
from ..context import VisitState
from ..document_request import download_if_possible
from ..intents import ChangeBlog, DropDocument, LookUpPosts, Note, SaveDocument, SearchFeed, Steps

__all__ = ["announced_move", "find_again", "follow", "is_lost", "may_search", "move_document"]

logger = logging.getLogger(__name__)

#: Kinds of documents whose URLs are derived from the feed's.
_DERIVED_KINDS = frozenset({"comments", "recent"})
#: Facts that only hold for the feed's old URL.
_FACTS_OF_URL = frozenset({"self", "moved", "sought"})
#: A search makes a dozen requests or more, so it is not repeated at every visit.
_BETWEEN_SEARCHES = timedelta(days=7)


def is_lost(response: Response) -> bool:
    """Whether a response that is not a feed means that the feed is gone. Server errors may be temporary."""
    return response.status < 400 or response.status in (404, 410)


def may_search(feed: WatchedDocument, now: datetime) -> bool:
    """Whether the last search for a lost feed was long enough ago."""
    sought = parse_instant(feed.facts.get("sought"))
    return sought is None or now - sought >= _BETWEEN_SEARCHES


def find_again(lost: WatchedDocument, visit: VisitState) -> Steps[tuple[Feed, Response] | None]:
    """Search for the blog's feed: first where it said that it is, then from the home page on."""
    if not may_search(lost, visit.now()):
        return None
    lost.facts = lost.facts | {"sought": visit.now().isoformat(timespec="seconds")}
    stated = lost.facts.get("self")
    if isinstance(stated, str):
        response = yield from download_if_possible(stated)
        feed = as_feed(response)
        if feed is not None and response is not None and (yield from _belongs_to_blog(feed, visit)):
            return feed, response
    home = yield from download_if_possible(visit.known.home)
    if not isinstance(home, TextResponse) or home.status >= 400 or not is_html(home):
        return None
    found: tuple[Feed, Response] | None = yield SearchFeed(Survey(visit.known.home, visit.known.root, to_page(home)))
    if found is None or not (yield from _belongs_to_blog(found[0], visit)):
        return None
    return found


def announced_move(
    feed: Feed, answer: ConditionalResponse, document: WatchedDocument, visit: VisitState
) -> Steps[tuple[Feed, Response] | None]:
    """The feed at its new URL, if the feed itself says that it has moved or the server redirects permanently."""
    assert answer.response is not None
    stated = gone_to(answer.response.body, answer.response.url)
    if stated is not None and stated != document.facts.get("moved"):
        document.facts = document.facts | {"moved": stated}  # if there is no feed, it is not requested again
        response = yield from download_if_possible(stated)
        moved = as_feed(response)
        if moved is not None and response is not None and (yield from _belongs_to_blog(moved, visit)):
            return moved, response
    if answer.moved_to is None or not (yield from _belongs_to_blog(feed, visit)):
        return None
    return feed, answer.response


def follow(url: str, document: WatchedDocument, visit: VisitState) -> Steps[None]:
    """Remember the feed's new URL, and forget what depended on the old one."""
    logger.info("The feed of %s has moved from %s to %s", visit.blog.url, document.url, url)
    dropped = move_document(url, document, visit.documents)
    visit.blog = replace(visit.blog, feed=url)
    yield ChangeBlog({"feed": url})
    yield SaveDocument(document)  # before the old ones are dropped: a crash in between leaves two documents, not none
    for old in dropped:
        yield DropDocument(old)
    yield Note(f"The feed of {visit.blog.url} has moved to {url}")


def move_document(url: str, feed: WatchedDocument, documents: dict[str, WatchedDocument]) -> list[str]:
    """Give the feed a new URL. Return the URLs that are no longer watched: the old one and those derived from it."""
    dropped = [feed.url, *(document.url for document in documents.values() if document.kind in _DERIVED_KINDS)]
    feed.url, feed.facts = url, {key: value for key, value in feed.facts.items() if key not in _FACTS_OF_URL}
    feed.right = feed.wrong = feed.trusted = 0
    for old in dropped:
        documents.pop(old, None)
    documents[feed.url] = feed
    return dropped


def _belongs_to_blog(feed: Feed, visit: VisitState) -> Steps[bool]:
    """Whether a feed is this blog's: it lists posts that are known, or that look like the blog's posts."""
    urls = [url for entry in feed.entries for url in entry_addresses(entry, visit.blog.url)]
    states: dict[str, PostState] = yield LookUpPosts(urls)
    return bool(states) or _look_like_posts(urls, visit.known)


def _look_like_posts(urls: Sequence[str], known: KnownBlog) -> bool:
    home = page_key(known.home)
    return any(known.scope.contains(url) and known.pattern.fits(url) and page_key(url) != home for url in urls)
