"""Finding pages to learn a blog's rules from if it has no feed, or one of a few entries: links and sitemaps, until
enough pages look alike.

The crawl does not repeat these downloads, so a page that turns out not to be a post costs nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from lxml import etree
from scrapy.http import TextResponse

from ..blog import Survey, Training
from ..dom import Page
from ..extraction import entries_beside_feed, own_entries
from ..frontier import (
    Activity,
    PostPattern,
    Scope,
    Verdict,
    group_likely_posts,
    is_pagination_url,
    learn_pattern,
    page_links,
)
from ..http import in_page_thread, peek_page
from ..items import FeedEntry
from ..urls import page_key
from .listed_pages import listed_pages
from .post_likeness import AlikePages, rank_by_likeness
from .training_pages import entry_page
from .visits import SurveyDownloads

__all__ = ["train_beside_feed", "train_without_feed"]

T = TypeVar("T")
_Fetched = tuple[TextResponse, Page]

#: If the home page and the sitemap list fewer likely posts, pages that the home page links to are searched for more, up
#: to this number.
_MIN_POSTS, _MAX_SEARCHED_PAGES = 4, 5
#: Number of times to try further pages if too few look like posts.
_MAX_BATCHES = 5
#: With fewer pages, the content of a page cannot be told from its template.
_MIN_OTHER_PAGES = 3
#: Number of pages from each further group of addresses in a batch.
_MAX_FROM_FURTHER_GROUP = 3
#: A batch with a smaller share of answers consists of dead links.
_MIN_ANSWERED_SHARE = 0.2
#: Pages that look this much like posts have titles and dates; this many of one template are enough.
_MIN_LIKENESS, _ENOUGH_PAGES = 0.7, 8
_MENU = etree.XPath(
    "boolean(ancestor::nav or ancestor::footer[not(ancestor::article)] or ancestor::*[@role='navigation'])"
)
_BLOG_PATH = re.compile(
    r"/(?:blogs?|weblog|posts?|articles?|news|notes|journal|writing|archives?)(?:[/.]|$)", re.IGNORECASE
)
_NUMBER = etree.XPath("number(.) = number(.)")  # true only for numbers: NaN does not equal itself


async def train_without_feed(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Train with pages that look like posts and share a template. Their metadata serve as entries."""
    fetched, ranked = await _search(found, visit, limit)
    places = ranked[0].places if ranked else ()
    chosen = [fetched[place] for place in _spread(places, limit)]
    entries = own_entries([page for _, page in chosen])
    for (response, page), entry in zip(chosen, entries, strict=True):
        found.training.append(Training(entry, response, page))
    _keep_other_templates(found, fetched, ranked[1:])


async def train_beside_feed(found: Survey, visit: SurveyDownloads, limit: int) -> None:
    """Add pages in the template of the few posts that the feed lists: so few do not tell a post from its template."""
    known = list(found.training)
    fetched, ranked = await _search(found, visit, limit)
    of_feed = next((one for one in ranked if any(place < len(known) for place in one.places)), AlikePages((), 0.0))
    further = [place for place in of_feed.places if place >= len(known)]
    chosen = [fetched[place] for place in _spread(further, limit - len(known))]
    entries = entries_beside_feed([(one.entry, one.page) for one in known], [page for _, page in chosen])
    for (response, page), entry in zip(chosen, entries, strict=True):
        found.training.append(Training(entry, response, page))
    _keep_other_templates(found, fetched, [one for one in ranked if one is not of_feed])


def _keep_other_templates(found: Survey, fetched: Sequence[_Fetched], ranked: Iterable[AlikePages]) -> None:
    for one in ranked:
        if one.likeness >= _MIN_LIKENESS and len(one.places) >= _MIN_OTHER_PAGES:
            found.other_templates.append([fetched[place][1] for place in one.places])


async def _search(found: Survey, visit: SurveyDownloads, limit: int) -> tuple[list[_Fetched], list[AlikePages]]:
    """Fetch pages until enough look alike; those that are known already come first. The pages, and their templates,
    those first that look most like posts."""
    visit.report(Activity.FIND_TRAINING_PAGES, 0, 0)
    listed = await listed_pages(found, visit)
    likely, others = await _groups_to_try(found, visit, listed)
    pages: dict[str, _Fetched] = {page_key(one.page.url): (one.response, one.page) for one in found.training}
    linked = {*pages, *(page_key(url) for group in likely for url in group)}
    candidates = _Candidates(likely, others, set(listed), {page_key(found.home), *pages})
    ranked: list[AlikePages] = []
    best = AlikePages((), 0.0)
    for _ in range(_MAX_BATCHES):
        look_like_posts = best.likeness >= _MIN_LIKENESS
        if look_like_posts and len(best.places) >= min(_ENOUGH_PAGES, limit):
            break
        batch = candidates.next_batch(limit, only_likely=look_like_posts and len(best.places) >= _MIN_POSTS)
        if not batch:
            break
        responses = await asyncio.gather(*(entry_page(FeedEntry(url=url), found.home, visit) for url in batch))
        answers = [(response, peek_page(response)) for response in responses if response is not None]
        candidates.remember(batch, len(answers))
        pages |= {page_key(page.url): (response, page) for response, page in answers if page_key(page.url) not in pages}
        sure = {place for place, key in enumerate(pages) if key in linked}
        ranked = await in_page_thread(rank_by_likeness, [page for _, page in pages.values()], sure)
        best = ranked[0] if ranked else best
    return list(pages.values()), ranked


