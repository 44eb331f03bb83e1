"""The invented forum as the steps of a visit see it: pages, and what is stored of them, without a network."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from invented_forum import InventedForum, Thread
from scrapy.http import Response
from update_steps import NOW, World, response

from blogcrawler.blog import KnownBlog, SiteKnowledge
from blogcrawler.items import Blog, Comment, Post, PostState, ThreadSummary, WatchedDocument
from blogcrawler.knowledge import known_applications
from blogcrawler.updating.context import VisitState
from blogcrawler.updating.intents import Intent, LookUpPosts
from blogcrawler.urls import address_key

FORUM = "https://forum.example/"


class _NoSite:
    fallback: Any = None


def forum_of(threads: Iterable[Thread]) -> InventedForum:
    return InventedForum(_NoSite(), list(threads))  # type: ignore[arg-type]


def known_forum() -> KnownBlog:
    return KnownBlog.of_threads(FORUM, SiteKnowledge(known_applications().applications["forum/phpbb"]))


def forum_state(*documents: WatchedDocument, **options: Any) -> VisitState:
    known = known_forum()
    blog = Blog(FORUM, rules={}, pattern={}, knowledge=known.knowledge.record())
    return VisitState(
        blog, lambda: NOW, documents={one.url: one for one in documents}, max_rechecks=3, _known=known, **options
    )


def thread_url(thread: Thread) -> str:
    return f"{FORUM}viewtopic.php?f={thread.board}&t={thread.number}"


def stored(thread: Thread) -> Post:
    """The record of a thread as it is now."""
    messages = [
        Comment(f"p{one.id}", author=one.author, published=one.date.isoformat(), text=one.text, type=None)
        for one in thread.messages
    ]
    dates = [one.published for one in messages]
    return Post(
        thread_url(thread),
        FORUM,
        title=thread.title,
        type="thread",
        posts=messages,
        text=messages[0].text,
        published=dates[0],
        updated=dates[-1] if len(dates) > 1 else None,
        source={"posts": "knowledge"},
    )


class ForumWorld(World):
    """A world with the pages of a forum, and its threads as they are when this is made."""

    def __init__(self, forum: InventedForum) -> None:
        super().__init__()
        self.forum = forum
        self.pages = _Pages(forum)
        for thread in forum.threads.values():
            post = stored(thread)
            self.posts[post.url] = post
            self.states.append(PostState(post.url, checked=(NOW - timedelta(days=2)).isoformat(), fresh=post.published))
            self.threads[post.url] = ThreadSummary(post.url, len(post.posts), post.updated or post.published)

    def _act(self, intent: Intent) -> Any:
        if isinstance(intent, LookUpPosts):  # the database finds posts by any spelling of their addresses
            by_key = {address_key(state.url): state for state in self.states}
            return {url: by_key[address_key(url)] for url in intent.urls if address_key(url) in by_key}
        return super()._act(intent)


class _Pages(dict[str, Response]):
    def __init__(self, forum: InventedForum) -> None:
        super().__init__()
        self._forum = forum

    def __contains__(self, url: object) -> bool:
        return True

    def __getitem__(self, url: str) -> Response:
        answer = self._forum.answer("/" + url.removeprefix(FORUM))
        return response(url, str(answer.body), status=answer.status)
