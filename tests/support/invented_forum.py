"""An invented forum (like phpBB) and an invented site of questions and answers, which change between updates."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape
from itertools import count
from urllib.parse import parse_qs, urlsplit

from blogsite import Answer, BlogSite

MESSAGES_PER_PAGE, THREADS_PER_PAGE = 10, 8
_WORDS = "old radios hum when their capacitors are dry and nobody has warmed them up for years or dialled".split()
_serial = count(1)


@dataclass
class Message:
    author: str
    text: str
    date: datetime
    id: int = field(default_factory=lambda: next(_serial))


@dataclass
class Thread:
    number: int
    board: int
    title: str
    messages: list[Message]
    is_hidden: bool = False

    @property
    def last(self) -> datetime:
        return self.messages[-1].date


def said(seed: int) -> str:
    words = " ".join(_WORDS[(seed * 7 + k * (seed % 5 + 1)) % len(_WORDS)] for k in range(12))
    return f"{words}, says message {seed}."


def some_threads(number: int, boards: int = 2, long: int = 5) -> list[Thread]:
    """Threads of different length; every fifth has 25 messages. The last one is a month old."""
    begin = datetime.now(UTC).replace(microsecond=0) - timedelta(days=30 + number)
    threads = []
    for n in range(number):
        size = 25 if n % long == 0 else 1 + n % 4
        messages = [
            Message(f"user{(n + k) % 7}", said(100 * n + k), begin + timedelta(days=n, minutes=7 * k))
            for k in range(size)
        ]
        threads.append(Thread(n + 1, 1 + n % boards, f"How radio {n} began to hum", messages))
    return threads


class InventedForum:
    """Serves threads as phpBB does. Views grow with every request, and ``style`` renames all classes."""

    def __init__(self, site: BlogSite, threads: list[Thread]) -> None:
        self.threads = {thread.number: thread for thread in threads}
        self.style = ""
        self._views = 100
        site.fallback = self.answer

    def reply(self, number: int, text: str, days: float = 0, author: str = "user1") -> None:
        self.threads[number].messages.append(Message(author, text, datetime.now(UTC) + timedelta(days=days)))

    def answer(self, path: str) -> Answer:
        self._views += 1
        parts = urlsplit(path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        start = int(query.get("start", 0))
        if parts.path == "/":
            return self._page("index", "Our board", self._index())
        if parts.path == "/viewforum.php":
            return self._page("viewforum", f"Part {query['f']}", self._list(int(query["f"]), start))
        thread = self.threads.get(int(query.get("t", 0)))
        if parts.path != "/viewtopic.php" or thread is None or thread.is_hidden:
            return Answer(self._html("error", "Information", "<p>The requested topic does not exist.</p>"), status=404)
        return self._page("viewtopic", thread.title, self._thread(thread, start))

    def _page(self, section: str, title: str, main: str) -> Answer:
        html = self._html(section, title, main)
        if self.style:
            html = re.sub(r'class="([^"]*)"', lambda m: f'class="{self._renamed(m[1])}"', html)
        return Answer(html)

    def _renamed(self, names: str) -> str:
        return " ".join(f"{self.style}{name[::-1]}" for name in names.split())

    def _html(self, section: str, title: str, main: str) -> str:
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>{title} - Our board</title></head>'
            f'<body id="phpbb" class="section-{section}"><p class="top"><a href="/ucp.php?mode=login">Login</a></p>'
            f'{main}<p class="foot">Our users have read {self._views} pages</p></body></html>'
        )

    def _listed(self, board: int) -> list[Thread]:
        visible = [one for one in self.threads.values() if one.board == board and not one.is_hidden]
        return sorted(visible, key=lambda one: one.last, reverse=True)

    def _index(self) -> str:
        rows = []
        for board in sorted({one.board for one in self.threads.values()}):
            threads = self._listed(board)
            posts = sum(len(one.messages) for one in threads)
            rows.append(
                f'<li class="row"><dl><dt><a class="forumtitle" href="/viewforum.php?f={board}">Part {board}</a></dt>'
                f'<dd class="topics">{len(threads)}</dd><dd class="posts">{posts}</dd>'
                f'<dd class="lastpost">{threads[0].last:%d %b %Y, %H:%M}</dd></dl></li>'
            )
        return f'<ul class="topiclist forums">{"".join(rows)}</ul>'

    def _list(self, board: int, start: int) -> str:
        threads = self._listed(board)
        rows = [
            f'<li class="row"><dl><dt><a class="topictitle" href="/viewtopic.php?f={board}&amp;t={one.number}">'
            f'{escape(one.title)}</a> by <a href="/memberlist.php?u=2">{one.messages[0].author}</a></dt>'
            f'<dd class="posts">{len(one.messages) - 1}</dd><dd class="views">{self._views + one.number}</dd>'
            f'<dd class="lastpost">by {one.messages[-1].author} {one.last:%d %b %Y, %H:%M}</dd></dl></li>'
            for one in threads[start : start + THREADS_PER_PAGE]
        ]
        pages = self._pages(f"/viewforum.php?f={board}", len(threads), THREADS_PER_PAGE, start)
        return f'<h2 class="forum-title">Part {board}</h2>{pages}<ul class="topiclist topics">{"".join(rows)}</ul>'

    def _thread(self, thread: Thread, start: int) -> str:
        posts = [
            f'<div id="p{one.id}" class="post bg2"><dl class="postprofile"><dt><a class="username" '
            f'href="/memberlist.php?mode=viewprofile&amp;u=2">{one.author}</a></dt></dl><div class="postbody">'
            f'<p class="author">by <strong><a class="username" href="/memberlist.php?u=2">{one.author}</a></strong> » '
            f'<time class="when" datetime="{one.date.isoformat()}">{one.date:%d %b %Y, %H:%M}</time></p>'
            f'<div class="content">{escape(one.text)}</div></div></div>'
            for one in thread.messages[start : start + MESSAGES_PER_PAGE]
        ]
        address = f"/viewtopic.php?f={thread.board}&amp;t={thread.number}"
        pages = self._pages(address, len(thread.messages), MESSAGES_PER_PAGE, start)
        return (
            f'<h2 class="topic-title"><a href="{address}">{escape(thread.title)}</a></h2>{pages}{"".join(posts)}{pages}'
        )

    def _pages(self, address: str, number: int, size: int, start: int) -> str:
        starts = [at for at in range(0, number, size) if at != start]
        links = "".join(f'<a href="{address}{f"&amp;start={at}" if at else ""}">{at // size + 1}</a> ' for at in starts)
        return f'<div class="pagination">{links}</div>'


class InventedQuestions(InventedForum):
    """Serves threads as Question2Answer does: the newest questions first, whenever they were answered."""

    def answer(self, path: str) -> Answer:
        self._views += 1
        parts = urlsplit(path)
        start = int(parse_qs(parts.query).get("start", ["0"])[0])
        if parts.path == "/":
            return self._page("questions", "Recent questions", self._questions(start))
        thread = self.threads.get(int(re.sub(r"\D.*", "", parts.path.lstrip("/")) or 0))
        if thread is None or thread.is_hidden:
            return Answer("<html><body><p>Page not found</p></body></html>", status=404)
        return self._page("question", thread.title, self._question(thread))

    def _html(self, section: str, title: str, main: str) -> str:
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>{title} - Radios</title><link rel="stylesheet" '
            f'href="/qa-theme/Snow/styles.css"></head><body><div class="qa-body-wrapper">{main}'
            f'<p class="foot">{self._views} visits</p></div></body></html>'
        )

    def _questions(self, start: int) -> str:
        visible = [one for one in self.threads.values() if not one.is_hidden]
        threads = sorted(visible, key=lambda one: one.messages[0].date, reverse=True)
        rows = [
            f'<div class="qa-q-list-item" id="q{one.number}"><span class="qa-a-count"><span class="qa-a-count-data">'
            f"{len(one.messages) - 1}</span><span>answers</span></span><i>{self._views + one.number} views</i>"
            f'<div class="qa-q-item-title"><a href="/{one.number}/how-to-repair">{escape(one.title)}</a></div>'
            f'<p class="qa-q-item-meta">asked <time datetime="{one.messages[0].date.isoformat()}">'
            f"{one.messages[0].date:%b %d, %Y}</time></p></div>"
            for one in threads[start : start + THREADS_PER_PAGE]
        ]
        more = start + THREADS_PER_PAGE
        pages = f'<a class="qa-page-next" href="/?start={more}">next</a>' if more < len(threads) else ""
        return f'<div class="qa-q-list">{"".join(rows)}</div><p class="pages">{pages}</p>'

    def _question(self, thread: Thread) -> str:
        question, *answers = thread.messages

        def shown(one: Message, kind: str) -> str:
            return (
                f'<div class="{kind}-content">{escape(one.text)}</div><span class="qa-q-view-meta">by '
                f'<a class="qa-user-link" href="/user/{one.author}">{one.author}</a> '
                f'<time datetime="{one.date.isoformat()}">{one.date:%b %d}</time></span>'
            )

        items = "".join(
            f'<div class="qa-a-list-item" id="a{one.id}">{shown(one, "qa-a-item")}</div>' for one in answers
        )
        return (
            f'<h1><a href="/{thread.number}/how-to-repair">{escape(thread.title)}</a></h1>'
            f'<div class="qa-q-view" id="q{question.id}">{shown(question, "qa-q-view")}</div>'
            f'<div class="qa-a-list">{items}</div>'
        )
