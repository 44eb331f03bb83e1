"""A roll call by a sitemap: which posts are new, which have changed, which are not listed any more."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..dates import instant
from ..errors import FeedError, NotFetched
from ..feeds import Sitemap, parse_sitemap
from ..frontier import Verdict, trap_of
from ..http import fetch_conditionally, record_trust
from ..items import PostState, WatchedDocument
from ..sources import sitemap_reading
from ..urls import listing_key, page_key, variant_key
from .context import PostTarget, UpdateContext

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["diff_sitemap", "is_due", "lists_any"]

logger = logging.getLogger(__name__)

_SOONEST, _LATEST = timedelta(days=1), timedelta(days=14)
_NEW_AT_ONCE = 500
#: A sitemap that does not list so many of the known posts says nothing about those that it leaves out.
_COMPLETE = 0.9


def is_due(source: WatchedDocument, now: datetime) -> bool:
    """Whether it is time for the next roll call by this sitemap."""
    due = instant(source.due)
    return due is None or due <= now


def lists_any(source: WatchedDocument, posts: Iterable[PostState]) -> bool:
    """Whether a sitemap is one of posts; a site has others, of its categories and authors."""
    return not source.reading or any(listing_key(look.url) in source.reading for look in posts)


async def diff_sitemap(
    source: WatchedDocument, posts: Iterable[PostState], visit: BlogVisit, outlook: UpdateContext
) -> list[PostTarget]:
    """The posts to fetch by what a sitemap says now, and by what it said when it was read last."""
    now = outlook.now()
    try:
        answer = await fetch_conditionally(source, visit.fetch, now, whole=visit.since is not None)
        if answer.response is None:
            _put_off(source, now, quiet=True)
            return []
        if answer.response.status >= 400:
            raise FeedError(f"{source.url} answers with HTTP {answer.response.status}")
        sitemap = parse_sitemap(answer.response.body, answer.response.url)
    except (FeedError, NotFetched) as error:
        logger.info("%s", error)
        _put_off(source, now, quiet=True)
        return []
    before, listed = source.reading, sitemap_reading(sitemap)
    known = {listing_key(look.url): look for look in posts}
    targets = [PostTarget(url) for url in _unknown(sitemap, before, known, visit)][:_NEW_AT_ONCE]
    targets += [PostTarget(look.url, None, look) for look in _changed(listed, before, known, visit.since)]
    targets += [PostTarget(look.url, None, look) for look in _missing(listed, before, known)]
    record_trust(source, answer, bool(targets), now)
    source.reading = listed
    _put_off(source, now, quiet=not targets)
    return targets


def _unknown(sitemap: Sitemap, before: dict[str, str], known: dict[str, PostState], visit: BlogVisit) -> Iterable[str]:
    scope, pattern = visit.known.scope, visit.known.pattern
    same = {variant_key(look.url) for look in known.values()}
    for page in sitemap.pages:
        url = scope.adopt(page.url)
        key = listing_key(url)
        if key in before or variant_key(url) in same or page_key(url) == page_key(visit.blog.url):
            continue
        verdict = pattern.judge(url)
        wanted = verdict is Verdict.YES or (verdict is Verdict.MAYBE and pattern.fits(url))
        if wanted and scope.contains(url) and not trap_of(url, post=verdict is Verdict.YES):
            yield url


def _changed(
    listed: dict[str, str], before: dict[str, str], known: dict[str, PostState], since: datetime | None
) -> Iterable[PostState]:
    for key, lastmod in listed.items():
        look = known.get(key)
        if look is None or not (lastmod or look.gone):
            continue
        then = instant(lastmod)
        seen = since or instant(look.checked)
        announced = key in before and before[key] != lastmod
        if announced or (look.gone and key not in before) or (key not in before and then and seen and then > seen):
            yield look


def _missing(listed: dict[str, str], before: dict[str, str], known: dict[str, PostState]) -> list[PostState]:
    there = {key: look for key, look in known.items() if not look.gone}
    missing = [look for key, look in there.items() if key not in listed]
    if before:
        return [look for look in missing if listing_key(look.url) in before]
    complete = bool(there) and len(there) - len(missing) >= _COMPLETE * len(there)
    return missing if complete else []


def _put_off(source: WatchedDocument, now: datetime, quiet: bool) -> None:
    pause = timedelta(hours=source.facts.get("pause", 0)) if quiet else _SOONEST
    pause *= 2 if quiet and is_due(source, now) else 1
    pause = min(max(pause, _SOONEST), _LATEST)
    source.facts = source.facts | {"pause": pause / timedelta(hours=1)}
    source.due = (now + pause).isoformat(timespec="seconds")
