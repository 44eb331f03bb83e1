"""Generated blogs of many layouts: forms of addresses, ways to their posts, and pages that lead nowhere.

They are answered from memory, for crawls without a network.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from urllib.parse import urlsplit

from generated import ADJECTIVES, AUTHORS, MORE, NOUNS, PLACES, VERBS, _sentence

_HREF = re.compile(r"href='?([^'> ]+)")
HOME = "http://blog.example/"
A_PAGE, IN_THE_FEED, BESIDE = 10, 10, 30


@dataclass(frozen=True, slots=True)
class Layout:
    """How a blog is laid out.

    ``address`` is the form of a post's address; ``ways`` are those of ``paging``, ``months``, ``tags``, ``chain``
    (to the posts before and after), ``archive`` (one page with all posts) that there are; ``tags`` is the number of
    tags, ``noise`` that of other pages a post; ``sitemap`` is the share of the posts that it lists, the oldest,
    or, if it is negative, the newest; ``old`` is the form of the addresses of the first half of the posts, if the blog
    has moved.
    """

    name: str
    address: str
    ways: str
    tags: int = 100
    noise: float = 0.0
    sitemap: float | None = None
    old: str = ""


LAYOUTS = (
    Layout("dated addresses, lists and tags", "/{date:%Y/%m}/{slug}/", "paging months tags", 400),
    Layout("addresses of a word, as other pages have", "/{slug}/", "paging tags", 400, noise=0.5),
    Layout("numbers only", "/?p={number}", "paging tags", 300, noise=0.5),
    Layout("months only, a calendar without end", "/{date:%Y/%m/%d}/{slug}.html", "months", noise=1.0),
    Layout("tags only, many of one post", "/posts/{slug}/", "tags", 1500),
    Layout("a chain of posts", "/{date:%Y}/{slug}.html", "chain tags", 300, noise=0.5),
    Layout("one archive, much noise", "/blog/{slug}", "archive tags", 600, noise=2.0),
    Layout("addresses that have changed", "/{slug}/", "months tags", 300, 0.3, old="/{date:%Y/%m/%d}/{slug}.html"),
    Layout("a sitemap of all posts", "/{slug}/", "paging tags months", 400, noise=0.5, sitemap=1.0),
    Layout("a sitemap of two thirds of the posts", "/{slug}/", "paging tags months", 400, noise=0.5, sitemap=0.67),
    Layout("a sitemap without the newest twentieth", "/{date:%Y/%m}/{slug}/", "months tags", 400, 0.3, sitemap=0.95),
    Layout("a sitemap without the oldest twentieth", "/{slug}/", "months tags", 400, 0.5, sitemap=-0.95),
    Layout("the same, and lists to be walked", "/{slug}/", "paging tags", 400, 0.5, sitemap=-0.95),
    Layout("a sitemap without the last tenth", "/{date:%Y/%m}/{slug}/", "months tags", 400, noise=0.3, sitemap=0.9),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Post:
    number: int
    path: str
    title: str
    author: str
    date: datetime
    tags: tuple[str, ...]


@dataclass
class LaidOutBlog:
    """A blog of ``size`` posts, always the same for the same layout and ``seed``."""

    layout: Layout
    size: int
    seed: int = 0
    posts: list[_Post] = field(init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(f"{self.layout.name}{self.seed or ''}")
        names = [f"{one}-{two}" for one in (*ADJECTIVES, *VERBS) for two in (*NOUNS, *MORE)]
        self._tags = [
            names[n % len(names)] + (f"-{n // len(names)}" if n >= len(names) else "") for n in range(self.layout.tags)
        ]
        self.posts = [self._post(number) for number in range(self.size)]
        self._at = {post.path: post for post in self.posts}
        self._lists: dict[str, list[_Post]] = defaultdict(list)
        for post in reversed(self.posts):
            if "paging" in self.layout.ways:
                self._lists["/"].append(post)
            if "months" in self.layout.ways:
                self._lists[self._month(post.date)].append(post)
            if "tags" in self.layout.ways:
                for tag in post.tags:
                    self._lists[self._tag(tag)].append(post)
        self._noise = {f"/{word}": word for word in self._words(round(self.size * self.layout.noise))}

    def _words(self, number: int) -> list[str]:
        dice = self._dice
        return [
            f"{dice.choice(VERBS)}-{dice.choice(MORE)}-{dice.choice(PLACES).replace(' ', '-')}-{n}"
            for n in range(number)
        ]

    def _post(self, number: int) -> _Post:
        dice = self._dice
        date = datetime(2008, 3, 1, 9, tzinfo=UTC) + timedelta(days=2 * number, minutes=dice.randrange(900))
        title = f"The {dice.choice(ADJECTIVES)} {dice.choice(NOUNS)} of {dice.choice(PLACES)} {number}"
        form = self.layout.old if self.layout.old and number < self.size / 2 else self.layout.address
        path = form.format(date=date, slug=title.lower().replace(" ", "-"), number=number + 17)
        # A few tags have most of the posts.
        tags = {
            self._tags[min(len(self._tags) - 1, int(dice.paretovariate(0.5)) - 1)] for _ in range(dice.randrange(1, 4))
        }
        return _Post(number, path, title, dice.choice(AUTHORS), date, tuple(sorted(tags)))

    def _numbered(self) -> bool:
        return "?" in self.layout.address

    def _month(self, date: datetime) -> str:
        return f"/?m={date:%Y%m}" if self._numbered() else f"/{date:%Y/%m}/"

    def _tag(self, tag: str) -> str:
        return f"/?tag={tag}" if self._numbered() else f"/tag/{tag}/"

    def _further(self, path: str, number: int) -> str:
        if number == 1:
            return path
        if self._numbered():
            return f"{path}{'&' if '?' in path else '?'}paged={number}"
        return f"{path}page/{number}/"

    def reachable(self) -> set[str]:
        """The addresses of the posts that some link leads to; a few have tags that stand nowhere."""
        waiting, seen = ["/", *(post.path for post in self.posts[: -IN_THE_FEED - 1 : -1])], {"/"}
        if self.layout.sitemap is not None:
            waiting += [post.path for post in self._in_sitemap(self.layout.sitemap)]
        seen.update(waiting)
        while waiting:
            found = set(_HREF.findall(self._page(waiting.pop()) or "")) - seen
            seen |= found
            waiting += [path for path in found if path.startswith("/") and not path.startswith("/calendar/")]
        return {HOME + path[1:] for path in seen & self._at.keys()}

    # --- what it answers --------------------------------------------------------------------------------

    def fetch(self, url: str) -> tuple[int, str, bytes]:
        """Status, type and body of the answer."""
        parts = urlsplit(url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        if path == "/feed.xml":
            return 200, "application/rss+xml", self._feed().encode()
        if path == "/sitemap.xml" and self.layout.sitemap is not None:
            return 200, "application/xml", self._sitemap(self.layout.sitemap).encode()
        body = self._page(path) if parts.netloc == "blog.example" else None
        return (200, "text/html", body.encode()) if body else (404, "text/html", b"<h1>Not found</h1>")

    def _page(self, path: str) -> str | None:
        if post := self._at.get(path):
            return self._post_page(post)
        if word := self._noise.get(path):
            return self._framed(word, f"<h1>{word}</h1><p>{_sentence(random.Random(word))}</p>")
        if path == "/archive/" and "archive" in self.layout.ways:
            rows = "".join(f"<li>{_link(post)}</li>" for post in reversed(self.posts))
            return self._framed("Archive", f"<h1>Archive</h1><ul class=all>{rows}</ul>")
        if path.startswith("/calendar/"):
            return self._calendar(path)
        for number in (1, _page_number(path)):
            first = path if number == 1 else path.replace(self._further("", number).lstrip("?&"), "").rstrip("?&")
            some = self._lists.get(first, [])[(number - 1) * A_PAGE : number * A_PAGE]
            if some:
                return self._list_page(first, some, number)
        return self._list_page("/", self.posts[: -A_PAGE - 1 : -1], 0) if path == "/" else None

    def _post_page(self, post: _Post) -> str:
        dice = random.Random(post.number)
        text = "".join(f"<p>{' '.join(_sentence(dice) for _ in range(4))}</p>" for _ in range(5))
        near = [p for p in (post.number - 1, post.number + 1) if 0 <= p < self.size and "chain" in self.layout.ways]
        tags = " ".join(f"<a rel=tag href='{self._tag(tag)}'>{tag}</a>" for tag in post.tags)
        chain = "".join(f"<li>{_link(self.posts[n])}</li>" for n in near)
        return self._framed(
            post.title,
            f"<article class=post><h1 class=title>{post.title}</h1><p class=by>by <b class=author>{post.author}</b>, "
            f"<time datetime='{post.date.isoformat()}'>{post.date:%d %B %Y}</time></p><div class=text>{text}</div>"
            f"<p class=tags>{tags}</p></article><ul class=near>{chain}</ul>",
            post.number,
        )

    def _list_page(self, path: str, posts: list[_Post], number: int) -> str:
        teasers = "".join(
            f"<section class=teaser><h2>{_link(p)}</h2><p>{_sentence(random.Random(p.number))}</p></section>"
            for p in posts
        )
        more = len(self._lists.get(path, ())) > number * A_PAGE and number
        older = f"<a class=older href='{self._further(path, number + 1)}'>Older posts</a>" if more else ""
        return self._framed(path, f"<h1>{path}</h1>{teasers}{older}", number)

    def _calendar(self, path: str) -> str:
        year, month = (int(part) for part in path.strip("/").split("/")[1:3])
        later = f"/calendar/{year + month // 12}/{month % 12 + 1}/"
        sooner = f"/calendar/{year - (month == 1)}/{(month - 2) % 12 + 1}/"
        return self._framed(
            path, f"<table class=calendar><tr><td><a href={sooner}>«</a><td><a href={later}>»</a></table>"
        )

    def _framed(self, title: str, main: str, number: int = 0) -> str:
        """A page with what stands beside it: some tags and months, some pages that are no posts."""
        dice = random.Random(f"{title} {number}")
        beside = [
            "<h3>Pages</h3>",
            *(f"<a href='{p}'>{w}</a> " for p, w in dice.sample(sorted(self._noise.items()), min(6, len(self._noise)))),
        ]
        if "tags" in self.layout.ways:
            beside += ["<h3>Tags</h3>", *(f"<a href='{self._tag(t)}'>{t}</a> " for t in self._tags[:BESIDE])]
        if "months" in self.layout.ways:
            months = list(dict.fromkeys(self._month(p.date) for p in reversed(self.posts)))
            beside += ["<h3>Months</h3>", *(f"<a href='{month}'>{month}</a> " for month in months)]
            beside += ["<a href=/calendar/2026/11/>Calendar</a>"]
        if "archive" in self.layout.ways:
            beside += ["<a href=/archive/>Archive</a>"]
        return (
            f"<!doctype html><html lang=en><head><title>{title} – A blog</title>"
            "<link rel=alternate type=application/rss+xml href=/feed.xml></head><body><nav><a href=/>Home</a></nav>"
            f"<main>{main}</main><aside>{''.join(beside)}</aside></body></html>"
        )

    def _feed(self) -> str:
        items = "".join(
            f"<item><title>{p.title}</title><link>{HOME}{p.path[1:]}</link><pubDate>{format_datetime(p.date)}</pubDate>"
            f"<description>{_sentence(random.Random(p.number))}</description></item>"
            for p in self.posts[: -IN_THE_FEED - 1 : -1]
        )
        return f"<rss version='2.0'><channel><title>A blog</title><link>{HOME}</link>{items}</channel></rss>"

    def _in_sitemap(self, share: float) -> list[_Post]:
        number = round(share * self.size)
        return self.posts[:number] if number >= 0 else self.posts[number:]

    def _sitemap(self, share: float) -> str:
        posts = self._in_sitemap(share)
        rows = "".join(f"<url><loc>{HOME}{post.path[1:].replace('&', '&amp;')}</loc></url>" for post in posts)
        return f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{rows}</urlset>"


def _link(post: _Post) -> str:
    return f"<a href='{post.path}'>{post.title}</a>"


def _page_number(path: str) -> int:
    for mark in ("/page/", "paged="):
        if mark in path:
            digits = path.rpartition(mark)[2].strip("/")
            return int(digits) if digits.isdigit() else 1
    return 1
