"""Which links of a page to follow, as its type's navigation actions say."""

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

_MOST = 5000


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """An address that an action names: the level that it leads to, how important it is (1 is most important)."""

    url: str
    to: str | None
    order: int
    pages: bool


def navigate(base: KnowledgeBase, application: Application, level: Level, page: Page) -> list[NavigationLink]:
    """The addresses that the actions of a level find on a page, most important first, each once."""
    noise = links_at(application.avoid.links, page)
    ways: dict[str, NavigationLink] = {}
    for action in sorted(level.follow, key=lambda one: one.order):
        for found in action.path.find(page.tree)[:_MOST]:
            url = link_of(page, found)
            if url is None or not url.startswith(("http://", "https://")):
                continue
            url = url.partition("#")[0]
            if url in ways or url in noise or base.avoids(application, url):
                continue
            ways[url] = NavigationLink(url, action.to, action.order, action.pages)
    return list(ways.values())


def links_at(paths: Iterable[Expression], page: Page) -> set[str]:
    """The addresses of the links that stand where these expressions say."""
    found: set[str] = set()
    for path in paths:
        for one in path.find(page.tree):
            href = one.get("href") if isinstance(one, _Element) else one
            url = link_of(page, href) if href else None
            if url:
                found.add(url.partition("#")[0])
    return found
