"""Getting to know a blog: its home, its feed, the pages that the feed's entries lead to.

The survey downloads little and in order; what it finds is what the crawl is built on.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response, TextResponse

from ..blog import Survey
from ..dom import parse_page
from ..errors import Unreachable
from ..feeds import sitemaps_in_robots, usual_sitemaps
from ..http import is_html, peek_page
from ..items import Feed
from ..urls import adopt, normalize
from .feed_links import has_wrong_addresses, shared_page
from .feed_search import as_feed, find_feed
from .home import home_of, settle_home, settle_host
from .seed import SeedResponse, resolve_seed
from .training_pages import train, train_without_feed
from .visits import Fetch, SurveyDownloads

__all__ = ["survey", "survey_from_seed"]

_SITEMAPS_TRIED = 4


async def survey(url: str, fetch: Fetch, feed_url: str | None = None, training_pages: int = 15) -> Survey:
    """Survey the blog at an address, which may be any page of it or its feed."""
    downloads = SurveyDownloads(fetch)
    return await survey_from_seed(await resolve_seed(url, downloads), url, downloads, feed_url, training_pages)


async def survey_from_seed(
    seed: SeedResponse, url: str, visit: SurveyDownloads, feed_url: str | None, training_pages: int
) -> Survey:
    """Survey the blog that answered at an address; ``feed_url`` is its feed, if the user gave one."""
    response = seed.page
    given: Feed | None = None
    if response.status < 400 and not is_html(response):
        given = as_feed(response)
        if given is None:
            kind = (response.headers.get("Content-Type") or b"unknown").decode("latin-1")
            raise Unreachable(f"{response.url} is neither a page nor a feed, but {kind}")
        url = home_of(given, response.url)
        response = (await resolve_seed(url, visit)).page
    found = _survey_of(response, url)
    found.sitemaps, found.sitemaps_guessed = _sitemaps(seed.robots, found.home)
    found.feed = given or await find_feed(found, visit, feed_url)
    if found.feed is not None and await settle_host(found, visit):
        found.sitemaps, found.sitemaps_guessed = _sitemaps(await visit(urljoin(found.home, "/robots.txt")), found.home)
    if found.feed is not None and found.sitemaps_guessed:
        usual = usual_sitemaps(found.home, found.feed.generator, found.feed.url)
        found.sitemaps = usual[:_SITEMAPS_TRIED]
    if found.feed is not None:
        await settle_home(found, visit)
        if page := shared_page(found.feed):
            await visit(normalize(page) or page)  # for the archive
            found.notes.append(f"All posts of the feed stand on one page, {page}: they are taken from the feed.")
            return found
        await train(found, visit, training_pages)
        if found.training:
            return found
        found.notes.append(f"None of the posts that the feed {found.feed.url} lists can be had.")
    else:
        found.notes.append("No feed was found: posts are recognised by what their pages have in common.")
    await train_without_feed(found, visit, training_pages)
    found.feed_addresses_wrong = found.feed is not None and has_wrong_addresses(found)
    if response.status >= 400 and not found.training:
        raise Unreachable(f"{url} answers with HTTP {response.status}")
    return found


def _survey_of(response: Response, url: str) -> Survey:
    home = normalize(response.url) or response.url
    # Whoever asks for example.org/ and is sent on to example.org/home still means all of example.org.
    asked = adopt(url, urlsplit(home))
    root = asked if home.startswith(asked) else home
    if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
        return Survey(home, root, peek_page(response))
    found = Survey(root, root, parse_page("", response.url))
    found.notes.append(f"{response.url} answers with HTTP {response.status}; the blog was looked for behind it.")
    return found


def _sitemaps(robots: Response | None, home: str) -> tuple[list[str], bool]:
    """The addresses of sitemaps, and whether they are guessed."""
    listed: Iterable[str] = ()
    if isinstance(robots, TextResponse) and robots.status < 400:
        listed = sitemaps_in_robots(robots.text, robots.url)
    made = list(dict.fromkeys(m for m in (normalize(urljoin(home, address)) for address in listed) if m))
    return (made, False) if made else (usual_sitemaps(home)[:_SITEMAPS_TRIED], True)
