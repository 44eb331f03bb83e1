"""Repairs navigation actions: with an unknown theme, no action finds the posts on a site's lists."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from ...blog import KnownBlog
from ...dom import Page
from ...frontier import Verdict, is_pagination_url, page_links
from ...knowledge import Learned, Level, NavigationLink, adapt_level, adapt_navigation
from ...store import Store
from ...urls import page_key

__all__ = ["LinkRepair"]

#: Numbers of lists to learn from and of posts to tell them from.
_TRAINING_LISTS, _TRAINING_POSTS = 3, 3
#: Give up after this many pages.
_MAX_PAGES = 40
#: A page with fewer links to posts is not a list.
_MIN_POST_LINKS = 3


class LinkRepair:
    """Collects lists on which no action finds a post; when there are enough, learns where their links are.

    What was learned is stored with the blog for the next crawl.
    """

    def __init__(self, blog: KnownBlog, store: Callable[[], Store]) -> None:
        self._blog = blog
        self._store = store
        self._lists: dict[str, list[Page]] = {}
        self._posts: list[Page] = []
        self._pages_left = _MAX_PAGES

    def learn_from(self, page: Page, level: Level | None, links: list[NavigationLink]) -> bool:
        """Learn from a page of a level on which the actions have found these links; whether something was learned."""
        if self._pages_left <= 0 or (level is not None and level.terminal) or any(link.to == "post" for link in links):
            return False
        self._pages_left -= 1
        if self._blog.pattern.classify(page.url) is Verdict.YES:
            if len(self._posts) < _TRAINING_POSTS:
                self._posts.append(page.copy())
            return False
        repaired = level or self._lists_of_posts()
        if repaired is None or not repaired.follow or len(self._links_to_posts(page)) < _MIN_POST_LINKS:
            return False
        lists = self._lists.setdefault(level.name if level else "", [])
        lists.append(page)
        return len(lists) == _TRAINING_LISTS and self._learn(repaired, lists, known=level is not None)

    def _learn(self, level: Level, lists: list[Page], known: bool) -> bool:
        application, home = self._blog.knowledge.application, self._blog.home
        assert application is not None
        found: list[Learned] = []
        if not known:
            pattern = adapt_level(application, level, lists, self._posts, home) if self._posts else None
            if pattern is None:
                return False
            found.append(pattern)
        found += adapt_navigation(application, level, lists, lambda url: self._leads_to(url, level), home)
        lists.clear()
        if not any(one.to for one in found):
            return False
        self._blog.knowledge.learn(found)
        with closing(self._store()) as store:
            store.change_blog(home, knowledge=self._blog.knowledge.record())
        return True

    def _lists_of_posts(self) -> Level | None:
        application = self._blog.knowledge.application
        levels = application.levels if application else ()
        return next(
            (level for level in levels if not level.terminal and any(one.to == "post" for one in level.follow)), None
        )

    def _leads_to(self, url: str, level: Level) -> str | None:
        url = self._blog.scope.adopt(url)
        if self._blog.pattern.classify(url) is Verdict.YES:
            return "post"
        return level.name if is_pagination_url(url) and self._blog.scope.contains(url) else None

    def _links_to_posts(self, page: Page) -> set[str]:
        own = page_key(page.url)
        return {
            key
            for link in page_links(page, self._blog.scope)
            if link.verdict is Verdict.YES and (key := page_key(link.url)) != own
        }
