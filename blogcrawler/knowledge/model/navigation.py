"""Finds the links of a page to follow, by the navigation actions of its type."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import Page
from ..language.expression import Expression
from .knowledge_base import KnowledgeBase
from .model import Application, Level
from .values import link_of

__all__ = ["NavigationLink", "links_at", "navigate"]

_MAX_LINKS = 5000


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """A link to follow.

    ``to`` is the level that it leads to, ``order`` its importance (1 is the highest); ``pages`` says that it leads to a
    further page of the same list or thread.
    """

    url: str
    to: str | None
    order: int
    pages: bool


def navigate(base: KnowledgeBase, application: Application, level: Level, page: Page) -> list[NavigationLink]:
    """The links that the actions of a level find on a page, the most important first, each once."""
    noise = links_at(application.avoid.links, page)
    links: dict[str, NavigationLink] = {}
    for action in sorted(level.follow, key=lambda one: one.order):
        for found in action.path.find(page.tree)[:_MAX_LINKS]:
            url = link_of(page, found)
            if url is None or not url.startswith(("http://", "https://")):
                continue
            url = url.partition("#")[0]
            if url in links or url in noise or base.avoids(application, url):
                continue
            links[url] = NavigationLink(url, action.to, action.order, action.pages)
    return list(links.values())


def links_at(paths: Iterable[Expression], page: Page) -> set[str]:
    """The addresses of the links that these expressions find."""
    found: set[str] = set()
    for path in paths:
        for one in path.find(page.tree):
            href = one.get("href") if isinstance(one, _Element) else one
            url = link_of(page, href) if href else None
            if url:
                found.add(url.partition("#")[0])
    return found
