"""Estimates for posts without a date, from sitemaps and from the dates of their neighbours.

A post is between others in a sitemap, or the number in its address is between theirs, or it links to some and others
link to it. If the dated posts of the blog follow that order, the undated ones were published between their neighbours.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ..dates import DateCandidate, DateOrigin, Dating, agreement, best_date, between
from ..items import WatchedDocument
from ..store import Store
from ..urls import listing_key
from .link_order import by_links

__all__ = ["date_undated", "datings"]

_NUMBER = re.compile(r"\d{1,12}")
#: An order is trusted if it has this many dated posts, and this share of neighbours follow it.
_MIN_DATED_POSTS, _MIN_SHARE_IN_ORDER = 5, 0.95
#: If more pages changed on one day, that was a change of the template.
_MAX_CHANGES_A_DAY = 5

#: Positions and dates of the dated posts of an order, and positions of the undated ones by address.
_Order = tuple[list[tuple[float, str]], dict[str, float]]


def date_undated(store: Store, blog: str) -> int:
    """Estimate the dates of a blog's undated posts; returns how many got a new estimate."""
    waiting = store.post_states.undated(blog)
    if not waiting:
        return 0
    dated = {
        url: published for url, published, _ in store.post_states.published(blog) if published and url not in waiting
    }
    sitemaps = [source for source in store.schedule.sources(blog) if source.kind == "sitemap"]
    links = {post.url: post.links for post in store.posts(blog)} if dated else {}
    found = datings(dated, waiting, sitemaps, links)
    for url, dating in found.items():
        store.post_states.save_dating(url, dating.record())
    return len(found)


def datings(
    dated: Mapping[str, str],
    undated: Mapping[str, Mapping[str, object] | None],
    sitemaps: Iterable[WatchedDocument],
    links: Mapping[str, Iterable[str]] | None = None,
) -> dict[str, Dating]:
    """The best estimates for undated posts, if they are better than the present ones in ``undated``."""
    sources = [source for source in sitemaps if source.reading]
    candidates: dict[str, list[DateCandidate]] = {url: [] for url in undated}
    for source in sources:
        for url, candidate in _by_lastmod(dated, undated, source.reading, source.facts.get("changefreq", {})):
            candidates[url].append(candidate)
    orders = [_listed(dated, undated, source.reading) for source in sources] + _numbered(dated, undated)
    for known, places in orders:
        for url, candidate in _by_neighbours(known, places):
            candidates[url].append(candidate)
    for url, candidate in by_links(dated, undated, links or {}):
        candidates[url].append(candidate)
    found = {}
    for url, said in candidates.items():
        guess, before = best_date(said), float(str((undated[url] or {}).get("confidence") or 0))
        if guess is not None and guess.confidence > before:
            found[url] = guess
    return found


def _by_lastmod(
    dated: Mapping[str, str], undated: Iterable[str], listing: Mapping[str, str], changefreq: Mapping[str, str]
) -> Iterable[tuple[str, DateCandidate]]:
    """The dates of last changes, as far as they were right for posts that change as often according to the sitemap."""
    pairs: dict[str, list[tuple[str | None, str]]] = {}
    for url, published in dated.items():
        key = listing_key(url)
        pairs.setdefault(changefreq.get(key, ""), []).append((listing.get(key), published))
    agreed = {often: agreement(same) for often, same in pairs.items()}
    days = Counter(lastmod[:10] for lastmod in listing.values())
    for url in undated:
        key = listing_key(url)
        lastmod, (right, of) = listing.get(key), agreed.get(changefreq.get(key, ""), (0, 0))
        if lastmod and days[lastmod[:10]] <= _MAX_CHANGES_A_DAY:
            yield url, DateCandidate(lastmod, DateOrigin.SITEMAP, right / max(of, 1), of)


def _listed(dated: Mapping[str, str], undated: Iterable[str], listing: Mapping[str, str]) -> _Order:
    """The order of a sitemap."""
    place = {key: float(number) for number, key in enumerate(listing)}
    known = [(place[key], date) for url, date in dated.items() if (key := listing_key(url)) in place]
    return sorted(known), {url: place[key] for url in undated if (key := listing_key(url)) in place}


def _numbered(dated: Mapping[str, str], undated: Iterable[str]) -> list[_Order]:
    """The orders given by the numbers in addresses that are otherwise equal."""
    orders: dict[str, _Order] = {}
    for url in undated:
        if (found := _number(url)) is not None:
            orders.setdefault(found[0], ([], {}))[1][url] = found[1]
    for url, date in dated.items() if orders else ():
        if (found := _number(url)) is not None and found[0] in orders:
            orders[found[0]][0].append((found[1], date))
    return [(sorted(known), places) for known, places in orders.values()]


def _number(url: str) -> tuple[str, float] | None:
    """An address without its only number, and that number; ``None`` if it has none or several."""
    path = url.partition("://")[2].partition("/")[2]
    numbers = _NUMBER.findall(path)
    return (_NUMBER.sub("#", path), float(numbers[0])) if len(numbers) == 1 else None


def _by_neighbours(
    known: Sequence[tuple[float, str]], places: Mapping[str, float]
) -> Iterable[tuple[str, DateCandidate]]:
    dates = [date[:10] for _, date in known]
    if len(dates) < _MIN_DATED_POSTS:
        return
    pairs = list(pairwise(dates))
    up, down = (sum(one <= other for one, other in pairs), sum(one >= other for one, other in pairs))
    if max(up, down) < _MIN_SHARE_IN_ORDER * len(pairs):
        return
    order = [place for place, _ in known]
    for url, place in places.items():
        at = bisect(order, place)
        if 0 < at < len(known) and (guess := between(dates[at - 1], dates[at], DateOrigin.NEIGHBOURS)) is not None:
            yield url, guess
