"""Getting to know a blog: its home, its feed, the pages that the feed's entries lead to.

The survey downloads little and in order; what it finds is what the crawl is built on.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response, TextResponse

from ..errors import BlogCrawlerError, FeedError
from ..extraction import Page, guess_title, machine_date, parse_page
from ..extraction.dates import url_date
from ..feeds import (
    best_feed,
    feed_candidates,
    parse_feed,
    parse_sitemap,
    sitemaps_in_robots,
    usual_addresses,
    usual_sitemaps,
)
from ..frontier import PostPattern, Scope, likely_posts, page_links, trap_of
from ..items import Feed, FeedEntry
from ..urls import adopt, normal, page_key, same_host
from .entries import entry_addresses
from .responses import is_html, to_page

__all__ = ["NotFetched", "Survey", "Training", "Unreachable", "survey"]

logger = logging.getLogger(__name__)

#: Downloads an address; raises ``NotFetched`` if it cannot be had.
Fetch = Callable[[str], Awaitable[Response]]

#: So many addresses that a page names are asked for a feed before it is taken to name none.
_FEEDS_TRIED = 8
_PAGES_LOOKED_AT = 3
_SITEMAPS_TRIED = 4
#: Where a blog stands on a larger site.
_BLOG_PATH = re.compile(
    r"/(?:blogs?|weblog|news|journal|posts|articles?|notes|diary|archives?)(?:/|\.\w+)?$", re.IGNORECASE
)


class Unreachable(BlogCrawlerError):
    """There is no blog at the address: nothing answers, or what answers is no page."""


class NotFetched(BlogCrawlerError):
    """A page cannot be had; the message is the reason."""


class _Visits:
    """Downloads pages, and remembers why some could not be had."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self.reasons: dict[str, str] = {}

    async def __call__(self, url: str) -> Response | None:
        try:
            return await self._fetch(url)
        except NotFetched as error:
            self.reasons[url] = str(error)
            level = logging.DEBUG if url.endswith("/robots.txt") else logging.INFO
            logger.log(level, "%s cannot be fetched: %s", url, error)
            return None


@dataclass(frozen=True, slots=True)
class Training:
    """A feed entry and the page it leads to."""

    entry: FeedEntry
    response: TextResponse
    page: Page


@dataclass(slots=True)
class Survey:
    """What is known of a blog before the crawl begins; all below ``root`` belongs to it."""

    home: str
    root: str
    home_page: Page
    feed: Feed | None = None
    training: list[Training] = field(default_factory=list)
    #: Sitemaps that robots.txt names, or the usual addresses if it names none (``guessed``).
    sitemaps: list[str] = field(default_factory=list)
    guessed: bool = False
    #: Keys of the feed's entries whose pages were asked for, and hosts through which some of them lead.
    asked: set[str] = field(default_factory=set)
    trackers: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)


async def survey(url: str, fetch: Fetch, feed_url: str | None = None, training_pages: int = 15) -> Survey:
    """Survey the blog at an address, which may be any page of it or its feed."""
    visit = _Visits(fetch)
    robots = await visit(urljoin(url, "/robots.txt"))
    response = await _first_answer(url, visit)
    given: Feed | None = None
    if response.status < 400 and not is_html(response):
        given = _as_feed(response)
        if given is None:
            kind = (response.headers.get("Content-Type") or b"unknown").decode("latin-1")
            raise Unreachable(f"{response.url} is neither a page nor a feed, but {kind}")
        url = _home_of(given, response.url)
        response = await _first_answer(url, visit)
    found = _survey_of(response, url)
    found.sitemaps, found.guessed = _sitemaps(robots, found.home)
    found.feed = given or await _find_feed(found, visit, feed_url)
    if found.feed is not None:
        await _settle_home(found, visit)
        await _train(found, visit, training_pages)
        if found.training:
            return found
        found.notes.append(f"None of the posts that the feed {found.feed.url} lists can be had.")
    else:
        found.notes.append("No feed was found: posts are recognised by what their pages have in common.")
    await _train_without_feed(found, visit, training_pages)
    if response.status >= 400 and not found.training:
        raise Unreachable(f"{url} answers with HTTP {response.status}")
    return found


