"""New posts that hub pages link to: the home page and, behind it, the pages of older posts."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy.http import TextResponse

from ..frontier import Role, Verdict, clue_of, page_links
from ..items import Look
from ..spiders.responses import is_html, to_page
from ..spiders.surveyed import NotFetched
from ..urls import page_key
from .outlook import Outlook, Target

if TYPE_CHECKING:
    from .visiting import BlogVisit

__all__ = ["new_on_hubs"]

logger = logging.getLogger(__name__)

_HUBS = 20


async def new_on_hubs(visit: BlogVisit, outlook: Outlook) -> list[Target]:
    """Posts on the home page that are not known, and on the pages behind it until known ground is reached."""
    known = visit.known
    targets: dict[str, Target] = {}
    waiting, asked = [known.home], {page_key(known.home)}
    while waiting and len(asked) <= _HUBS:
        try:
            response = await visit.fetch(waiting.pop(0))
        except NotFetched:
            if len(asked) == 1:
                raise
            continue
        if response.status >= 400 and len(asked) == 1:
            raise NotFetched(f"it answers with HTTP {response.status}")
        if response.status >= 400 or not isinstance(response, TextResponse) or not is_html(response):
            continue
        links = list(page_links(to_page(response), known.scope))
        posts = [link.url for link in links if link.verdict is Verdict.YES]
        stored: dict[str, Look] = await outlook.call(outlook.store.looks.known, posts)
        fresh = [url for url in posts if url not in stored and page_key(url) not in targets]
        targets |= {page_key(url): Target(url) for url in fresh}
        if fresh and not stored:  # no known ground yet
            for link in links:
                flips = clue_of(link, known.pattern, response.url).role is Role.FLIP
                if flips and page_key(link.url) not in asked:
                    asked.add(page_key(link.url))
                    waiting.append(link.url)
                    break
    return list(targets.values())
