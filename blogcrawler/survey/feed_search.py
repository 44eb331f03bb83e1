"""Finding the feed of a blog: linked from its pages, or at the usual addresses."""

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

#: Number of a page's feed links to try.
_MAX_FEEDS = 8
#: Number of pages behind the home page to search for feed links.
_MAX_PAGES = 3
#: The usual path of a blog on a larger site.
_BLOG_PATH = re.compile(
    r"/(?:blogs?|weblog|news|journal|posts|articles?|notes|diary|archives?)(?:/|\.\w+)?$", re.IGNORECASE
)


def as_feed(response: Response | None) -> Feed | None:
    """The feed in a response; ``None`` if it is not a feed."""
    if response is None or response.status >= 400:
        return None
    kind = response.headers.get("Content-Type")
    try:
        return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
    except FeedError as error:
        logger.info("%s", error)
        return None


async def find_feed(found: Survey, visit: SurveyDownloads, feed_url: str | None) -> Feed | None:
    """The feed of the blog's posts: the given one, else the best one its pages link to, else one at a usual address."""
    if feed_url is not None:
        feed = as_feed(await visit(feed_url))
        if feed is None:
            found.notes.append(f"The feed {feed_url} cannot be read; looking for another one.")
        else:
            return feed
    feeds: list[Feed] = []
    tried: dict[str, None] = {}

    async def read_feeds(addresses: Iterable[str], most: int = _MAX_FEEDS, path: str = "/") -> bool:
        """Read feeds until one lists the blog's own posts: it is nearly always the right one."""
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
    """A few pages behind the home page, which may link to a feed that the home page does not mention."""
    links = [link.url for link in page_links(found.home_page, Scope(found.root))]
    links = links or await listed_pages(found, visit)
    links.sort(key=lambda url: not _BLOG_PATH.search(url))
    pages = []
    for url in links[:_MAX_PAGES]:
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
            found.sitemaps.remove(address)  # so that the crawl does not try it again
            continue
        return [url for url in (scope.adopt(p.url) for p in pages[:1000]) if scope.contains(url) and not trap_of(url)]
    return []


def _lists_own_posts(feed: Feed, home: str, path: str) -> bool:
    """Whether most entries are on the blog's host, below this path; or all on the feed's own host, which counts clicks
    and redirects to the blog; or all on a sibling of the blog's host that the feed names as its home."""
    parts = [urlsplit(entry.url) for entry in feed.entries if "#comment" not in entry.url]
    own = sum(same_host(one.hostname or "", _host(home)) and one.path.startswith(path) for one in parts)
    if own > 0.5 * len(feed.entries) or path != "/":
        return own > 0.5 * len(feed.entries)
    hosts, stated = {one.hostname or "" for one in parts}, _host(feed.home or "")
    counted = hosts == {_host(feed.url)} and same_host(stated, _host(home))
    return counted or (hosts == {stated} and related_hosts(stated, _host(home)))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
