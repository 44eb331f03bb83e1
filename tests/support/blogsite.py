"""A small generated blog on a loopback port, with a hook for every fault.

With ``BLOGSITE_SHUFFLE=N`` in the environment, the first responses of every such blog are delayed, each by a different
time that depends on ``N``. A test that depends on the order of responses fails for some ``N``, and again for the same
one.
"""

from __future__ import annotations

import os
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

WORDS = (
    "harbour lantern copper meadow winter violin ladder orchard granite pepper saddle thunder willow anchor basket "
    "candle desert engine feather garden hammer island jacket kettle lemon marble needle oyster pencil quarry river "
    "silver timber umbrella valley window yellow zephyr bridge cobweb drizzle ember fiddle glacier hollow ivory"
).split()

SHUFFLE = os.environ.get("BLOGSITE_SHUFFLE", "")
_SHUFFLED = 80


def lateness(path: str, number: int) -> float:
    """The delay of a response in seconds: some for each, more for a few, and for all pages of some folders."""
    folder = random.Random(f"{SHUFFLE} {re.sub(r'[0-9]+|[^/]*$', '', path)}")
    page = random.Random(f"{SHUFFLE} {path} {number}")
    return page.uniform(0, 0.08) + 0.3 * (folder.random() < 0.2) + 0.3 * (page.random() < 0.1)


@dataclass
class Answer:
    """The server's response to one path."""

    body: bytes | str = ""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    def data(self) -> bytes:
        return self.body.encode() if isinstance(self.body, str) else self.body


class Visit(BaseHTTPRequestHandler):
    """One request, which is passed to a hook; the hook may write any response."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    site: BlogSite

    def do_GET(self) -> None:
        self.site.asked.append(self.path)
        if SHUFFLE and len(self.site.asked) <= _SHUFFLED:
            time.sleep(lateness(self.path, self.site.times(self.path)))
        self.site.agents.add(self.headers.get("User-Agent", ""))
        answer = self.site.answer(self.path)
        if callable(answer):
            self.close_connection = True
            with suppress(OSError):
                answer(self)
            return
        body = answer.data()
        tag = answer.headers.get("ETag")
        if tag and self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


Hook = Callable[[Visit], None]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients are killed here


class BlogSite:
    """Serves ``pages`` (path with query to response or hook); ``fallback`` may respond to other paths.
    It is on a port of ``host``, by the ``name`` that its addresses have.

    ``asked`` has the requested paths in order, ``agents`` the user agents.
    """

    def __init__(self, host: str = "127.0.0.1", name: str | None = None) -> None:
        self.pages: dict[str, Answer | Hook] = {}
        self.fallback: Callable[[str], Answer | Hook | None] = lambda path: None
        self.before: Callable[[str], None] = lambda path: None
        self.asked: list[str] = []
        self.agents: set[str] = set()
        self._server = Server((host, 0), type("V", (Visit,), {"site": self}))
        self.port = self._server.server_address[1]
        self.url = f"http://{name or host}:{self.port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str) -> Answer | Hook:
        self.before(path)
        return self.pages.get(path) or self.fallback(path) or Answer("<h1>Not found</h1>", status=404)

    def times(self, path: str) -> int:
        """The number of requests for a path."""
        return Counter(self.asked)[path]


@dataclass
class MadePost:
    """A post of the made-up blog."""

    path: str
    title: str
    author: str
    published: datetime
    tags: list[str]
    paragraphs: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.paragraphs)

    def article(self) -> str:
        return "".join(f"<p>{escape(p)}</p>\n" for p in self.paragraphs)


def make_posts(number: int, seed: int = 1, path: str = "/{date:%Y/%m}/{slug}.html") -> list[MadePost]:
    """Posts, the newest first, always the same for the same seed."""
    chance = random.Random(seed)

    def sentence() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(8, 16))).capitalize() + "."

    posts = []
    for n in range(number):
        title = " ".join(chance.sample(WORDS, 3)).title() + f" {number - n}"
        date = datetime(2024, 6, 1, 12, 30, tzinfo=UTC) - timedelta(days=9 * n)
        where = path.format(date=date, slug=title.lower().replace(" ", "-"), id=number - n)
        paragraphs = [" ".join(sentence() for _ in range(chance.randint(2, 4))) for _ in range(chance.randint(3, 6))]
        author = chance.choice(["Ada Moss", "Ben Reed"])
        posts.append(MadePost(where, title, author, date, chance.sample(WORDS[:8], 2), paragraphs))
    return posts


def page(title: str, main: str, head: str = "") -> str:
    """A page in the blog's template."""
    return (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{escape(title)} – A Made-up Blog</title>{head}"
        "</head><body><header id=top><a href=/>A Made-up Blog</a> <nav><a href=/about.html>About</a> "
        "<a href=/archive.html>Archive</a></nav></header>"
        f"<main>{main}</main><aside id=side><h3>Blogroll</h3><ul><li><a href=https://elsewhere.invalid/>A friend</a>"
        "</ul></aside><footer>All words are made up.</footer></body></html>"
    )


