"""Upper bound for the number of right dates: does the page state the expected day anywhere?

    python benchmarks/stated_dates.py

For each post of the corpus that the feed did not list, reads every text, attribute and script of its page, and its URL,
as a date in every format that we know. A post counts if the feed's day is among these days, or if our rules, which know
the blog's clock and its lists, return it. The other pages do not state the day, so it can only be guessed. This is an
upper bound because a page may contain the day by chance. Needs the corpus (CORPUS, by default ../shared/corpus)
and the extra ``bench``.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from datetime import UTC, date
from typing import Any

from extraction import SCORER, Blog, blogs, by_rules
from w3lib.encoding import html_to_unicode

from blogcrawler.dates import Moment, read_date, read_iso, read_timestamp, url_date
from blogcrawler.dom import Page, node_pieces
from blogcrawler.extraction import learn

_DIGIT = re.compile(r"\d")
_QUOTED = re.compile(r'"(\d[^"]{7,40})"')
_LINES = re.compile(r"[\n|•·]")
_LONG, _SHORT = 2000, 200


def texts(page: Page) -> Iterator[str]:
    """Everything on a page that may be a date."""
    for element in page.tree.iter("*"):
        yield from map(str, element.values())
        if element.tag == "script":
            yield from _QUOTED.findall(element.text or "")
            continue
        whole = "".join(map(str, element.itertext()))
        if len(whole) < _SHORT:
            yield from (whole, node_pieces(element))
        for text in (element.text, element.tail):
            yield from (line[:_SHORT] for line in _LINES.split((text or "")[:_LONG]))


def days(page: Page, language: str) -> set[date]:
    """The days that a page states, each as written and in UTC."""
    said = {text.strip() for text in texts(page) if len(text) < _LONG and _DIGIT.search(text)}
    moments: list[Moment | None] = [url_date(page.url)]
    for text in said:
        moments += [read_iso(text), read_timestamp(text), *(moment for _, moment in read_date(text, language))]
    found = [moment for moment in moments if moment is not None]
    instants = [when for moment in found if (when := moment.when()) is not None and when.tzinfo]
    return {moment.day for moment in found} | {when.astimezone(UTC).date() for when in instants}


def wanted(entry: dict[str, Any]) -> set[date]:
    """The days that count as right."""
    moment = SCORER.day(entry["published"])
    return {moment.date()} | ({moment.astimezone(UTC).date()} if moment.tzinfo else set())


def shares(blog: Blog) -> tuple[float, float] | None:
    """The share of posts whose date is right, and the share whose date is right or at least stated."""
    entries = [entry for entry in blog.test if entry.get("published")]
    if not entries:
        return None
    feed = blog.feed("feed.train.xml")
    language = (learn(blog.training(feed), feed.language).language or "en").split("-")[0]
    run = by_rules(blog, "feed.train.xml")
    right = [
        SCORER.same_day(entry["published"], run(entry, html_to_unicode(None, blog.raw(entry))[1])["published"])
        for entry in entries
    ]
    stated = [
        ours or not wanted(entry).isdisjoint(days(blog.page(entry), language))
        for ours, entry in zip(right, entries, strict=True)
    ]
    return statistics.mean(right), statistics.mean(stated)


def main() -> None:
    found = {blog.folder.name: pair for blog in blogs() if (pair := shares(blog)) is not None}
    print("| blog | right | right or stated |\n|---|---|---|")
    for name, (right, stated) in found.items():
        if right < 1:
            print(f"| {name} | {right:.1%} | {stated:.1%} |")
    right, stated = (statistics.mean(column) for column in zip(*found.values(), strict=True))
    print(f"| **{len(found)} blogs** | **{right:.1%}** | **{stated:.1%}** |")


if __name__ == "__main__":
    main()