def _home_of(feed: Feed, url: str) -> str:
    """The page that a feed says it belongs to, if that is a page of its host."""
    home = normal(feed.home) if feed.home else None
    home = adopt(home, urlsplit(url)) if home else urljoin(url, "/")
    return home if page_key(home) != page_key(url) else urljoin(url, "/")


def _survey_of(response: Response, url: str) -> Survey:
    home = normal(response.url) or response.url
    # Whoever asks for example.org/ and is sent on to example.org/home still means all of example.org.
    asked = adopt(url, urlsplit(home))
    root = asked if home.startswith(asked) else home
    if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
        return Survey(home, root, to_page(response))
    found = Survey(root, root, parse_page("", response.url))
    found.notes.append(f"{response.url} answers with HTTP {response.status}; the blog was looked for behind it.")
    return found


async def _first_answer(url: str, visit: _Visits) -> Response:
    """The page at an address, or at its variants with and without https and www."""
    response = await visit(url)
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
        again = await visit(variant.geturl())
        if again is not None and again.status < 400:
            return again
    if response is None:
        raise Unreachable(f"{url} cannot be fetched: {visit.reasons[url]}")
    return response


def _as_feed(response: Response | None) -> Feed | None:
    if response is None or response.status >= 400:
        return None
    kind = response.headers.get("Content-Type")
    try:
        return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
    except FeedError as error:
        logger.info("%s", error)
        return None


async def _find_feed(found: Survey, visit: _Visits, feed_url: str | None) -> Feed | None:
    if feed_url is not None:
        feed = _as_feed(await visit(feed_url))
        if feed is None:
            found.notes.append(f"The feed {feed_url} cannot be read; looking for another one.")
        else:
            return feed
    feeds: list[Feed] = []
    tried: set[str] = set()

    async def read_feeds(addresses: Iterable[str], most: int = _FEEDS_TRIED) -> bool:
        """Read feeds until one lists the blog's own posts: that is nearly always the right one."""
        fresh = [a for a in (adopt(a, urlsplit(found.home)) for a in addresses) if a not in tried]
        for address in fresh[:most]:
            if address not in tried:
                tried.add(address)
                feed = _as_feed(await visit(address))
                if feed is not None and feed.entries:
                    feeds.append(feed)
                    if _lists_own_posts(feed, found.home):
                        return True
        return False

    if not await read_feeds(link.url for link in feed_candidates(found.home_page.tree, found.home_page.url)):
        for page in await _pages_within(found, visit):
            if await read_feeds(link.url for link in feed_candidates(page.tree, page.url)):
                break
        else:
            await read_feeds(usual_addresses(found.home), most=12)
    return best_feed(feeds, found.home) if feeds else None


async def _pages_within(found: Survey, visit: _Visits) -> list[Page]:
    """A few pages behind the home page, which may name the feed that the home page does not name."""
    links = [link.url for link in page_links(found.home_page, Scope(found.root), PostPattern())]
    links = links or await _listed_pages(found, visit)
    links.sort(key=lambda url: not _BLOG_PATH.search(url))
    pages = []
    for url in links[:_PAGES_LOOKED_AT]:
        response = await visit(url)
        if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
            pages.append(to_page(response))
    return pages


async def _listed_pages(found: Survey, visit: _Visits) -> list[str]:
    """The pages that the first readable sitemap lists."""
    scope = Scope(found.root)
    for address in found.sitemaps[:3]:
        response = await visit(address)
        try:
            if response is None or response.status >= 400:
                raise FeedError(f"{address} cannot be read")
            pages = parse_sitemap(response.body, response.url).pages
        except FeedError:
            found.sitemaps.remove(address)  # the crawl need not try it again
            continue
        return [url for url in (scope.adopt(p.url) for p in pages[:1000]) if scope.contains(url) and not trap_of(url)]
    return []


