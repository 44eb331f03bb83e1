"""The home page of a blog whose feed is known. The user may have given another page, or another host."""

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

#: A host with this share of the feed's entries is the blog's.
_MIN_HOST_SHARE = 0.8
#: So many entries of a feed are enough to tell. All of a huge feed would keep the reactor from running.
_MAX_COMPARED = 2000


def home_of(feed: Feed, url: str) -> str:
    """The home page that a feed names, on the feed's own host; the root of the host if it names none."""
    home = normalize(feed.home) if feed.home else None
    home = adopt(home, urlsplit(url)) if home else urljoin(url, "/")
    return home if page_key(home) != page_key(url) else urljoin(url, "/")


async def settle_host(found: Survey, visit: SurveyDownloads) -> bool:
    """Move to the host of the posts if it is a sibling of the seed's host and the feed names it as its home: the blog
    of example.org may be at blog.example.org. Returns whether it moved."""
    feed = found.feed
    assert feed is not None
    home = normalize(feed.home or "")
    compared = feed.entries[:_MAX_COMPARED]
    hosts = Counter(urlsplit(entry.url).netloc for entry in compared)
    if home is None or not hosts:
        return False
    (host, entries), own = hosts.most_common(1)[0], urlsplit(found.home).netloc
    is_sibling = related_hosts(host, own) and not any(same_host(one, own) for one in hosts)
    if not is_sibling or entries < _MIN_HOST_SHARE * len(compared) or not same_host(urlsplit(home).netloc, host):
        return False
    return await _move_to(home, found, visit)


async def settle_home(found: Survey, visit: SurveyDownloads) -> None:
    """Move to the home page that the feed names if the seed is a post or another page inside the blog."""
    feed = found.feed
    assert feed is not None
    entries = feed.entries[:_MAX_COMPARED]
    keys = {page_key(entry.url) for entry in entries}
    home = normalize(feed.home) if feed.home else None
    home = adopt(home, urlsplit(found.home)) if home else None
    path = urlsplit(found.home).path
    folder = path[: path.rfind("/") + 1]
    outside = sum(not urlsplit(entry.url).path.startswith(folder) for entry in entries)
    is_inside = page_key(found.home) in keys or outside > 0.5 * len(entries)
    if not is_inside or home is None or page_key(home) == page_key(found.home):
        return
    if same_host(urlsplit(home).netloc, urlsplit(found.home).netloc) and path.startswith(urlsplit(home).path):
        await _move_to(home, found, visit)


async def _move_to(home: str, found: Survey, visit: SurveyDownloads) -> bool:
    response = await visit(home)
    if not isinstance(response, TextResponse) or response.status >= 400 or not is_html(response):
        return False
    found.home, found.home_page = normalize(response.url) or response.url, peek_page(response)
    found.root = found.home
    return True
