"""Fetching the pages from which a blog's rules are learned."""

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


#: If the home page leads to fewer posts, so many of the pages that it leads to are asked for more, those first that may
#: be the blog's own.
_FEWEST, _STEPS = 4, 5
#: One page says nothing of what pages have in common.
_SEVERAL = 2
_MENU = etree.XPath(
    "boolean(ancestor::nav or ancestor::footer[not(ancestor::article)] or ancestor::*[@role='navigation'])"
)
#: If nearly none of the pages that look like posts can be had, so many times others are tried.
_BATCHES = 3
_BLOG = re.compile(r"/(?:blogs?|weblog|posts?|articles?|news|notes|journal|writing|archives?)(?:[/.]|$)", re.IGNORECASE)
_NUMBER = etree.XPath("number(.) = number(.)")  # no other text is one


async def train(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Fetch the pages of the feed's entries; where an address is dead, its other ones are tried."""
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
        found.notes.append(f"{dead} of {len(entries)} posts that the feed lists cannot be had any more.")


def _own_entries(found: Survey) -> list[FeedEntry]:
    """The entries on the blog's own host, or where most of them are if none is there; addresses adopted."""
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
        found.notes.append(f"{foreign} of {len(entries)} feed entries lead to other hosts and are left alone.")
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
    """Take pages that look like posts by their address and, most of them, share a template; what they say of
    themselves is their entry."""
    scope = Scope(found.root)
    links, menus = _sorted_links(found.home_page, scope)
    links += [url for url in await listed_pages(found, visit) if url not in menus]
    chosen = likely_posts(dict.fromkeys(links))
    if len(chosen) < _FEWEST:  # the home page may be a portal; what it leads to will be fetched anyway
        every = dict.fromkeys(links + menus)
        steps = sorted(every, key=lambda url: not _BLOG.search(urlsplit(url).path))[:_STEPS]
        for response in await asyncio.gather(*(_entry_page(FeedEntry(url=url), found.home, visit) for url in steps)):
            more, beside = _sorted_links(peek_page(response), scope) if response else ([], [])
            links += more
            menus += beside
        chosen = likely_posts(dict.fromkeys(url for url in links if url not in menus))
        if len(chosen) < _SEVERAL:
            chosen = likely_posts(dict.fromkeys(links + menus))
    pages: list[tuple[TextResponse, Page]] = []
    for first in range(0, min(len(chosen), _BATCHES * limit), limit):  # links of old blogs may be dead
        batch = chosen[first : first + limit]
        responses = await asyncio.gather(*(_entry_page(FeedEntry(url=url), found.home, visit) for url in batch))
        pages += [(response, peek_page(response)) for response in responses if response is not None]
        if len(pages) >= _FEWEST:
            break
    alike = group_by_template([page for _, page in pages])
    if alike and len(alike[0]) >= max(2, len(pages) / 2):
        pages = [pages[place] for place in alike[0]]
    entries = own_entries([page for _, page in pages])
    for (response, page), entry in zip(pages, entries, strict=True):
        found.training.append(Training(entry, response, page))


def _sorted_links(page: Page, scope: Scope) -> tuple[list[str], list[str]]:
    """The links of a page, and those of its menus and to further pages: there stands what a site has besides posts."""
    links: list[str] = []
    menus: list[str] = []
    for link in page_links(page, scope):
        beside = link.element is not None and (_MENU(link.element) or _NUMBER(link.element))
        (menus if beside or is_pagination_url(link.url) else links).append(link.url)
    return links, menus
