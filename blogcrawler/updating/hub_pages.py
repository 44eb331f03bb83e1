"""What hub pages show: the home page and, behind it, the pages of older posts."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy.http import Response, TextResponse

from ..errors import NotFetched
from ..feeds import left_out
from ..frontier import Link, Role, Verdict, link_features_of, page_links
from ..http import fetch_conditionally, is_html, record_trust, to_page
from ..items import PostState, WatchedDocument
from ..urls import page_key, url_variants
from .context import PostTarget, UpdateContext

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["check_hub_pages"]

logger = logging.getLogger(__name__)

_HUBS = 20


async def check_hub_pages(visit: BlogVisit, outlook: UpdateContext, home: WatchedDocument) -> list[PostTarget]:
    """The posts on the home page that are not known, and on the pages behind it until known ground is reached; and
    those that the home page does not show any more between others."""
    answer = await fetch_conditionally(home, visit.fetch, outlook.now(), whole=visit.since is not None)
    if answer.response is None:
        return []
    if answer.response.status >= 400:
        raise NotFetched(f"it answers with HTTP {answer.response.status}")
    targets: dict[str, PostTarget] = {}
    links = _links(answer.response, visit)
    posts = {page_key(link.url): "" for link in links if link.verdict is Verdict.YES}
    gone: dict[str, PostState] = await outlook.call(
        outlook.store.post_states.known, left_out(list(home.reading), posts)
    )
    asked = {page_key(visit.known.home)}
    following: str | None = answer.response.url
    while following is not None:
        known = await _note_new(links, targets, outlook)
        following = None if known else _next_hub(links, following, asked, visit)
        if following is not None:
            asked.add(page_key(following))
            links = await _links_on(following, visit)
    targets |= {
        page_key(look.url): PostTarget(look.url, None, look, True) for look in gone.values() if look.gone is None
    }
    record_trust(home, answer, bool(targets), outlook.now())
    home.reading = posts
    return list(targets.values())


async def _note_new(links: list[Link], targets: dict[str, PostTarget], outlook: UpdateContext) -> bool:
    """Note the posts of a hub that are not known; whether it shows known ones as well, or nothing new."""
    posts = [link.url for link in links if link.verdict is Verdict.YES]
    others = {url: url_variants(url) for url in posts}
    asked = [*posts, *(other for some in others.values() for other in some)]
    stored: dict[str, PostState] = await outlook.call(outlook.store.post_states.known, asked)
    fresh = [url for url in posts if stored.keys().isdisjoint((url, *others[url])) and page_key(url) not in targets]
    targets |= {page_key(url): PostTarget(url) for url in fresh}
    return bool(stored) or not fresh


def _next_hub(links: list[Link], url: str, asked: set[str], visit: BlogVisit) -> str | None:
    """The page of older posts that a hub leads to."""
    if len(asked) >= _HUBS:
        return None
    flips = (link.url for link in links if link_features_of(link, visit.known.pattern, url).role is Role.FLIP)
    return next((flip for flip in flips if page_key(flip) not in asked), None)


async def _links_on(url: str, visit: BlogVisit) -> list[Link]:
    try:
        response = await visit.fetch(url)
    except NotFetched:
        return []
    return _links(response, visit) if response.status < 400 else []


def _links(response: Response, visit: BlogVisit) -> list[Link]:
    if not isinstance(response, TextResponse) or not is_html(response):
        return []
    return list(page_links(to_page(response), visit.known.scope))
