"""Dates that stand beside links: lists of posts often say what the posts themselves do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import cast
from urllib.parse import unquote

from lxml import etree
from lxml.etree import _Element

from ...dates import Clock, Moment, learn_clock, read_date, read_iso
from ...dom import HEADINGS, Page, node_text

__all__ = ["learn_list_clock", "listed_dates", "more_exact_date"]

_TIMES = etree.XPath("//time")
# Texts that can be a date: short, and with the two digits that a day or a year has.
_TEXTS = etree.XPath(
    '//body//text()[string-length(normalize-space()) < 60 and contains(translate(.,"123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹",'
    '"000000000000000000000000000"),"00")][not(parent::script or parent::style or parent::a)]/..'
)
#: As in Blogger's ``search?updated-max=2012-10-03T23:18:00-04:00&max-results=7``.
_INSTANT = re.compile(r"[\w-]=(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))")
#: A list of posts is not read beyond so many dates; a post is looked for so many steps up from one, and not in what
#: holds so many links.
_MOST_DATES, _STEPS, _MOST_LINKS = 1000, 4, 40
#: So large a share of the dates on lists must be those of the feed; of hours, so many must be known, and so exactly.
_LEAST_RIGHT, _LEAST_HOURS, _EXACTLY = 0.8, 2, timedelta(minutes=2)


def listed_dates(page: Page, resolve: Callable[[str], str | None], language: str = "en") -> dict[str, Moment]:
    """For each address that a page links to with a date beside it, that date.

    ``resolve`` makes the address of a post from a link's, or says ``None`` if it leads to no post: what stands
    around a date may link to categories and authors too. Dates that can be read in two ways are left out.
    """
    found: dict[str, Moment] = {}
    taken: set[_Element] = set()
    for element, moment in _dates(page, language):
        post = _post_beside(element, resolve, taken)
        if post is not None:
            found.setdefault(post, moment)
    for instant in _instants(page):
        of_the_day = [post for post, moment in found.items() if moment.day == instant.day]
        if len(of_the_day) == 1 and found[of_the_day[0]].hour is None:
            found[of_the_day[0]] = instant
    return found


def _instants(page: Page) -> Iterator[Moment]:
    """The instants in a list's links to older posts: of the last post that it shows, where pages go by time."""
    for link in page.tree.iter("a"):
        address = link.get("href") or ""
        if "=" in address and "reverse" not in address and (stated := _INSTANT.search(unquote(address))):
            moment = read_iso(stated[1])
            if moment is not None:
                yield moment


def learn_list_clock(shown: Iterable[tuple[Moment, datetime]], *, hours: bool) -> Clock | None:
    """The clock of lists, from what they show of posts whose instant the feed gives; ``None`` if they are not right.

    With ``hours``, only moments with an hour count, and they must be the feed's: posts show their day themselves.
    """
    pairs = [(moment, target) for moment, target in shown if not hours or moment.hour is not None]
    clock = learn_clock(pairs)
    clock = Clock(clock.zone, "" if clock.usual else clock.hour)
    right = sum(_is_right(clock.set(moment), target, hours) for moment, target in pairs)
    # A whole instant is not right by chance.
    least = 1 if all(moment.offset is not None for moment, _ in pairs) else _LEAST_HOURS
    enough = len(pairs) >= least if hours else True
    return clock if enough and right >= _LEAST_RIGHT * len(pairs) else None


def _is_right(moment: Moment, target: datetime, hours: bool) -> bool:
    if not hours:
        return moment.same_day(target)
    when = moment.when()
    known = when is not None and when.tzinfo is not None and target.tzinfo is not None
    return known and abs(cast("datetime", when) - target) < _EXACTLY


def more_exact_date(shown: str | None, listed: str | None) -> str | None:
    """The date that a list shows, if the post shows none, or its day only."""
    if listed is None or shown is None:
        return listed
    return listed if len(shown) == len("2014-03-03") < len(listed) and listed.startswith(shown) else None


def _dates(page: Page, language: str) -> Iterator[tuple[_Element, Moment]]:
    """The dates on a page: what is marked as such, or, if nothing is, what reads like one."""
    marked = cast("list[_Element]", _TIMES(page.tree))
    for element in (marked or cast("list[_Element]", _TEXTS(page.tree)))[:_MOST_DATES]:
        moment = read_iso(element.get("datetime") or "")
        if moment is None:
            readings = {reading for _, reading in read_date(node_text(element)[:100], language)}
            moment = readings.pop() if len(readings) == 1 else None
        if moment is not None:
            yield element, moment


def _post_beside(element: _Element, resolve: Callable[[str], str | None], taken: set[_Element]) -> str | None:
    """The only post that the nearest links around a date lead to; those in headings are asked first."""
    holder: _Element | None = element
    for _ in range(_STEPS):
        if holder is None or holder in taken:  # another date has spoken for what is in there
            return None
        links = [link for link in islice(holder.iter("a"), _MOST_LINKS) if link.get("href")]
        posts = {post for link in links if (post := resolve(link.get("href") or "")) is not None}
        if len(posts) > 1:
            in_headings = (link for link in links if any(above.tag in HEADINGS for above in link.iterancestors()))
            posts = {post for link in in_headings if (post := resolve(link.get("href") or "")) is not None}
        if len(posts) == 1:
            taken.add(holder)
            return posts.pop()
        if posts or len(links) > _MOST_LINKS // 2:
            return None
        holder = holder.getparent()
    return None
