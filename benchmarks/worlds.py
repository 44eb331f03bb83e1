"""Blogs made up page by page, under host names of their own, and a proxy on loopback that answers for all of them."""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import format_datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT)]

from blogsite import Answer, MadePost, make_posts  # noqa: E402

XML = "application/xml"
#: The unusual layouts by name.
LAYOUTS: dict[str, Callable[[World], None]] = {}


@dataclass
class World:
    """The hosts of one layout: absolute addresses and their answers; ``posts`` are to be found, with their texts."""

    host: str
    seed: str = ""
    pages: dict[str, Answer] = field(default_factory=dict)
    posts: dict[str, str] = field(default_factory=dict)
    fallback: Callable[[str], Answer | None] = lambda url: None
    asked: list[str] = field(default_factory=list)
    nav: str = '<a href="/">Home</a> <a href="/about/">About</a>'

    @property
    def home(self) -> str:
        return f"http://{self.host}/"

    def put(self, url: str, body: str | bytes = "", kind: str = "text/html; charset=utf-8", **rest: Any) -> None:
        self.pages[urljoin(self.home, url)] = Answer(body, kind, **rest)

    def to(self, url: str, there: str, status: int = 301) -> None:
        self.put(url, status=status, headers={"Location": urljoin(self.home, there)})

    def frame(self, title: str, main: str, head: str = "") -> str:
        return (
            f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{escape(title)} | {self.host}</title>{head}"
            f"</head><body><header><p class=brand>{self.host}</p><nav>{self.nav}</nav></header><main>{main}</main>"
            "<footer>Some rights reserved.</footer></body></html>"
        )

    def article(
        self, post: MadePost, text: str | None = None, head: str = "", more: str = "", dated: bool = True
    ) -> str:
        when = f' on <time datetime="{post.published.isoformat()}">{post.published:%d %B %Y}</time>' if dated else ""
        return self.frame(
            post.title,
            f"<article class=post><h1>{escape(post.title)}</h1><p class=meta>by <span class=author>{post.author}</span>"
            f"{when}</p><div class=body>{text or post.article()}</div></article>{more}",
            head,
        )

    def write(self, posts: list[MadePost], **options: Any) -> None:
        """Put posts where their paths say."""
        for post in posts:
            url = urljoin(self.home, post.path)
            self.put(url, self.article(post, **options))
            self.posts[url] = post.text

    def teasers(self, posts: list[MadePost], base: str = "") -> str:
        return "".join(
            f'<section class=teaser><h2><a href="{escape(urljoin(base, p.path))}">{escape(p.title)}</a></h2>'
            f"<p>{escape(p.paragraphs[0])}</p></section>"
            for p in posts
        )

    def lists(
        self, posts: list[MadePost], at: str = "/", further: str = "/page/{}/", head: str = "", each: int = 5
    ) -> None:
        parts = [posts[n : n + each] for n in range(0, len(posts), each)]
        for number, part in enumerate(parts, 1):
            older = f'<p><a href="{further.format(number + 1)}">Older posts</a></p>' if number < len(parts) else ""
            address = at if number == 1 else further.format(number)
            self.put(address, self.frame(f"Page {number}", self.teasers(part) + older, head))

    def about(self, *paths: str) -> None:
        for path in paths or ("/about/",):
            name = path.strip("/").rpartition("/")[2].partition(".")[0].replace("-", " ")
            self.put(path, self.frame(name, f"<h1>{name}</h1><p>{f'What there is to say of {name}. ' * 12}</p>"))

    def rss(
        self,
        posts: list[MadePost],
        url: str = "/feed.xml",
        link: Callable[[MadePost], str] | None = None,
        home: str | None = None,
        more: str = "",
        each: Callable[[MadePost], str] = lambda post: "",
    ) -> str:
        link = link or (lambda post: urljoin(self.home, post.path))
        items = "".join(
            f"<item><title>{escape(p.title)}</title><link>{escape(link(p))}</link>"
            f"<pubDate>{format_datetime(p.published)}</pubDate><description>{escape(p.article())}</description>{each(p)}</item>"
            for p in posts
        )
        text = (
            "<?xml version='1.0' encoding='utf-8'?><rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>"
            f"<title>{self.host}</title><link>{home or self.home}</link>{more}{items}</channel></rss>"
        )
        self.put(url, text, "application/rss+xml")
        return f'<link rel=alternate type="application/rss+xml" href="{url}">'

    def sitemap(self, urls: list[str], at: str = "/sitemap.xml", packed: bool = False) -> None:
        rows = "".join(f"<url><loc>{escape(u)}</loc><lastmod>2024-01-01</lastmod></url>" for u in urls)
        text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'.encode()
        self.put(at, gzip.compress(text) if packed else text, "application/gzip" if packed else XML)

    def get(self, url: str) -> Answer:
        self.asked.append(url)
        found = self.pages.get(url) or self.fallback(url)
        return found or Answer("<!DOCTYPE html><html><body><h1>Not found</h1></body></html>", status=404)


def layout(make: Callable[[World], None]) -> Callable[[World], None]:
    """Name a layout by the function that makes it."""
    LAYOUTS[make.__name__.replace("_", " ")] = make
    return make


def usual(world: World, path: str = "/{date:%Y/%m}/{slug}/", number: int = 30, **options: Any) -> list[MadePost]:
    """A blog as most are; layouts differ from it in one thing."""
    posts = make_posts(number, path=path)
    head = world.rss(posts[:10])
    world.write(posts, head=head, **options)
    world.lists(posts, head=head)
    world.about()
    return posts


class Proxy:
    """Answers for all hosts of all worlds."""

    def __init__(self, worlds: list[World]) -> None:
        class Visit(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                host = urlsplit(self.path).hostname or ""
                world = next((w for w in worlds if host == w.host or host.endswith("." + w.host)), None)
                answer = world.get(self.path) if world else Answer(status=404)
                body = answer.data()
                self.send_response(answer.status)
                if answer.kind:
                    self.send_header("Content-Type", answer.kind)
                self.send_header("Content-Length", str(len(body)))
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Visit)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"
