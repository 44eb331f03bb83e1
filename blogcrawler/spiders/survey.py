"""Getting to know a blog: its home, its feed, the pages that the feed's entries lead to.

The survey downloads little and in order; what it finds is what the crawl is built on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response, TextResponse

from ..errors import BlogCrawlerError, FeedError
from ..extraction import Page
from ..feeds import (
    best_feed,
    feed_candidates,
    parse_feed,
    same_site_variants,
    sitemaps_in_robots,
    usual_addresses,
    usual_sitemaps,
)
from ..items import Feed, FeedEntry
from ..urls import adopt, normal, page_key, same_host
from .responses import is_html, to_page

__all__ = ["Survey", "Training", "Unreachable", "survey"]

logger = logging.getLogger(__name__)

#: Downloads an address; ``None`` if it cannot be had.
Fetch = Callable[[str], Awaitable[Response | None]]

#: So many of the feeds that a page names are read before one is chosen.
_FEEDS_READ = 3


class Unreachable(BlogCrawlerError):
    """There is no blog at the address: nothing answers, or what answers is no page."""


@dataclass(frozen=True, slots=True)
class Training:
    """A feed entry and the page it leads to."""

    entry: FeedEntry
    response: TextResponse
    page: Page


@dataclass(slots=True)
class Survey:
    """What is known of a blog before the crawl begins."""

    home: str
    home_response: TextResponse
    home_page: Page
    feed: Feed | None = None
    training: list[Training] = field(default_factory=list)
    sitemaps: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


async def survey(url: str, fetch: Fetch, feed_url: str | None = None, training_pages: int = 15) -> Survey:
    """Survey the blog at an address, which may be any page of it or its feed."""
    robots = await fetch(urljoin(url, "/robots.txt"))
    response = await _first_answer(url, fetch)
    given: Feed | None = None
    if not is_html(response):
        given = _as_feed(response)
        if given is None:
            kind = (response.headers.get("Content-Type") or b"unknown").decode("latin-1")
            raise Unreachable(f"{response.url} is neither a page nor a feed, but {kind}")
        response = await _first_answer(given.home or urljoin(response.url, "/"), fetch)
    if not isinstance(response, TextResponse) or not is_html(response):
        raise Unreachable(f"{response.url} is not a page")
    found = Survey(normal(response.url) or response.url, response, to_page(response))
    found.sitemaps = _sitemaps(robots, found.home)
    found.feed = given or await _find_feed(found, fetch, feed_url)
    if found.feed is None:
        found.notes.append("No feed was found: posts are recognised by what their pages say of themselves.")
        return found
    await _settle_home(found, fetch)
    await _train(found, fetch, training_pages)
    return found


async def _first_answer(url: str, fetch: Fetch) -> Response:
    """The page at an address, or at its variants with and without https and www."""
    response = await fetch(url)
    if response is not None and response.status < 400:
        return response
    parts = urlsplit(url)
    host = parts.netloc
    other = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
    swapped = "http" if parts.scheme == "https" else "https"
    tries = [parts._replace(scheme=swapped)]
    if response is None and parts.port is None and not host.replace(".", "").isdigit():
        tries += [parts._replace(netloc=other), parts._replace(scheme=swapped, netloc=other)]
    for variant in tries if parts.port is None else []:
        again = await fetch(variant.geturl())
        if again is not None and again.status < 400:
            return again
    if response is None:
        raise Unreachable(f"{url} cannot be reached: see the log for the reason")
    raise Unreachable(f"{url} answers with HTTP {response.status}")


def _as_feed(response: Response | None) -> Feed | None:
    if response is None or response.status >= 400:
        return None
    kind = response.headers.get("Content-Type")
    try:
        return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
    except FeedError as error:
        logger.info("%s", error)
        return None


async def _find_feed(found: Survey, fetch: Fetch, feed_url: str | None) -> Feed | None:
    if feed_url is not None:
        feed = _as_feed(await fetch(feed_url))
        if feed is None:
            found.notes.append(f"The feed {feed_url} cannot be read; looking for another one.")
        else:
            return feed
    feeds: list[Feed] = []
    tried: set[str] = set()
    for link in feed_candidates(found.home_page.tree, found.home_response.url):
        address = adopt(link.url, urlsplit(found.home))
        if address in tried:
            continue
        tried.add(address)
        feed = _as_feed(await fetch(address))
        if feed is not None and feed.entries:
            feeds.append(feed)
        if len(feeds) == _FEEDS_READ or len(tried) == 2 * _FEEDS_READ:
            break
        # The first one that a page names and that lists its own posts is nearly always the right one.
        if len(feeds) == 1 and _lists_own_posts(feeds[0], found.home):
            break
    if not any(_lists_own_posts(feed, found.home) for feed in feeds):
        for address in usual_addresses(found.home):
            if address not in tried:
                feed = _as_feed(await fetch(address))
                if feed is not None and feed.entries:
                    feeds.append(feed)
                    break
    return best_feed(feeds, found.home) if feeds else None


def _lists_own_posts(feed: Feed, home: str) -> bool:
    host = urlsplit(home).hostname or ""
    own = sum(
        same_host(urlsplit(e.url).hostname or "", host) and "#comment" not in e.url for e in feed.entries
    )
    return own > 0.5 * len(feed.entries)


async def _settle_home(found: Survey, fetch: Fetch) -> None:
    """If the address was that of a post or another page within, go to the blog's home that the feed names."""
    feed = found.feed
    assert feed is not None
    keys = {page_key(entry.url) for entry in feed.entries}
    home = normal(feed.home) if feed.home else None
    home = adopt(home, urlsplit(found.home)) if home else None
    path = urlsplit(found.home).path
    folder = path[: path.rfind("/") + 1]
    outside = sum(not urlsplit(e.url).path.startswith(folder) for e in feed.entries)
    within = page_key(found.home) in keys or outside > 0.5 * len(feed.entries)
    if not within or home is None or page_key(home) == page_key(found.home):
        return
    if not (
        same_host(urlsplit(home).netloc, urlsplit(found.home).netloc) and path.startswith(urlsplit(home).path)
    ):
        return
    response = await fetch(home)
    if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
        found.home, found.home_response = normal(response.url) or response.url, response
        found.home_page = to_page(response)