def post_page(post: MadePost, head: str = "", article: str | None = None, more: str = "") -> str:
    """The page of a post; ``more`` is HTML below the article."""
    tags = " ".join(f'<a rel=tag href="/tag/{tag}.html">{tag}</a>' for tag in post.tags)
    return page(
        post.title,
        f"<article class=post><h1 class=entry-title>{escape(post.title)}</h1><p class=byline>by <span class=author>"
        f'{post.author}</span> on <time class=published datetime="{post.published.isoformat()}">'
        f"{post.published:%d %B %Y}</time></p><div class=entry-content>{article or post.article()}</div>"
        f"<p class=tags>{tags}</p></article>{more}",
        head,
    )


def rss(site_url: str, entries: list[tuple[str, str, MadePost]], full: bool = True) -> str:
    """An RSS feed of (link, guid, post)."""
    items = []
    for link, guid, post in entries:
        text = post.article() if full else " ".join(post.paragraphs[0].split()[:20]) + " …"
        items.append(
            f"<item><title>{escape(post.title)}</title><link>{escape(link)}</link>"
            f"<guid isPermaLink='{'true' if guid.startswith('http') else 'false'}'>{escape(guid)}</guid>"
            f"<pubDate>{format_datetime(post.published)}</pubDate><dc:creator>{post.author}</dc:creator>"
            + "".join(f"<category>{tag}</category>" for tag in post.tags)
            + f"<description>{escape(text)}</description></item>"
        )
    return (
        "<?xml version='1.0' encoding='utf-8'?><rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>"
        f"<title>A Made-up Blog</title><link>{site_url}</link><description>d</description><language>en</language>"
        + "".join(items)
        + "</channel></rss>"
    )


FEED_KIND = "application/rss+xml; charset=utf-8"


def fill(
    site: BlogSite,
    posts: list[MadePost],
    *,
    in_feed: int = 10,
    full: bool = True,
    feed: bool = True,
    sitemap: bool = False,
    per_list: int = 5,
) -> list[str]:
    """Put a blog with these posts on the site; returns the URLs of its posts."""
    base = site.url.rstrip("/")
    feed_link = '<link rel=alternate type="application/rss+xml" href="/feed.xml">' if feed else ""
    for post in posts:
        site.pages[post.path] = Answer(post_page(post, feed_link))

    def listing(some: list[MadePost], pager: str = "") -> str:
        return (
            "".join(
                f'<div class=teaser><h2><a href="{p.path}">{escape(p.title)}</a></h2>'
                f"<p>{escape(p.paragraphs[0])}</p></div>"
                for p in some
            )
            + pager
        )

    chunks = [posts[i : i + per_list] for i in range(0, len(posts), per_list)] or [[]]
    for number, chunk in enumerate(chunks, 1):
        older = f"<a href=/page/{number + 1}>Older</a>" if number < len(chunks) else ""
        answer = Answer(page(f"Page {number}", listing(chunk, older), feed_link))
        site.pages["/" if number == 1 else f"/page/{number}"] = answer
    site.pages["/about.html"] = Answer(page("About", "<h1>About</h1><p>This blog is made up. Nobody wrote it.</p>"))
    titles = "".join(f'<li><a href="{p.path}">{escape(p.title)}</a>' for p in posts[: per_list * 2])
    site.pages["/archive.html"] = Answer(page("Archive", f"<h1>Archive</h1><ul>{titles}</ul>"))
    for tag in {tag for post in posts for tag in post.tags}:
        tagged = listing([post for post in posts if tag in post.tags][:3])
        site.pages[f"/tag/{tag}.html"] = Answer(page(tag, f"<h1>{tag}</h1>{tagged}"))
    if feed:
        entries = [(base + p.path, base + p.path, p) for p in posts[:in_feed]]
        site.pages["/feed.xml"] = Answer(rss(site.url, entries, full), FEED_KIND)
    if sitemap:
        listed = "".join(f"<url><loc>{base}{p.path}</loc></url>" for p in posts)
        text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'
        site.pages["/sitemap.xml"] = Answer(text, "application/xml")
        site.pages["/robots.txt"] = Answer(f"User-agent: *\nAllow: /\nSitemap: {base}/sitemap.xml\n", "text/plain")
    return [base + post.path for post in posts]
