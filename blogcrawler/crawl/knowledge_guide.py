"""Tells the crawl of a blog which links the program of the site is known to have, and what they are worth."""

from __future__ import annotations

from ..blog import KnownBlog
from ..dom import Page
from ..frontier import LEAVE, Link, is_pagination_url
from ..knowledge import document, links_at
from ..urls import page_key
from .link_repair import LinkRepair

__all__ = ["KnowledgeGuide"]

_POST, _PAGES, _OTHERS = 1000, 950, 900


class KnowledgeGuide:
    """A guide: navigation actions come before all guesses, noise is left alone.

    What is redundant (tags, archives by month) is left alone, too, once the home page was seen to list posts and to go
    on to older ones: then that list is complete, unless a page of it is missing. Of an unknown program the guide knows
    nothing.
    """

    def __init__(self, blog: KnownBlog, complete: bool = False, repair: LinkRepair | None = None) -> None:
        self._blog = blog
        self._repair = repair
        self._page: Page | None = None
        self._ways: dict[str, int] = {}
        self._redundant: set[str] = set()
        #: Whether the list of posts on the home page goes on to the last one.
        self.complete = complete

    def priority(self, page: Page, link: Link) -> int | None:
        """The priority of a link on a page, ``LEAVE`` to leave it alone, ``None`` if nothing is known of it."""
        knowledge = self._blog.knowledge
        if knowledge.application is None:
            return None
        if page is not self._page:
            self._look_at(page)
        key = page_key(link.url)
        if key in self._ways:
            return self._ways[key]
        if self.leaves(link.url) or (self.complete and key in self._redundant):
            return LEAVE
        return None

    def leaves(self, url: str) -> bool:
        """Whether an address is to be left alone, wherever it was found."""
        knowledge = self._blog.knowledge
        return knowledge.avoids(url) or (self.complete and knowledge.is_redundant(url))

    def misses(self, url: str) -> bool:
        """A page is not there: whether what was left alone up to now is wanted, as lists are not complete."""
        doubted = self.complete and is_pagination_url(url)
        self.complete = self.complete and not doubted
        return doubted

    def look_at_home(self, page: Page) -> None:
        """See whether the home page lists posts and goes on to older ones."""
        knowledge = self._blog.knowledge
        if knowledge.application is not None:
            level = knowledge.base.level(knowledge.application, document(page))
            ways = knowledge.ways(level, page, self._blog.scope)
            self.complete = any(way.to == "post" for way in ways) and any(way.pages for way in ways)

    def _look_at(self, page: Page) -> None:
        knowledge, scope = self._blog.knowledge, self._blog.scope
        application = knowledge.application
        assert application is not None
        self._page = page
        level = knowledge.base.level(application, document(page))
        ways = knowledge.ways(level, page, scope)
        if self._repair is not None and self._repair.look_at(page, level, ways):
            application = knowledge.application or application
            level = knowledge.base.level(application, document(page))
            ways = knowledge.ways(level, page, scope)
        self._ways = {
            page_key(scope.adopt(way.url)): _PAGES if way.pages else _POST if way.to == "post" else _OTHERS
            for way in ways
        }
        self._redundant = {page_key(scope.adopt(url)) for url in links_at(application.redundant.links, page)}