async def _train(found: Survey, fetch: Fetch, limit: int) -> None:
    """Fetch the pages of the feed's entries; where an address is dead, its other ones are tried."""
    assert found.feed is not None
    entries = _own_entries(found)[:limit]
    pages = await asyncio.gather(*(_entry_page(entry, found.home, fetch) for entry in entries))
    seen: set[str] = {page_key(found.home)}
    for entry, response in zip(entries, pages, strict=True):
        if response is None or page_key(response.url) in seen:
            continue
        seen.add(page_key(response.url))
        found.training.append(Training(replace(entry, url=response.url), response, to_page(response)))
    dead = sum(response is None for response in pages)
    if dead:
        found.notes.append(f"{dead} of {len(entries)} posts that the feed lists cannot be had any more.")


def _own_entries(found: Survey) -> list[FeedEntry]:
    """The entries on the blog's own host, or where most of them are if none is there; addresses adopted."""
    assert found.feed is not None
    home = urlsplit(found.home)
    entries = [replace(e, url=adopt(normal(e.url) or e.url, home)) for e in found.feed.entries]
    hosts = Counter((urlsplit(e.url).hostname or "").removeprefix("www.") for e in entries)
    own = (home.hostname or "").removeprefix("www.")
    foreign = len(entries) - hosts[own]
    if hosts[own] and foreign:
        found.notes.append(
            f"{foreign} of {len(entries)} feed entries lead to other hosts and are left alone."
        )
        entries = [e for e in entries if (urlsplit(e.url).hostname or "").removeprefix("www.") == own]
    return entries


async def _entry_page(entry: FeedEntry, home: str, fetch: Fetch) -> TextResponse | None:
    host = urlsplit(home).hostname or ""
    tries = [entry.url, *entry.alternatives, *same_site_variants(entry.url, home)]
    for url in dict.fromkeys(normal(u) or u for u in tries):
        response = await fetch(url)
        if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
            if same_host(urlsplit(response.url).hostname or "", host):
                return response
    return None


def _sitemaps(robots: Response | None, home: str) -> list[str]:
    listed: Iterable[str] = ()
    if isinstance(robots, TextResponse) and robots.status < 400:
        listed = sitemaps_in_robots(robots.text, robots.url)
    made = [normal(urljoin(home, address)) for address in listed]
    return [m for m in made if m] or usual_sitemaps(home)
