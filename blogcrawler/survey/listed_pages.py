"""The pages that the sitemaps of a blog list."""

from __future__ import annotations

from contextlib import suppress

from ..blog import Survey
from ..errors import FeedError
from ..faults import optional_step
from ..feeds import Sitemap, may_list_posts, parse_sitemap
from ..frontier import Scope, trap_of
from .visits import SurveyDownloads

__all__ = ["listed_pages"]

#: Number of sitemaps to try until one is readable, and of sitemaps to read from an index.
_MAX_TRIED, _MAX_CHILDREN = 3, 3
#: Number of addresses from one sitemap, spread over all of them.
_MAX_PAGES = 1000


async def listed_pages(found: Survey, visit: SurveyDownloads) -> list[str]:
    """The pages that the first readable sitemap lists, or the sitemaps of posts if it is an index."""
    for address in found.sitemaps[:_MAX_TRIED]:
        sitemap = await _read(address, visit)
        if sitemap is None:
            found.sitemaps.remove(address)  # so that the crawl does not try it again
            continue
        sitemaps = [sitemap]
        children = sorted(filter(may_list_posts, sitemap.children), key=lambda url: "post" not in url)
        sitemaps += [one for child in children[:_MAX_CHILDREN] if (one := await _read(child, visit)) is not None]
        return [url for one in sitemaps for url in _pages_in_scope(one, Scope(found.root))]
    return []


async def _read(address: str, visit: SurveyDownloads) -> Sitemap | None:
    response = await visit(address)
    if response is None or response.status >= 400:
        return None
    with optional_step("sitemap", response.url), suppress(FeedError):
        return parse_sitemap(response.body, response.url)
    return None


def _pages_in_scope(sitemap: Sitemap, scope: Scope) -> list[str]:
    addresses = (scope.adopt(page.url) for page in sitemap.pages[:: 1 + len(sitemap.pages) // _MAX_PAGES])
    return [url for url in addresses if scope.contains(url) and not trap_of(url)]