async def _groups_to_try(
    found: Survey, visit: SurveyDownloads, listed: Iterable[str]
) -> tuple[list[list[str]], list[list[str]]]:
    """Groups of addresses that may lead to posts, the likeliest first; and all other known addresses."""
    scope = Scope(found.root)
    links, menus = _sorted_links(found.home_page, scope)
    links += [url for url in listed if url not in menus and not is_pagination_url(url)]
    groups = group_likely_posts(dict.fromkeys(links))
    if not groups or len(groups[0]) < _MIN_POSTS:  # it may be a portal; what it links to will be fetched anyway
        every = dict.fromkeys(links + menus)
        steps = sorted(every, key=lambda url: not _BLOG_PATH.search(urlsplit(url).path))[:_MAX_SEARCHED_PAGES]
        for response in await asyncio.gather(*(entry_page(FeedEntry(url=url), found.home, visit) for url in steps)):
            more, beside = _sorted_links(peek_page(response), scope) if response else ([], [])
            links += more
            menus += beside
        groups = group_likely_posts(dict.fromkeys(url for url in links if url not in menus))
    others = [url for url in dict.fromkeys(links + menus) if PostPattern().classify(url) is not Verdict.NO]
    of_feed = learn_pattern(training.page.url for training in found.training)
    like_feed = [url for group in groups for url in group if of_feed.classify(url) is Verdict.YES]
    groups = [like_feed, *groups] if found.training and like_feed else groups
    return groups, [*group_likely_posts(dict.fromkeys(menus)), others]


@dataclass(slots=True)
class _Candidates:
    """Groups of addresses to try, those that the sitemap lists, and the keys of addresses that need not be tried."""

    likely: list[list[str]]
    others: list[list[str]]
    listed: set[str]
    tried: set[str]

    def next_batch(self, limit: int, *, only_likely: bool) -> list[str]:
        """Addresses of the likeliest group that has some to try, and a few of the next ones: the blog may keep its
        posts in several folders."""
        batch: list[str] = []
        for group in self.likely if only_likely else (*self.likely, *self.others):
            room = limit - len(batch)
            if not room:
                break
            most = room if len(batch) < _MIN_POSTS else min(room, _MAX_FROM_FURTHER_GROUP)
            fresh = {page_key(url): url for url in group if page_key(url) not in self.tried}
            chosen = self._choose(list(fresh.values()), most - most // 3 if most == limit else most)
            batch += chosen
            self.tried.update(map(page_key, chosen))
        return batch

    def _choose(self, urls: Sequence[str], limit: int) -> list[str]:
        """Addresses from all over a group, half of them from the sitemap: it may be old, and links may be dead."""
        listed = [url for url in urls if url in self.listed]
        linked = [url for url in urls if url not in self.listed]
        half = max(limit // 2, limit - len(linked))
        chosen = _spread(listed, half)
        return [*chosen, *_spread(linked, limit - len(chosen))]

    def remember(self, batch: Sequence[str], answered: int) -> None:
        """Forget groups whose links are dead: they would use up all attempts."""
        if len(batch) >= _MIN_POSTS and answered < _MIN_ANSWERED_SHARE * len(batch):
            dead = set(batch)
            for group in self.likely:
                if 2 * len(dead.intersection(group)) > len(batch):
                    self.tried.update(page_key(url) for url in group if url not in self.listed)


def _spread(values: Sequence[T], limit: int) -> Sequence[T]:
    """At most ``limit`` values from all over a list, so that they are not all from one section or year."""
    if len(values) <= limit:
        return values
    return [values[place * len(values) // limit] for place in range(limit)]


def _sorted_links(page: Page, scope: Scope) -> tuple[list[str], list[str]]:
    """The links of a page, and apart from them those in menus and to further pages, which rarely lead to posts."""
    links: list[str] = []
    menus: list[str] = []
    for link in page_links(page, scope):
        in_menu = link.element is not None and (_MENU(link.element) or _NUMBER(link.element))
        (menus if in_menu or is_pagination_url(link.url) else links).append(link.url)
    return links, menus
