"""Which of the addresses that a feed entry carries is the post's."""

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
    """The address of the post and, in order of trust, others that may also be.

    :param links: what the entry links to, best first.
    :param original: where a feed proxy says that its link leads.
    :param permalink: the entry's identifier, if it is an address that is meant to work.
    :param home: the blog's address. A link away from it gives way to a permalink on it (link blogs), and so
        does a link to it, which is the same in every entry.
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
