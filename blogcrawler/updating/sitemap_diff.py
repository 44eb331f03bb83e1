"""What has changed in a sitemap: posts that are new, have changed, or are not listed any more."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from ..blog import KnownBlog
from ..dates import parse_instant
from ..errors import FeedError, NotFetched
from ..feeds import Sitemap, parse_sitemap
from ..frontier import Verdict, trap_of
from ..http import forget_validators, record_trust
from ..items import PostState, WatchedDocument
from ..sources import sitemap_facts, sitemap_reading
from ..urls import listing_key, page_key, variant_key
from .context import VisitState
from .document_request import request_document
from .intents import FetchPost, Steps

__all__ = ["diff_sitemap", "is_due", "lists_any", "postpone", "read_sitemap"]

logger = logging.getLogger(__name__)

_MIN_PAUSE, _MAX_PAUSE = timedelta(days=1), timedelta(days=14)
#: Number of new posts to take from a sitemap in one visit.
_MAX_NEW_POSTS = 500
#: A sitemap that lists a smaller share of the known posts says nothing about those that it leaves out.
_MIN_LISTED_SHARE = 0.9


def is_due(sitemap: WatchedDocument, now: datetime) -> bool:
    """Whether it is time to read this sitemap again."""
    due = parse_instant(sitemap.due)
    return due is None or due <= now


def lists_any(sitemap: WatchedDocument, posts: Iterable[PostState]) -> bool:
    """Whether a sitemap may list posts; sites have others, for their categories and authors."""
    return not sitemap.reading or any(listing_key(state.url) in sitemap.reading for state in posts)


def read_sitemap(document: WatchedDocument, posts: Iterable[PostState], visit: VisitState) -> Steps[list[FetchPost]]:
    """Read a sitemap again, and return the posts to fetch. ``posts`` are all known posts of the blog."""
    now = visit.now()
    try:
        answer = yield from request_document(document, visit)
        if answer.response is None:
            postpone(document, now, quiet=True)
            return []
        if answer.response.status >= 400:
            raise FeedError(f"{document.url} answers with HTTP {answer.response.status}")
        sitemap = parse_sitemap(answer.response.body, answer.response.url)
    except (FeedError, NotFetched) as error:
        logger.info("%s", error)
        postpone(document, now, quiet=True)
        return []
    found = diff_sitemap(sitemap, document.reading, posts, visit.known, visit.since)
    left = [post for post in found if post.state is None][_MAX_NEW_POSTS:]
    record_trust(document, answer, bool(found), now)
    unread = {listing_key(post.url) for post in left}
    document.reading = {key: mark for key, mark in sitemap_reading(sitemap).items() if key not in unread}
    document.facts = document.facts | sitemap_facts(sitemap)
    if left:
        forget_validators(document)  # they are fetched next time
    postpone(document, now, quiet=not found)
    return [post for post in found if post.state is not None or listing_key(post.url) not in unread]


def diff_sitemap(
    sitemap: Sitemap,
    before: Mapping[str, str],
    posts: Iterable[PostState],
    blog: KnownBlog,
    since: datetime | None = None,
) -> list[FetchPost]:
    """Compare a sitemap with what it listed ``before`` and with the known posts; return the posts to fetch.

    With ``since``, posts are fetched that changed after that day according to the sitemap.
    """
    listed = sitemap_reading(sitemap)
    known = {listing_key(state.url): state for state in posts}
    found = [FetchPost(url) for url in _new_urls(sitemap, before, known, blog)]
    found += [FetchPost(state.url, None, state) for state in _changed(listed, before, known, since)]
    found += [FetchPost(state.url, None, state) for state in _missing(listed, before, known)]
    return found


def _new_urls(
    sitemap: Sitemap, before: Mapping[str, str], known: Mapping[str, PostState], blog: KnownBlog
) -> Iterator[str]:
    known_variants = {variant_key(state.url) for state in known.values()}
    home = page_key(blog.home)
    for page in sitemap.pages:
        url = blog.scope.adopt(page.url)
        if listing_key(url) in before or variant_key(url) in known_variants or page_key(url) == home:
            continue
        verdict = blog.pattern.classify(url)
        may_be_post = verdict is Verdict.YES or (verdict is Verdict.MAYBE and blog.pattern.fits(url))
        if may_be_post and blog.scope.contains(url) and not trap_of(url, post=verdict is Verdict.YES):
            yield url


def _changed(
    listed: Mapping[str, str], before: Mapping[str, str], known: Mapping[str, PostState], since: datetime | None
) -> Iterator[PostState]:
    """The known posts that have another date than before, are back, or are listed with a date after the last check."""
    for key, modified in listed.items():
        state = known.get(key)
        if state is None or not (modified or state.gone):
            continue
        if key in before:
            if before[key] != modified:
                yield state
            continue
        changed, checked = parse_instant(modified), since or parse_instant(state.checked)
        if state.gone or (changed and checked and changed > checked):
            yield state


def _missing(listed: Mapping[str, str], before: Mapping[str, str], known: Mapping[str, PostState]) -> list[PostState]:
    """The known posts that are not listed any more, or that the first reading of a complete sitemap does not list."""
    existing = {key: state for key, state in known.items() if not state.gone}
    missing = [key for key in existing if key not in listed]
    if before:
        return [existing[key] for key in missing if key in before]
    is_complete = bool(existing) and len(existing) - len(missing) >= _MIN_LISTED_SHARE * len(existing)
    return [existing[key] for key in missing] if is_complete else []


def postpone(document: WatchedDocument, now: datetime, quiet: bool) -> None:
    """Set when to read the sitemap next: twice as late as last time if it is ``quiet`` and was due."""
    pause = timedelta(hours=document.facts.get("pause", 0)) if quiet else _MIN_PAUSE
    pause *= 2 if quiet and is_due(document, now) else 1
    pause = min(max(pause, _MIN_PAUSE), _MAX_PAUSE)
    document.facts = document.facts | {"pause": pause / timedelta(hours=1)}
    document.due = (now + pause).isoformat(timespec="seconds")
