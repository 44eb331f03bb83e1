"""Fetching the pages to learn a blog's rules from."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from urllib.parse import urlsplit

from lxml import etree
from scrapy.http import TextResponse

from ..blog import Survey, Training, entry_addresses
from ..dom import Page, group_by_template
from ..extraction import own_entries
from ..frontier import Scope, is_pagination_url, likely_posts, page_links
from ..http import is_data, is_html, peek_page
from ..items import FeedEntry
from ..urls import adopt, normalize, page_key, same_host
from .feed_search import listed_pages
from .visits import SurveyDownloads

__all__ = ["train", "train_without_feed"]


#: If the home page links to fewer likely posts, pages it links to are searched for more, up to this number.
_MIN_POSTS, _MAX_SEARCHED_PAGES = 4, 5
#: One page does not show what pages have in common.
_MIN_COMPARED = 2
_MENU = etree.XPath(
    "boolean(ancestor::nav or ancestor::footer[not(ancestor::article)] or ancestor::*[@role='navigation'])"
)
#: Number of times to try other likely posts if nearly none is available.
_MAX_BATCHES = 3
_BLOG_PATH = re.compile(
    r"/(?:blogs?|weblog|posts?|articles?|news|notes|journal|writing|archives?)(?:[/.]|$)", re.IGNORECASE
)
_NUMBER = etree.XPath("number(.) = number(.)")  # true only for numbers: NaN does not equal itself


async def train(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Fetch the pages of the feed's entries; if an address is dead, try the entry's other addresses."""
    entries = _own_entries(found)[:limit]
    pages = await asyncio.gather(*(_entry_page(entry, found.home, visit) for entry in entries))
    found.requested = {page_key(entry.url) for entry in entries if not _is_lost(entry, found.home, visit)}
    own = urlsplit(found.home).hostname or ""
    seen: set[str] = {page_key(found.home)}
    for entry, response in zip(entries, pages, strict=True):
        if response is None or page_key(normalize(response.url) or "") in seen:
            continue
        host = urlsplit(entry.url).hostname or ""
        if not same_host(host, own) and entry.url in response.meta.get("redirect_urls", ()):
            found.trackers.add(host)
        page = peek_page(response)
        seen.add(page_key(page.url))
        found.training.append(Training(replace(entry, url=page.url), response, page))
    dead = sum(response is None for response in pages)
    if dead:
        found.notes.append(f"{dead} of {len(entries)} posts in the feed are no longer available.")


def _own_entries(found: Survey) -> list[FeedEntry]:
    """The entries on the blog's own host, or all if there are none, with the blog's spelling of its host."""
    assert found.feed is not None
    home = urlsplit(found.home)
    entries = [replace(e, url=adopt(normalize(e.url) or e.url, home)) for e in found.feed.entries]
    own = [
        entry
        for entry in entries
        if any(same_host(urlsplit(u).hostname or "", home.hostname or "") for u in entry_addresses(entry, found.home))
    ]
    foreign = len(entries) - len(own)
    if own and foreign:
        found.notes.append(f"{foreign} of {len(entries)} feed entries lead to other hosts and are ignored.")
        return own
    return entries


async def _entry_page(entry: FeedEntry, home: str, visit: SurveyDownloads) -> TextResponse | None:
    host = urlsplit(home).hostname or ""
    for url in entry_addresses(entry, home):
        response = await visit(url)
        if response is None or response.status >= 400 or not same_host(urlsplit(response.url).hostname or "", host):
            continue
        if isinstance(response, TextResponse) and is_html(response):
            return response
        if is_data(response):
            visit.missed.add(url)
    return None


def _is_lost(entry: FeedEntry, home: str, visit: SurveyDownloads) -> bool:
    return visit.missed.issuperset(entry_addresses(entry, home))


async def train_without_feed(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Train with pages that have addresses like posts and share a template. Their metadata serve as entries."""
    scope = Scope(found.root)
    links, menus = _sorted_links(found.home_page, scope)
    links += [url for url in await listed_pages(found, visit) if url not in menus]
    chosen = likely_posts(dict.fromkeys(links))
    if len(chosen) < _MIN_POSTS:  # it may be a portal; what it links to will be fetched anyway
        every = dict.fromkeys(links + menus)
        steps = sorted(every, key=lambda url: not _BLOG_PATH.search(urlsplit(url).path))[:_MAX_SEARCHED_PAGES]
        for response in await asyncio.gather(*(_entry_page(FeedEntry(url=url), found.home, visit) for url in steps)):
            more, beside = _sorted_links(peek_page(response), scope) if response else ([], [])
            links += more
            menus += beside
        chosen = likely_posts(dict.fromkeys(url for url in links if url not in menus))
        if len(chosen) < _MIN_COMPARED:
            chosen = likely_posts(dict.fromkeys(links + menus))
    pages: list[tuple[TextResponse, Page]] = []
    for first in range(0, min(len(chosen), _MAX_BATCHES * limit), limit):  # old blogs may have dead links
        batch = chosen[first : first + limit]
        responses = await asyncio.gather(*(_entry_page(FeedEntry(url=url), found.home, visit) for url in batch))
        pages += [(response, peek_page(response)) for response in responses if response is not None]
        if len(pages) >= _MIN_POSTS:
            break
    alike = group_by_template([page for _, page in pages])
    if alike and len(alike[0]) >= max(2, len(pages) / 2):
        pages = [pages[place] for place in alike[0]]
    entries = own_entries([page for _, page in pages])
    for (response, page), entry in zip(pages, entries, strict=True):
        found.training.append(Training(entry, response, page))


def _sorted_links(page: Page, scope: Scope) -> tuple[list[str], list[str]]:
    """The links of a page, and apart from them those in menus and to further pages, which rarely lead to posts."""
    links: list[str] = []
    menus: list[str] = []
    for link in page_links(page, scope):
        in_menu = link.element is not None and (_MENU(link.element) or _NUMBER(link.element))
        (menus if in_menu or is_pagination_url(link.url) else links).append(link.url)
    return links, menus
