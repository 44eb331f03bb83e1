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
from ..faults import optional_step
from ..feeds import (
    addresses_above,
    best_feed,
    feed_candidates,
    is_comment_feed,
    other_slash,
    parse_feed,
    usual_addresses,
)
from ..frontier import Scope, page_links
from ..http import in_page_thread, is_html, is_large, peek_page
from ..items import Feed
from ..urls import adopt, related_hosts, same_host
from .listed_pages import listed_pages
from .visits import SurveyDownloads

__all__ = ["as_feed", "find_feed", "read_as_feed"]

logger = logging.getLogger(__name__)

#: Number of a page's feed links to try.
_MAX_FEEDS = 8
#: Number of usual addresses to try.
_MAX_USUAL = 14
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
    with optional_step("feed_search", response.url):
        try:
            return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
        except FeedError as error:
            logger.info("%s", error)
    return None


async def read_as_feed(response: Response | None) -> Feed | None:
    """The feed in a response, as :func:`as_feed`; a large one is read in a thread."""
    return await in_page_thread(as_feed, response) if is_large(response) else as_feed(response)


async def find_feed(found: Survey, visit: SurveyDownloads, feed_url: str | None) -> Feed | None:
    """The feed of the blog's posts: the given one, else the best one its pages link to, else one at a usual address."""
    if feed_url is not None:
        for address in filter(None, (feed_url, other_slash(feed_url))):
            if feed := await read_as_feed(await visit(address)):
                return feed
        found.notes.append(f"The feed {feed_url} cannot be read; looking for another one.")
    feeds: list[Feed] = []
    tried: dict[str, None] = {}

    async def read_feeds(addresses: Iterable[str], most: int = _MAX_FEEDS, path: str = "/") -> bool:
        """Read feeds until one lists the blog's own posts: it is nearly always the right one."""
        fresh = [a for a in (adopt(a, urlsplit(found.home)) for a in addresses) if a not in tried]
        for address in fresh[:most]:
            if address not in tried:
                tried[address] = None
                feed = await read_as_feed(await visit(address))
                if feed is not None and feed.entries:
                    tried[feed.url] = None
                    own = await in_page_thread(_lists_own_posts, feed, found.home, path)  # of 200,000 entries
                    own = own or (path == "/" and await _redirects_to_blog(feed, found.home, visit))
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
                await read_feeds(usual_addresses(found.home), most=_MAX_USUAL)
    return await in_page_thread(best_feed, feeds, found.home) if feeds else None


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


async def _redirects_to_blog(feed: Feed, home: str, visit: SurveyDownloads) -> bool:
    """Whether the links of a feed lead through a redirector to the blog, as the first of them shows."""
    hosts = {_host(entry.url) for entry in feed.entries}
    if len(hosts) > 1 or _host(feed.home or "") in hosts or is_comment_feed(feed):
        return False
    response = await visit(feed.entries[0].url)
    return response is not None and response.status < 400 and same_host(_host(response.url), _host(home))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
