"""Choosing the post's URL among the links of a feed entry."""

from __future__ import annotations

from collections.abc import Iterable

from ...urls import bare_host
from .entry_links import is_proxy

__all__ = ["post_address"]


def post_address(
    links: Iterable[str | None],
    original: str | None = None,
    permalink: str | None = None,
    home: str | None = None,
) -> tuple[str | None, tuple[str, ...]]:
    """The post's URL, and alternatives in order of trust.

    :param links: the entry's links, best first.
    :param original: the target that a feed proxy states for its link.
    :param permalink: the entry's id, if it is a URL.
    :param home: the blog's URL. A permalink on the blog is preferred to a link to another site (link blogs)
        and to a link to the home page, which would be the same for every entry.
    """
    given = [link for link in links if link]
    first = given[0] if given else None
    candidates = [original, *given, permalink]
    if permalink and first and not original and _better(permalink, first, home):
        candidates = [permalink, *given]
    distinct = list(dict.fromkeys(candidate for candidate in candidates if candidate))
    return (distinct[0], tuple(distinct[1:])) if distinct else (None, ())


def _better(permalink: str, link: str, home: str | None) -> bool:
    if is_proxy(link):
        return not is_proxy(permalink)
    if home is None or not bare_host(home):
        return False
    if link.rstrip("/") == home.rstrip("/"):
        return True
    return bare_host(permalink) == bare_host(home) != bare_host(link)
