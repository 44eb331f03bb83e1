"""Ranks links by what is known of the software that made the site."""

from __future__ import annotations

from ...blog import KnownBlog
from ...dom import Page
from ...faults import attempt
from ...frontier import SKIP, Link, is_pagination_url
from ...knowledge import document, links_at
from ...urls import page_key
from .link_repair import LinkRepair

__all__ = ["KnowledgeGuide"]

_POST_PRIORITY, _PAGINATION_PRIORITY, _OTHER_PRIORITY = 1000, 950, 900


class KnowledgeGuide:
    """A guide: links of the software's navigation come before all guesses, noise is not followed.

    Redundant lists (tags, archives by month) are not followed either once the home page lists posts and links to older
    ones: then that list is complete, unless one of its pages is missing. The guide knows nothing of unknown software.
    """

    def __init__(self, blog: KnownBlog, complete: bool = False, repair: LinkRepair | None = None) -> None:
        self._blog = blog
        self._repair = repair
        self._page: Page | None = None
        self._navigation: dict[str, int] = {}
        self._redundant: set[str] = set()
        #: Whether the list of posts on the home page leads to all posts.
        self.complete = complete

    def priority(self, page: Page, link: Link) -> int | None:
        """The priority of a link on a page; ``SKIP`` not to follow it; ``None`` if it is unknown."""
        knowledge = self._blog.knowledge
        if knowledge.application is None:
            return None
        if page is not self._page:
            self._read(page)
        key = page_key(link.url)
        if key in self._navigation:
            return self._navigation[key]
        if self.skips(link.url) or (self.complete and key in self._redundant):
            return SKIP
        return None

    def skips(self, url: str) -> bool:
        """Whether an address must not be followed, wherever it was found."""
        knowledge = self._blog.knowledge
        return knowledge.avoids(url) or (self.complete and knowledge.is_redundant(url))

    def report_missing(self, url: str) -> bool:
        """Record that a page is missing; returns whether the links not followed so far are wanted after all."""
        incomplete = self.complete and is_pagination_url(url)
        self.complete = self.complete and not incomplete
        return incomplete

    def read_home(self, page: Page) -> None:
        """Find out whether the home page lists posts and links to older ones."""
        knowledge = self._blog.knowledge
        if knowledge.application is not None:
            level = knowledge.base.level(knowledge.application, document(page))
            links = knowledge.navigation_links(level, page, self._blog.scope)
            self.complete = any(link.to == "post" for link in links) and any(link.pages for link in links)

    def _read(self, page: Page) -> None:
        knowledge, scope = self._blog.knowledge, self._blog.scope
        application = knowledge.application
        assert application is not None
        self._page = page
        level = knowledge.base.level(application, document(page))
        links = knowledge.navigation_links(level, page, scope)
        learn_from = self._repair.learn_from if self._repair is not None else None
        if learn_from is not None and attempt("link_repair", page.url, False, learn_from, page, level, links):
            application = knowledge.application or application
            level = knowledge.base.level(application, document(page))
            links = knowledge.navigation_links(level, page, scope)
        self._navigation = {
            page_key(scope.adopt(link.url)): _PAGINATION_PRIORITY
            if link.pages
            else _POST_PRIORITY
            if link.to == "post"
            else _OTHER_PRIORITY
            for link in links
        }
        self._redundant = {page_key(scope.adopt(url)) for url in links_at(application.redundant.links, page)}
