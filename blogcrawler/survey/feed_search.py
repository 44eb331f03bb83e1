"""Finding the feed of a blog: named by its pages, or at the usual addresses."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from scrapy.http import Response, TextResponse

from ..blog import Survey
from ..dom import Page
from ..errors import FeedError
from ..feeds import addresses_above, best_feed, feed_candidates, parse_feed, parse_sitemap, usual_addresses
from ..frontier import Scope, page_links, trap_of
from ..http import is_html, peek_page
from ..items import Feed
from ..urls import adopt, related_hosts, same_host
from .visits import SurveyDownloads

__all__ = ["as_feed", "find_feed", "listed_pages"]

logger = logging.getLogger(__name__)

#: So many addresses that a page names are asked for a feed before it is taken to name none.
_FEEDS_TRIED = 8
_PAGES_LOOKED_AT = 3
#: Where a blog stands on a larger site.
_BLOG_PATH = re.compile(
    r"/(?:blogs?|weblog|news|journal|posts|articles?|notes|diary|archives?)(?:/|\.\w+)?$", re.IGNORECASE
)


def as_feed(response: Response | None) -> Feed | None:
    """The feed that a response is, if it is one."""
    if response is None or response.status >= 400:
        return None
    kind = response.headers.get("Content-Type")
    try:
        return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
    except FeedError as error:
        logger.info("%s", error)
        return None


async def find_feed(found: Survey, visit: SurveyDownloads, feed_url: str | None) -> Feed | None:
    """The feed of the blog's posts: the one given, else the best of those that its pages name, else a usual one."""
    if feed_url is not None:
        feed = as_feed(await visit(feed_url))
        if feed is None:
            found.notes.append(f"The feed {feed_url} cannot be read; looking for another one.")
        else:
            return feed
    feeds: list[Feed] = []
    tried: dict[str, None] = {}

    async def read_feeds(addresses: Iterable[str], most: int = _FEEDS_TRIED, path: str = "/") -> bool:
        """Read feeds until one lists the blog's own posts: that is nearly always the right one."""
        fresh = [a for a in (adopt(a, urlsplit(found.home)) for a in addresses) if a not in tried]
        for address in fresh[:most]:
            if address not in tried:
                tried[address] = None
                feed = as_feed(await visit(address))
                if feed is not None and feed.entries:
                    own = _lists_own_posts(feed, found.home, path)
                    if own or path == "/":
                        feeds.append(feed)
                    if own:
                        return True
        return False

    if not await read_feeds(link.url for link in feed_candidates(found.home_page.tree, found.home_page.url)):
        for page in await _pages_within(found, visit):
            if await read_feeds(link.url for link in feed_candidates(page.tree, page.url)):
                break
        else:
            above = addresses_above([address for address in tried if same_host(_host(address), _host(found.home))])
            if feeds or not await read_feeds(above, path=urlsplit(found.root).path):
                await read_feeds(usual_addresses(found.home), most=12)
    return best_feed(feeds, found.home) if feeds else None


async def _pages_within(found: Survey, visit: SurveyDownloads) -> list[Page]:
    """A few pages behind the home page, which may name the feed that the home page does not name."""
    links = [link.url for link in page_links(found.home_page, Scope(found.root))]
    links = links or await listed_pages(found, visit)
    links.sort(key=lambda url: not _BLOG_PATH.search(url))
    pages = []
    for url in links[:_PAGES_LOOKED_AT]:
        response = await visit(url)
        if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
            pages.append(peek_page(response))
    return pages


async def listed_pages(found: Survey, visit: SurveyDownloads) -> list[str]:
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


def _lists_own_posts(feed: Feed, home: str, path: str) -> bool:
    """Whether most entries are on the blog's host, below this path; or all where the feed belongs that a page names:
    on a host that counts who reads what and leads to the blog, or on one beside that of the page."""
    parts = [urlsplit(entry.url) for entry in feed.entries if "#comment" not in entry.url]
    own = sum(same_host(one.hostname or "", _host(home)) and one.path.startswith(path) for one in parts)
    if own > 0.5 * len(feed.entries) or path != "/":
        return own > 0.5 * len(feed.entries)
    hosts, stated = {one.hostname or "" for one in parts}, _host(feed.home or "")
    counted = hosts == {_host(feed.url)} and same_host(stated, _host(home))
    return counted or (hosts == {stated} and related_hosts(stated, _host(home)))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
