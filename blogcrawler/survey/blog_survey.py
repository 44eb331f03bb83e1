"""The survey of a blog: its home page, its feed, its sitemaps, and pages to learn from.

It takes few requests. The crawl builds on what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response, TextResponse

from ..blog import Survey
from ..dom import parse_page
from ..errors import Overloaded, Unreachable
from ..faults import optional_step
from ..feeds import sitemaps_in_robots, usual_sitemaps
from ..frontier import Activity
from ..http import advice_on_status, in_page_thread, is_html, peek_page
from ..items import Feed
from ..urls import adopt, normalize, resolve
from .feed_links import find_feed_query, has_wrong_addresses, shared_page
from .feed_search import find_feed, read_as_feed
from .home import home_of, settle_home, settle_host
from .seed import SeedResponse, resolve_seed
from .training_pages import train
from .training_without_feed import train_beside_feed, train_without_feed
from .visits import Fetch, SurveyDownloads

__all__ = ["survey", "survey_from_seed"]

_MAX_SITEMAPS = 4
#: With fewer posts in the feed, further pages are looked for to learn from.
_MIN_TRAINING = 4


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
    if response.status >= 500 and seed.robots is not None and seed.robots.status >= 500:
        raise Unreachable(f"{url} answers with HTTP {response.status}; {advice_on_status(response.status)}")
    if response.status < 400 and not is_html(response):
        given = await read_as_feed(response)
        if given is None:
            kind = (response.headers.get("Content-Type") or b"unknown").decode("latin-1")
            raise Unreachable(f"{response.url} is neither a page nor a feed, but {kind}; give the blog's home page")
        url = home_of(given, response.url)
        response = (await resolve_seed(url, visit)).page
    found = _survey_of(response, url)
    found.sitemaps, found.sitemaps_guessed = _sitemaps(seed.robots, found.home)
    visit.report(Activity.FIND_FEED, 0, 0)
    with optional_step("feed_search", found.home, unless=(Overloaded,)):
        found.feed = given or await find_feed(found, visit, feed_url)
    if found.feed is not None and await settle_host(found, visit):
        found.sitemaps, found.sitemaps_guessed = _sitemaps(await visit(urljoin(found.home, "/robots.txt")), found.home)
    if found.feed is not None and found.sitemaps_guessed:
        usual = usual_sitemaps(found.home, found.feed.generator, found.feed.url)
        found.sitemaps = usual[:_MAX_SITEMAPS]
    if found.feed is not None:
        await settle_home(found, visit)
        if page := shared_page(found.feed):
            await visit(normalize(page) or page)  # for the archive
            found.notes.append(f"All posts of the feed are on one page, {page}; they are saved from the feed.")
            return found
        await train(found, visit, training_pages)
        with optional_step("canonical", found.home, unless=(Overloaded,)):
            found.feed_query = await find_feed_query(found, visit)
        if 0 < len(found.training) < min(_MIN_TRAINING, training_pages):
            with optional_step("further_training", found.home):
                await train_beside_feed(found, visit, training_pages)
        if found.training:
            return found
        found.notes.append(f"None of the posts in the feed {found.feed.url} is available.")
    else:
        found.notes.append("No feed was found: posts are recognised by what their pages have in common.")
    await train_without_feed(found, visit, training_pages)
    found.feed_addresses_wrong = found.feed is not None and await in_page_thread(has_wrong_addresses, found)
    if response.status >= 400 and not found.training:
        raise Unreachable(f"{url} answers with HTTP {response.status}; {advice_on_status(response.status)}")
    return found


def _survey_of(response: Response, url: str) -> Survey:
    home = normalize(response.url) or response.url
    # A user who asks for example.org/ and is redirected to example.org/home still means all of example.org.
    requested = adopt(url, urlsplit(home))
    root = requested if home.startswith(requested) else home
    if isinstance(response, TextResponse) and response.status < 400 and is_html(response):
        return Survey(home, root, peek_page(response))
    found = Survey(root, root, parse_page("", response.url))
    found.notes.append(f"{response.url} answers with HTTP {response.status}; the search continued from there.")
    return found


def _sitemaps(robots: Response | None, home: str) -> tuple[list[str], bool]:
    """The addresses of sitemaps, and whether they are guesses."""
    listed: Iterable[str] = ()
    if isinstance(robots, TextResponse) and robots.status < 400:
        listed = sitemaps_in_robots(robots.text, robots.url)
    urls = list(dict.fromkeys(url for url in (resolve(home, address) for address in listed) if url))
    return (urls, False) if urls else (usual_sitemaps(home)[:_MAX_SITEMAPS], True)
