"""Repairs the crawl of a forum whose lists no action can read: it finds them by their repeated structure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial

from ...blog import KnownBlog
from ...dom import Page, words
from ...faults import optional_step
from ...knowledge import Learned, Level, NavigationLink, adapt_navigation, adapt_single_list
from ...store import Store
from ...urls import page_key
from ..forum_urls import paged
from ..threads.thread_actions import adapt_posts
from ..threads.thread_reader import read_posts
from ..threads.unknown_thread_reader import read_repeated_posts, repeated_rows
from .link_lists import guess_navigation, next_list_pages

__all__ = ["ListRepair"]

#: Number of lists to learn from.
_MIN_LISTS = 2
#: Pages on which to guess before giving up if no guess was right.
_MAX_WRONG_GUESSES = 30
#: Lists to keep whose level is not known yet.
_MAX_UNKNOWN_LISTS = 8
#: Number of threads to learn actions for posts from.
_TRAINING_THREADS = 3
#: Right guesses needed to learn actions; the learner tries again whenever their number has doubled.
_MIN_RIGHT_GUESSES = 2
#: Posts, and words in them, that make a page a thread.
_MIN_POSTS, _MIN_WORDS = 2, 20


class ListRepair:
    """Guesses where the links of lists lead to, and learns actions for them once enough guesses were right.

    What was learned is stored with the forum, so that the next crawl need not guess.
    """

    def __init__(self, blog: KnownBlog, store: Callable[[], Store]) -> None:
        self._blog = blog
        self._store = store
        self._lists: dict[str, list[Page]] = {}
        self._guessed: dict[str, str] = {}
        self._wrong: set[str] = set()
        self._on_lists: dict[str, Page] = {}
        self._right: Counter[str] = Counter()
        self._threads: list[Page] = []
        self._working: set[str] = set()
        self._guesses_left = _MAX_WRONG_GUESSES
        #: Whether the actions for lists have failed on some page.
        self.is_needed = False

    def record_success(self, level: Level | None) -> None:
        """Record that the actions of a level find links: a page where they find none has none."""
        self._working.add(level.name if level else "")

    def guess_links(self, page: Page, level: Level | None) -> list[NavigationLink]:
        """Guess the links of a list on which the actions of its level (``None`` if unknown) find nothing."""
        name = level.name if level else ""
        if name in self._working and (name or not self.is_needed):
            return []
        self.is_needed = True
        application = self._blog.knowledge.application
        if application is None or self._guesses_left <= 0:
            return []
        self._guesses_left -= 1
        links = guess_navigation(page, self._blog.home, self._is_wanted)
        guessed = {self._key(link.url): link.to or "" for link in links if not link.pages}
        named = level.name if level else self._list_of(next((to for to in guessed.values() if to), ""))
        if guessed:
            self._collect(page.copy(), named, guessed)
        return [NavigationLink(link.url, named or None, link.order, True) if link.pages else link for link in links]

    def _collect(self, page: Page, level: str, guessed: dict[str, str]) -> None:
        """Keep a list to learn from; its level may become known later."""
        lists = self._lists.setdefault(level, [])
        if len(lists) < (_MIN_LISTS if level else _MAX_UNKNOWN_LISTS) or (
            level and self._shows_pagination(page, lists)
        ):
            lists.append(page)
            if not level:
                self._on_lists.update(dict.fromkeys(guessed, page))
        self._guessed.update(guessed)

    def _shows_pagination(self, page: Page, lists: list[Page]) -> bool:
        """Whether a list has further pages, and too few of the other lists do."""
        return (
            bool(self.wanted_list_pages(page)) and sum(bool(self.wanted_list_pages(one)) for one in lists) < _MIN_LISTS
        )

    def guess_further_pages(self, page: Page, level: Level | None, links: list[NavigationLink]) -> list[NavigationLink]:
        """Guess the further pages of a list on which the actions find the threads, but no further pages."""
        pages = self.wanted_list_pages(page)
        name = level.name if level else self._list_of(next((link.to for link in links if link.to), ""))
        if pages and name:
            self._collect(page.copy(), name, {})
        return [NavigationLink(url, name or None, 1, True) for url in pages]

    def wanted_list_pages(self, page: Page) -> list[str]:
        """The further pages of a list or thread, by their addresses."""
        return [url for url in next_list_pages(page) if self._is_wanted(url)]

    def is_thread(self, page: Page) -> bool:
        """Whether a page of unknown level is a thread: it has several posts.

        One post is enough if the actions for posts find it.
        """
        if not self.is_needed:
            return False
        application = self._blog.knowledge.application
        level = application.level("thread") if application else None
        read = read_posts(page.copy(), level) if level is not None else []
        if read and all(post.author and post.text for post in read):
            return True
        posts = read_repeated_posts(page.copy())
        written = sum(len(words(post.text)) for post in posts if post.author or post.published)
        return len(posts) >= _MIN_POSTS and written >= _MIN_WORDS

    def learn_posts(self, page: Page) -> bool:
        """Learn from a thread that no action can read; returns whether actions for posts have been learned now."""
        application = self._blog.knowledge.application
        level = application.level("thread") if application else None
        if (
            application is None
            or level is None
            or len(self._threads) >= _TRAINING_THREADS
            or len(repeated_rows(page)) < 2
        ):
            return False
        self._threads.append(page.copy())
        if len(self._threads) < _TRAINING_THREADS:
            return False
        lists = [page for pages in self._lists.values() for page in pages]
        found = adapt_posts(application, level, self._threads, lists, self._blog.home)
        if found:
            self._save(found)
        return bool(found)

    def record_level(self, url: str, level: str) -> None:
        """Record the level of a page (empty if it has none); learn actions once enough guesses were right.

        A thread that cannot be read yet has no level until actions for posts have been learned.
        """
        key = self._key(url)
        guess = self._guessed.get(key)
        if guess is None:
            return
        if guess not in (level, ""):
            self._wrong.add(key)
            return
        self._wrong.discard(key)
        if not guess:
            self._guessed[key] = guess = level
            page = self._on_lists.get(key)
            if page is not None and any(page is one for one in self._lists.get("", ())):
                self._lists[""] = [one for one in self._lists[""] if one is not page]
                self._lists.setdefault(self._list_of(level), []).append(page)
                self.record_level(page.url, self._list_of(level))
        self._guesses_left = _MAX_WRONG_GUESSES
        self._right[guess] += 1
        if self._right[guess].bit_count() != 1 or self._right[guess] < _MIN_RIGHT_GUESSES:
            return
        self._learn(self._list_of(guess))

    def learn_remaining(self) -> None:
        """Learn what could not be learned before all guesses were checked."""
        for level, right in self._right.items():
            if right >= _MIN_RIGHT_GUESSES:
                self._learn(self._list_of(level))

    def _learn(self, name: str) -> None:
        with optional_step("link_repair", self._blog.home):
            found = self._learned(name, self._lists[name]) if self._lists.get(name) else []
            if found:
                self._save(found)

    def _learned(self, name: str, lists: list[Page]) -> list[Learned]:
        application, home = self._blog.knowledge.application, self._blog.home
        level = application.level(name) if application else None
        if application is None or level is None:
            return []
        keys = {paged(page.url)[0] for page in lists}
        leads_to = partial(self._leads_to, name, keys)
        if len(lists) < _MIN_LISTS:
            return adapt_single_list(application, level, lists[0], leads_to, home)
        lists = sorted(lists, key=lambda page: not self.wanted_list_pages(page))
        return adapt_navigation(application, level, lists[: 2 * _MIN_LISTS], leads_to, home)

    def _leads_to(self, level: str, keys: set[str], url: str) -> str | None:
        first, number = paged(url)
        if number > 1 and first in keys:
            return level
        key = self._key(url)
        guess = self._guessed.get(key) if key not in self._wrong else None
        # Links in one list lead to the same level.
        return guess or ("thread" if level == "threads" else "threads") if guess is not None else None

    def _key(self, url: str) -> str:
        return page_key(self._blog.scope.adopt(url))

    def _save(self, found: list[Learned]) -> None:
        self._blog.knowledge.learn(found)
        with closing(self._store()) as store:
            store.change_blog(self._blog.home, knowledge=self._blog.knowledge.record())

    def _list_of(self, level: str) -> str:
        """The level of the lists that lead to pages of a level; empty if there is none."""
        application = self._blog.knowledge.application
        names = {"thread": ("threads",), "threads": ("forums", "threads")}.get(level, ())
        return next((name for name in names if application and application.level(name)), "")

    def _is_wanted(self, url: str) -> bool:
        url = self._blog.scope.adopt(url)
        return self._blog.scope.contains(url) and not self._blog.knowledge.avoids(url)