def _lists_own_posts(feed: Feed, home: str) -> bool:
    host = urlsplit(home).hostname or ""
    own = sum(same_host(urlsplit(e.url).hostname or "", host) and "#comment" not in e.url for e in feed.entries)
    return own > 0.5 * len(feed.entries)


async def _settle_home(found: Survey, visit: _Visits) -> None:
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
    if not (same_host(urlsplit(home).netloc, urlsplit(found.home).netloc) and path.startswith(urlsplit(home).path)):
        return
    response = await visit(home)
    if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
        found.home, found.home_page = normal(response.url) or response.url, to_page(response)
        found.root = found.home


async def _train(found: Survey, visit: _Visits, limit: int) -> None:
    """Fetch the pages of the feed's entries; where an address is dead, its other ones are tried."""
    entries = _own_entries(found)[:limit]
    found.asked = {page_key(entry.url) for entry in entries}
    pages = await asyncio.gather(*(_entry_page(entry, found.home, visit) for entry in entries))
    own = urlsplit(found.home).hostname or ""
    seen: set[str] = {page_key(found.home)}
    for entry, response in zip(entries, pages, strict=True):
        if response is None or page_key(normal(response.url) or "") in seen:
            continue
        host = urlsplit(entry.url).hostname or ""
        if not same_host(host, own) and entry.url in response.meta.get("redirect_urls", ()):
            found.trackers.add(host)
        page = to_page(response)
        seen.add(page_key(page.url))
        found.training.append(Training(replace(entry, url=page.url), response, page))
    dead = sum(response is None for response in pages)
    if dead:
        found.notes.append(f"{dead} of {len(entries)} posts that the feed lists cannot be had any more.")


def _own_entries(found: Survey) -> list[FeedEntry]:
    """The entries on the blog's own host, or where most of them are if none is there; addresses adopted."""
    assert found.feed is not None
    home = urlsplit(found.home)
    entries = [replace(e, url=adopt(normal(e.url) or e.url, home)) for e in found.feed.entries]
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


async def _entry_page(entry: FeedEntry, home: str, visit: _Visits) -> TextResponse | None:
    host = urlsplit(home).hostname or ""
    for url in entry_addresses(entry, home):
        response = await visit(url)
        if response is None or response.status >= 400 or not same_host(urlsplit(response.url).hostname or "", host):
            continue
        if isinstance(response, TextResponse) and is_html(response):
            return response
    return None


async def _train_without_feed(found: Survey, visit: _Visits, limit: int) -> None:
    """Take pages that look like posts by their address, with what they say of themselves as their entry."""
    links = [link.url for link in page_links(found.home_page, Scope(found.root), PostPattern())]
    links += await _listed_pages(found, visit)
    chosen = likely_posts(dict.fromkeys(links))[:limit]
    pages = await asyncio.gather(*(_entry_page(FeedEntry(url=url), found.home, visit) for url in chosen))
    for response in pages:
        if response is not None:
            page = to_page(response)
            date = machine_date(page, "published") or url_date(page.url)
            when = date.when() if date else None
            entry = FeedEntry(url=page.url, title=guess_title(page), published=when if when and when.tzinfo else None)
            found.training.append(Training(entry, response, page))


def _sitemaps(robots: Response | None, home: str) -> tuple[list[str], bool]:
    """The addresses of sitemaps, and whether they are guessed."""
    listed: Iterable[str] = ()
    if isinstance(robots, TextResponse) and robots.status < 400:
        listed = sitemaps_in_robots(robots.text, robots.url)
    made = list(dict.fromkeys(m for m in (normal(urljoin(home, address)) for address in listed) if m))
    return (made, False) if made else (usual_sitemaps(home)[:_SITEMAPS_TRIED], True)
