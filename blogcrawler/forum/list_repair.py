"""Repairs the crawl of a forum whose lists no action reads: in an unknown style, repeated structure tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial

from ..blog import KnownBlog
from ..dom import Page, words
from ..knowledge import Learned, Level, NavigationLink, adapt_navigation, adapt_single_list
from ..store import Store
from ..urls import page_key
from .forum_urls import paged
from .link_lists import guess_navigation, next_list_pages
from .thread_actions import adapt_posts
from .thread_reader import read_replies
from .unknown_thread_reader import repeated_replies, repeated_rows

__all__ = ["ListRepair"]

#: Lists to learn from, and pages after which nothing is guessed any more if nothing has come true.
_LISTS, _IN_VAIN = 2, 30
#: Lists to be kept of which nobody knows yet where they lead to.
_UNKNOWN = 8
#: Threads to learn from how posts are written.
_THREADS = 3
#: Actions are learned when so many guesses have come true, and tried again each time that there are twice as many.
_FEWEST_TRUE = 2
#: Posts, and words in them, that make a page a thread.
_FEWEST_POSTS, _FEWEST_WORDS = 2, 20


class ListRepair:
    """Guesses where lists lead to, and learns actions for them once pages have turned out to be what was guessed.

    What was learned is kept in the back end with the forum, so that the next crawl need not guess.
    """

    def __init__(self, blog: KnownBlog, store: Callable[[], Store]) -> None:
        self._blog = blog
        self._store = store
        self._lists: dict[str, list[Page]] = {}
        self._guessed: dict[str, str] = {}
        self._refuted: set[str] = set()
        self._on_lists: dict[str, Page] = {}
        self._true: Counter[str] = Counter()
        self._threads: list[Page] = []
        self._working: set[str] = set()
        self._left = _IN_VAIN
        #: Whether the actions for lists have failed on some page.
        self.is_needed = False

    def works(self, level: Level | None) -> None:
        """The actions of a level, if that is known, have found something: where they find nothing, nothing is."""
        self._working.add(level.name if level else "")

    def ways(self, page: Page, level: Level | None) -> list[NavigationLink]:
        """Where a list may lead to on which the actions of its level, if that is known, find nothing."""
        name = level.name if level else ""
        if name in self._working and (name or not self.is_needed):
            return []
        self.is_needed = True
        application = self._blog.knowledge.application
        if application is None or self._left <= 0:
            return []
        self._left -= 1
        ways = guess_navigation(page, self._blog.home, self._is_wanted)
        guessed = {self._key(way.url): way.to or "" for way in ways if not way.pages}
        named = level.name if level else self._list_of(next((to for to in guessed.values() if to), ""))
        if guessed:
            self._collect(page.copy(), named, guessed)
        return [NavigationLink(way.url, named or None, way.order, True) if way.pages else way for way in ways]

    def _collect(self, page: Page, level: str, guessed: dict[str, str]) -> None:
        """Keep a list to learn from; what it is a list of may turn out later."""
        lists = self._lists.setdefault(level, [])
        if len(lists) < (_LISTS if level else _UNKNOWN) or (level and self._goes_on(page, lists)):
            lists.append(page)
            if not level:
                self._on_lists.update(dict.fromkeys(guessed, page))
        self._guessed.update(guessed)

    def _goes_on(self, page: Page, lists: list[Page]) -> bool:
        """Whether a list tells where further pages are named, and too few of the others do."""
        return bool(self.next_list_pages(page)) and sum(bool(self.next_list_pages(one)) for one in lists) < _LISTS

    def further(self, page: Page, level: Level | None, ways: list[NavigationLink]) -> list[NavigationLink]:
        """Further pages of a list on which actions find only what it lists: one may be learned before the other."""
        pages = self.next_list_pages(page)
        name = level.name if level else self._list_of(next((way.to for way in ways if way.to), ""))
        if pages and name:
            self._collect(page.copy(), name, {})
        return [NavigationLink(url, name or None, 1, True) for url in pages]

    def next_list_pages(self, page: Page) -> list[str]:
        """Further pages of a list or thread on which no action finds any."""
        return [url for url in next_list_pages(page) if self._is_wanted(url)]

    def is_thread(self, page: Page) -> bool:
        """Whether a page that nothing tells the level of is a thread: several have written something there.

        One is enough where it is known how posts are written.
        """
        if not self.is_needed:
            return False
        application = self._blog.knowledge.application
        level = application.level("thread") if application else None
        read = read_replies(page.copy(), level) if level is not None else []
        if read and all(reply.author and reply.text for reply in read):
            return True
        replies = repeated_replies(page.copy())
        written = sum(len(words(reply.text)) for reply in replies if reply.author or reply.published)
        return len(replies) >= _FEWEST_POSTS and written >= _FEWEST_WORDS

    def unread(self, page: Page) -> bool:
        """A thread was read by no action; whether actions for posts have been learned now."""
        application = self._blog.knowledge.application
        level = application.level("thread") if application else None
        if application is None or level is None or len(self._threads) >= _THREADS or len(repeated_rows(page)) < 2:
            return False
        self._threads.append(page.copy())
        if len(self._threads) < _THREADS:
            return False
        lists = [page for pages in self._lists.values() for page in pages]
        found = adapt_posts(application, level, self._threads, lists, self._blog.home)
        if found:
            self._keep(found)
        return bool(found)

    def turned_out(self, url: str, level: str) -> None:
        """A page was seen to be of a level, or of none (empty); when enough guesses have come true, learn actions.

        A thread that nobody can read yet is of none until it is known how posts are written.
        """
        key = self._key(url)
        guess = self._guessed.get(key)
        if guess is None:
            return
        if guess not in (level, ""):
            self._refuted.add(key)
            return
        self._refuted.discard(key)
        if not guess:
            self._guessed[key] = guess = level
            page = self._on_lists.get(key)
            if page is not None and any(page is one for one in self._lists.get("", ())):
                self._lists[""] = [one for one in self._lists[""] if one is not page]
                self._lists.setdefault(self._list_of(level), []).append(page)
                self.turned_out(page.url, self._list_of(level))
        self._left = _IN_VAIN
        self._true[guess] += 1
        if self._true[guess].bit_count() != 1 or self._true[guess] < _FEWEST_TRUE:
            return
        self._learn(self._list_of(guess))

    def learn_at_last(self) -> None:
        """All guesses have turned out: learn what could not be learned while some were open."""
        for level, true in self._true.items():
            if true >= _FEWEST_TRUE:
                self._learn(self._list_of(level))

    def _learn(self, name: str) -> None:
        found = self._learned(name, self._lists[name]) if self._lists.get(name) else []
        if found:
            self._keep(found)

    def _learned(self, name: str, lists: list[Page]) -> list[Learned]:
        application, home = self._blog.knowledge.application, self._blog.home
        level = application.level(name) if application else None
        if application is None or level is None:
            return []
        keys = {paged(page.url)[0] for page in lists}
        leads_to = partial(self._leads_to, name, keys)
        if len(lists) < _LISTS:
            return adapt_single_list(application, level, lists[0], leads_to, home)
        lists = sorted(lists, key=lambda page: not self.next_list_pages(page))
        return adapt_navigation(application, level, lists[: 2 * _LISTS], leads_to, home)

    def _leads_to(self, level: str, keys: set[str], url: str) -> str | None:
        first, number = paged(url)
        if number > 1 and first in keys:
            return level
        key = self._key(url)
        guess = self._guessed.get(key) if key not in self._refuted else None
        # What stands on a list among what has come true is of the same kind.
        return guess or ("thread" if level == "threads" else "threads") if guess is not None else None

    def _key(self, url: str) -> str:
        return page_key(self._blog.scope.adopt(url))

    def _keep(self, found: list[Learned]) -> None:
        self._blog.knowledge.learn(found)
        with closing(self._store()) as store:
            store.change_blog(self._blog.home, knowledge=self._blog.knowledge.record())

    def _list_of(self, level: str) -> str:
        """The level of a list that leads to pages of a level; empty if there is none."""
        application = self._blog.knowledge.application
        names = {"thread": ("threads",), "threads": ("forums", "threads")}.get(level, ())
        return next((name for name in names if application and application.level(name)), "")

    def _is_wanted(self, url: str) -> bool:
        url = self._blog.scope.adopt(url)
        return self._blog.scope.contains(url) and not self._blog.knowledge.avoids(url)
