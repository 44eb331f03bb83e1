"""Dates next to links: lists of posts often have dates that the posts themselves lack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
#: Text that may be a date: short, and with two digits, as days and years have.
_TEXTS = etree.XPath(
    '//body//text()[string-length(normalize-space()) < 60 and contains(translate(.,"123456789٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹",'
    '"000000000000000000000000000"),"00")][not(parent::script or parent::style or parent::a)]/..'
)
#: An instant in a link to older posts, as in Blogger's ``search?updated-max=2012-10-03T23:18:00-04:00&max-results=7``.
_INSTANT = re.compile(r"[\w-]=(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))")


@dataclass(frozen=True, slots=True)
class ListParameters:
    """How far to look, and when dates on lists are right."""

    #: More dates on one page are not read.
    max_dates: int = 1000
    #: The post is looked for this many steps up from its date, and not in an element with about this many links.
    max_steps: int = 4
    max_links: int = 40
    #: Longer text is cut off before it is read as a date.
    max_date_length: int = 100
    #: This share of the dates must be the feed's.
    min_right_share: float = 0.8
    #: To learn hours, at least this many posts must be known, and the times must be this close to the feed's.
    min_posts_with_hours: int = 2
    time_tolerance: timedelta = timedelta(minutes=2)


_PARAMETERS = ListParameters()


def listed_dates(page: Page, resolve: Callable[[str], str | None], language: str = "en") -> dict[str, Moment]:
    """The dates that a page shows next to links to posts, by the address of the post.

    ``resolve`` returns the address of the post that a link leads to, or ``None`` if it leads elsewhere: links around a
    date may lead to categories and authors, too. Ambiguous dates are left out.
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
    """The instants in links to older posts: the time of the last post shown, on blogs that page by time."""
    for link in page.tree.iter("a"):
        address = link.get("href") or ""
        if "=" in address and "reverse" not in address and (stated := _INSTANT.search(unquote(address))):
            moment = read_iso(stated[1])
            if moment is not None:
                yield moment


def learn_list_clock(shown: Iterable[tuple[Moment, datetime]], *, hours: bool) -> Clock | None:
    """The clock of lists, from pairs of what they show and the feed's date; ``None`` if too many are wrong.

    With ``hours``, only dates with a time count, and it must be the feed's: the posts themselves show the day.
    """
    pairs = [(moment, target) for moment, target in shown if not hours or moment.hour is not None]
    clock = learn_clock(pairs)
    clock = Clock(clock.zone, "" if clock.usual else clock.hour)
    right = sum(_is_right(clock.set(moment), target, hours) for moment, target in pairs)
    # A full instant is not right by chance.
    least = 1 if all(moment.offset is not None for moment, _ in pairs) else _PARAMETERS.min_posts_with_hours
    enough = len(pairs) >= least if hours else True
    return clock if enough and right >= _PARAMETERS.min_right_share * len(pairs) else None


def _is_right(moment: Moment, target: datetime, hours: bool) -> bool:
    if not hours:
        return moment.same_day(target)
    when = moment.when()
    known = when is not None and when.tzinfo is not None and target.tzinfo is not None
    return known and abs(cast("datetime", when) - target) < _PARAMETERS.time_tolerance


def more_exact_date(shown: str | None, listed: str | None) -> str | None:
    """The date from a list if the post shows none, or only the day; else ``None``."""
    if listed is None or shown is None:
        return listed
    return listed if len(shown) == len("2014-03-03") < len(listed) and listed.startswith(shown) else None


def _dates(page: Page, language: str) -> Iterator[tuple[_Element, Moment]]:
    """The dates on a page: ``<time>`` elements, or, if there are none, text that reads like a date."""
    marked = cast("list[_Element]", _TIMES(page.tree))
    for element in (marked or cast("list[_Element]", _TEXTS(page.tree)))[: _PARAMETERS.max_dates]:
        moment = read_iso(element.get("datetime") or "")
        if moment is None:
            readings = {
                reading for _, reading in read_date(node_text(element)[: _PARAMETERS.max_date_length], language)
            }
            moment = readings.pop() if len(readings) == 1 else None
        if moment is not None:
            yield element, moment


def _post_beside(element: _Element, resolve: Callable[[str], str | None], taken: set[_Element]) -> str | None:
    """The only post that the nearest links around a date lead to; if there are several, that in headings."""
    holder: _Element | None = element
    for _ in range(_PARAMETERS.max_steps):
        if holder is None or holder in taken:  # another date belongs to this element
            return None
        links = [link for link in islice(holder.iter("a"), _PARAMETERS.max_links) if link.get("href")]
        posts = {post for link in links if (post := resolve(link.get("href") or "")) is not None}
        if len(posts) > 1:
            in_headings = (link for link in links if any(above.tag in HEADINGS for above in link.iterancestors()))
            posts = {post for link in in_headings if (post := resolve(link.get("href") or "")) is not None}
        if len(posts) == 1:
            taken.add(holder)
            return posts.pop()
        if posts or len(links) > _PARAMETERS.max_links // 2:
            return None
        holder = holder.getparent()
    return None
