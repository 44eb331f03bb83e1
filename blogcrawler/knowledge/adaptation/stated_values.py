"""The values that pages state in their metadata or address, to search for on the pages themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ...dates import read_iso, url_date
from ...dom import JSON_LD, META, Page, read, words
from ...extraction import split_names
from ...urls import bare_host

__all__ = ["Words", "site_words", "stated_days", "stated_names", "stated_titles"]

Words = tuple[str, ...]
_HEAD = "/html/head/"


def stated_titles(pages: Sequence[Page]) -> list[list[Words]]:
    """For each page its titles, word by word, with and without what the titles of all pages begin or end with.

    A title that all pages have is left out.
    """
    found: list[list[Words]] = [[] for _ in pages]
    for selector, take in META["title"]:
        if not selector.startswith((_HEAD, JSON_LD)):
            continue
        values = [tuple(words(" ".join(read(page, selector, take, 1))[:500])) for page in pages]
        different = list(dict.fromkeys(value for value in values if value))
        if len(different) < 2:
            continue
        first = len(_shared(different))
        last = len(_shared([value[::-1] for value in different]))
        for titles, value in zip(found, values, strict=True):
            for one in (value[first : len(value) - last], value[: len(value) - last], value[first:], value):
                if one and one not in titles:
                    titles.append(one)
    return found


def _shared(values: Sequence[Words]) -> list[str]:
    """The words that all values begin with."""
    return [first for first, *_ in takewhile(lambda column: len(set(column)) == 1, zip(*values, strict=False))]


def stated_days(page: Page) -> set[str]:
    """The days of publication that a page states in its address and in its head."""
    moments = [url_date(page.url)]
    for selector, take in META["published"]:
        if selector.startswith((_HEAD, JSON_LD)):
            moments += [read_iso(value) for value in read(page, selector, take, 1)]
    return {moment.day.isoformat() for moment in moments if moment}


def stated_names(page: Page) -> set[Words]:
    """The authors that a page names in its head."""
    values = (
        value
        for selector, take in META["authors"]
        if selector.startswith((_HEAD, JSON_LD))
        for value in read(page, selector, take, 3)
    )
    return {tuple(words(name)) for value in values for name in split_names(value) if words(name)}


def site_words(page: Page) -> str:
    """The letters of a page's host, which often contains the name of a blog's only author."""
    return "".join(words(bare_host(page.url, web_only=False)))
