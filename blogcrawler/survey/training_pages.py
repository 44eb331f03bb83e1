"""Fetching the pages of feed entries, to learn a blog's rules from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from scrapy.http import TextResponse

from ..blog import Survey, Training, entry_addresses, find_placeholders, page_digest
from ..feeds import is_proxy
from ..frontier import Activity
from ..http import in_page_thread, is_data, is_html, peek_page
from ..items import FeedEntry
from ..urls import adopt, normalize, page_key, same_host
from .visits import SurveyDownloads

__all__ = ["entry_page", "train"]


async def train(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Fetch the pages of the feed's entries; if an address is dead, try the entry's other addresses."""
    entries = (await in_page_thread(_own_entries, found))[:limit]  # a feed may have 200,000
    pages = await _fetch_all(entries, found.home, visit)
    for place in await in_page_thread(_find_placeholders, pages, found):
        pages[place] = None
        visit.missed.update(entry_addresses(entries[place], found.home))
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


async def _fetch_all(entries: Sequence[FeedEntry], home: str, visit: SurveyDownloads) -> list[TextResponse | None]:
    done = 0
    visit.report(Activity.TRAINING_PAGES, done, len(entries))

    async def fetch(entry: FeedEntry) -> TextResponse | None:
        nonlocal done
        page = await entry_page(entry, home, visit)
        done += 1
        visit.report(Activity.TRAINING_PAGES, done, len(entries))
        return page

    return await asyncio.gather(*map(fetch, entries))


def _find_placeholders(pages: Sequence[TextResponse | None], found: Survey) -> list[int]:
    """Find what the server shows instead of missing pages; returns the places of such pages."""
    shown = {place: peek_page(page) for place, page in enumerate(pages) if page is not None}
    found.placeholders = find_placeholders(shown.values(), found.home_page, found.home)
    if not found.placeholders:
        return []
    return [place for place, page in shown.items() if page_digest(page) in found.placeholders]


def _own_entries(found: Survey) -> list[FeedEntry]:
    """The entries on the blog's own host or behind a feed proxy, or all if there are none, with the blog's spelling of
    its host."""
    assert found.feed is not None
    home = urlsplit(found.home)
    entries = [replace(e, url=adopt(normalize(e.url) or e.url, home)) for e in found.feed.entries]
    own = [
        entry
        for entry in entries
        if any(
            same_host(urlsplit(url).hostname or "", home.hostname or "") or is_proxy(url)
            for url in entry_addresses(entry, found.home)
        )
    ]
    foreign = len(entries) - len(own)
    if own and foreign:
        found.notes.append(f"{foreign} of {len(entries)} feed entries lead to other hosts and are ignored.")
        return own
    return entries


async def entry_page(entry: FeedEntry, home: str, visit: SurveyDownloads) -> TextResponse | None:
    """The page of an entry at the first of its addresses that has one; ``None`` if none has."""
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
