"""New posts on hub pages: the home page and the pages of older posts behind it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from scrapy.http import Response, TextResponse

from ..errors import NotFetched
from ..feeds import left_out
from ..frontier import Link, PostPattern, Role, Scope, Verdict, link_features_of, page_links
from ..http import is_html, record_trust, to_page
from ..items import PostState, WatchedDocument
from ..urls import page_key, url_variants
from .context import VisitState
from .document_request import request_document
from .feeds.feed_news import unlisted_posts
from .intents import Download, FetchPost, LookUpPosts, Steps

__all__ = ["new_posts", "next_hub", "read_hub_pages"]

_MAX_HUB_PAGES = 20


def read_hub_pages(home: WatchedDocument, visit: VisitState) -> Steps[list[FetchPost]]:
    """Read the home page again, and the pages behind it up to known posts; return the posts to fetch.

    These are the unknown posts, and those that the home page has stopped listing although it lists their neighbours.
    """
    answer = yield from request_document(home, visit)
    if answer.response is None:
        return []
    if answer.response.status >= 400:
        raise NotFetched(f"it answers with HTTP {answer.response.status}")
    scope, pattern = visit.known.scope, visit.known.pattern
    links = links_on(answer.response, scope)
    listed = {page_key(link.url): "" for link in links if link.verdict is Verdict.YES}
    unlisted: dict[str, PostState] = yield LookUpPosts(left_out(list(home.reading), listed))
    found: dict[str, FetchPost] = {}
    read = {page_key(visit.known.home)}
    url: str | None = answer.response.url
    while url is not None:
        urls = post_urls(links)
        states: dict[str, PostState] = yield LookUpPosts([*urls, *(other for some in urls.values() for other in some)])
        fresh = new_posts(urls, states, found)
        found |= fresh
        is_last = bool(states) or not fresh or len(read) >= _MAX_HUB_PAGES
        url = None if is_last else next_hub(links, url, read, pattern)
        if url is not None:
            read.add(page_key(url))
            links = yield from _download_links(url, scope)
    found |= {page_key(post.url): post for post in unlisted_posts(unlisted.values())}
    record_trust(home, answer, bool(found), visit.now())
    home.reading = listed
    return list(found.values())


def post_urls(links: Sequence[Link]) -> dict[str, list[str]]:
    """The URLs of the posts that a page links to, each with its spelling variants."""
    return {link.url: list(url_variants(link.url)) for link in links if link.verdict is Verdict.YES}


def new_posts(
    urls: Mapping[str, Sequence[str]], states: Mapping[str, PostState], found: Container[str]
) -> dict[str, FetchPost]:
    """The posts on a hub page that are not known under any variant of their URL, and not ``found`` before."""
    unknown = [url for url, others in urls.items() if states.keys().isdisjoint((url, *others))]
    return {page_key(url): FetchPost(url) for url in unknown if page_key(url) not in found}


def next_hub(links: Sequence[Link], url: str, read: Container[str], pattern: PostPattern) -> str | None:
    """The page of older posts that the hub page at ``url`` links to, unless it was ``read`` before."""
    older = (link.url for link in links if link_features_of(link, pattern, url).role is Role.PAGINATION)
    return next((url for url in older if page_key(url) not in read), None)


def _download_links(url: str, scope: Scope) -> Steps[list[Link]]:
    try:
        response: Response = yield Download(url)
    except NotFetched:
        return []
    return links_on(response, scope) if response.status < 400 else []


def links_on(response: Response, scope: Scope) -> list[Link]:
    """The links on a page that stay within the blog."""
    if not isinstance(response, TextResponse) or not is_html(response):
        return []
    return list(page_links(to_page(response), scope))
