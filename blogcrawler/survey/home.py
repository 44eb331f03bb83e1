"""Where a blog's home is, once its feed is known: the address that was given may be a page within, or beside it."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urljoin, urlsplit

from scrapy.http import TextResponse

from ..blog import Survey
from ..http import is_html, peek_page
from ..items import Feed
from ..urls import adopt, normalize, page_key, related_hosts, same_host
from .visits import SurveyDownloads

__all__ = ["home_of", "settle_home", "settle_host"]

#: The share of a feed's entries that one host has if it is that of the blog.
_MOST = 0.8


def home_of(feed: Feed, url: str) -> str:
    """The page that a feed says it belongs to, if that is a page of its host."""
    home = normalize(feed.home) if feed.home else None
    home = adopt(home, urlsplit(url)) if home else urljoin(url, "/")
    return home if page_key(home) != page_key(url) else urljoin(url, "/")


async def settle_host(found: Survey, visit: SurveyDownloads) -> bool:
    """If all posts are on a host beside that of the page that names the feed, and the feed says that it belongs there,
    go there: example.org has its blog on blog.example.org. Whether it is so."""
    feed = found.feed
    assert feed is not None
    home = normalize(feed.home or "")
    hosts = Counter(urlsplit(entry.url).netloc for entry in feed.entries)
    if home is None or not hosts:
        return False
    (host, number), own = hosts.most_common(1)[0], urlsplit(found.home).netloc
    beside = related_hosts(host, own) and not any(same_host(one, own) for one in hosts)
    if not beside or number < _MOST * len(feed.entries) or not same_host(urlsplit(home).netloc, host):
        return False
    return await _go_to(home, found, visit)


async def settle_home(found: Survey, visit: SurveyDownloads) -> None:
    """If the address was that of a post or another page within, go to the blog's home that the feed names."""
    feed = found.feed
    assert feed is not None
    keys = {page_key(entry.url) for entry in feed.entries}
    home = normalize(feed.home) if feed.home else None
    home = adopt(home, urlsplit(found.home)) if home else None
    path = urlsplit(found.home).path
    folder = path[: path.rfind("/") + 1]
    outside = sum(not urlsplit(e.url).path.startswith(folder) for e in feed.entries)
    within = page_key(found.home) in keys or outside > 0.5 * len(feed.entries)
    if not within or home is None or page_key(home) == page_key(found.home):
        return
    if same_host(urlsplit(home).netloc, urlsplit(found.home).netloc) and path.startswith(urlsplit(home).path):
        await _go_to(home, found, visit)


async def _go_to(home: str, found: Survey, visit: SurveyDownloads) -> bool:
    response = await visit(home)
    if not isinstance(response, TextResponse) or response.status >= 400 or not is_html(response):
        return False
    found.home, found.home_page = normalize(response.url) or response.url, peek_page(response)
    found.root = found.home
    return True
