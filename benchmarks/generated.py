"""A blog out of nothing, served on loopback: posts, pages of lists, months, tags, a feed.

    python benchmarks/generated.py --posts 12        # prints its address and serves until it is stopped

What it says is made up word by word, but always the same for the same number of posts. It answers as a proxy,
too: with http_proxy set to its address, it is the blog of any name.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

NOUNS = (
    "harbour lantern garden letter bridge kettle orchard ladder compass window sparrow barrel map clock boat".split()
)
MORE = "gardener sailor neighbour baker painter teacher ferryman carpenter".split()
ADJECTIVES = "old quiet bright narrow patient borrowed wooden distant careful unfinished green hollow".split()
VERBS = "mended found painted carried forgot drew measured kept sold watched left repaired".split()
PLACES = "the river|the market|the hill|the station|the old pier|the library|the northern road|the kitchen".split("|")
TIMES = "In spring|One morning|After the storm|Before dawn|On Sundays|Last winter|By lantern light|At noon".split("|")
AUTHORS = ("Ada Marsh", "Bruno Keller", "Celia Otero")
TAGS = [f"{adjective}-{noun}" for adjective in ADJECTIVES for noun in NOUNS][:40]
A_PAGE = 10
IN_THE_FEED = 15


@dataclass(frozen=True, slots=True)
class Post:
    number: int
    path: str
    title: str
    author: str
    date: datetime
    tags: tuple[str, ...]


class GeneratedBlog:
    """The pages of the blog by path; bodies are made when they are asked for."""

    def __init__(self, posts: int, article_bytes: int = 12_000) -> None:
        self.article_bytes = article_bytes
        self.pages: dict[str, Callable[[], str]] = {}
        self.posts = [self._post(number) for number in range(posts)]
        newest = self.posts[::-1]
        self._list("/", "/page/{}/", "Notes from the Old Pier", newest)
        months: dict[str, list[Post]] = defaultdict(list)
        tags: dict[str, list[Post]] = defaultdict(list)
        for post in newest:
            months[f"/{post.date:%Y/%m}/"].append(post)
            for tag in post.tags:
                tags[tag].append(post)
        for path, some in months.items():
            self._list(path, path + "page/{}/", f"Archive of {some[0].date:%B %Y}", some)
        for tag, some in tags.items():
            self._list(f"/tag/{tag}/", f"/tag/{tag}/page/{{}}/", f"Tagged {tag}", some)
        self.months, self.tags = list(months), list(tags)
        for post in self.posts:
            self.pages[post.path] = lambda post=post: self._post_page(post)
        self.pages["/about/"] = lambda: self._page("About", "<h1>About</h1><p>Three people write about a pier.</p>")
        self.pages["/archive/"] = lambda: self._page("Archive", "<h1>Archive</h1>" + _links(self.months, str))

    def _post(self, number: int) -> Post:
        dice = random.Random(number)
        title = f"The {dice.choice(ADJECTIVES)} {dice.choice(NOUNS)} of {dice.choice(PLACES)}"
        date = datetime(2009, 1, 5, 9, tzinfo=UTC) + timedelta(days=3 * number, minutes=dice.randrange(600))
        slug = title.lower().replace(" ", "-")
        tags = tuple(dict.fromkeys(dice.choice(TAGS) for _ in range(3)))
        return Post(number, f"/{date:%Y/%m}/{slug}-{number}/", title, dice.choice(AUTHORS), date, tags)

    def article(self, post: Post) -> str:
        dice = random.Random(-1 - post.number)
        paragraphs: list[str] = []
        size = 0
        while size < self.article_bytes:
            text = " ".join(_sentence(dice) for _ in range(dice.randrange(3, 8)))
            if len(paragraphs) % 6 == 3:
                text += ' See <a href="https://example.org/notes">the notes</a>.'
            paragraphs.append(f"<p>{text}</p>")
            size += len(text)
        return "\n".join(paragraphs)

    def _post_page(self, post: Post) -> str:
        near = [p for p in (post.number - 1, post.number + 1) if 0 <= p < len(self.posts)]
        body = (
            f'<article class="post" id="post-{post.number}"><h1 class="post-title">{post.title}</h1>'
            f'<p class="byline">by <span class="author">{post.author}</span> on '
            f'<time datetime="{post.date.isoformat()}">{post.date:%d %B %Y}</time></p>'
            f'<div class="post-body">{self.article(post)}</div>'
            f'<p class="tags">{_links(post.tags, "/tag/{}/".format, "tag")}</p></article>'
            f'<nav class="near">{_links(near, lambda n: self.posts[n].path)}</nav>'
        )
        return self._page(post.title, body)

    def _list(self, first: str, further: str, title: str, posts: Sequence[Post]) -> None:
        number = -(-len(posts) // A_PAGE)
        for index in range(number):
            some = posts[index * A_PAGE : (index + 1) * A_PAGE]
            after = further.format(index + 2) if index + 1 < number else None
            path = further.format(index + 1) if index else first
            self.pages[path] = lambda some=some, after=after: self._list_page(title, some, after)

    def _list_page(self, title: str, posts: Sequence[Post], after: str | None) -> str:
        teasers = "".join(
            f'<section class="teaser"><h2><a href="{p.path}">{p.title}</a></h2>'
            f"<p>{_sentence(random.Random(-1 - p.number))} …</p></section>"
            for p in posts
        )
        older = f'<a class="older" href="{after}">Older posts</a>' if after else ""
        return self._page(title, f"<h1>{title}</h1>{teasers}{older}")

    def _page(self, title: str, body: str) -> str:
        newest = [post.number for post in self.posts[:-6:-1]]
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} – Old Pier</title>'
            '<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>'
            '<nav><a href="/">Home</a> <a href="/about/">About</a> <a href="/archive/">Archive</a></nav>'
            f"<main>{body}</main><aside><h3>Months</h3>{_links(self.months[:24], str)}"
            f"<h3>Tags</h3>{_links(self.tags, '/tag/{}/'.format)}"
            f"<h3>Newest</h3>{_links(newest, lambda n: self.posts[n].path)}</aside>"
            "<footer>Written at the old pier.</footer></body></html>"
        )

    def feed(self, home: str) -> str:
        items = "".join(
            f"<item><title>{p.title}</title><link>{home}{p.path}</link><guid>{home}{p.path}</guid>"
            f"<dc:creator>{p.author}</dc:creator><pubDate>{format_datetime(p.date)}</pubDate>"
            + "".join(f"<category>{tag}</category>" for tag in p.tags)
            + f"<content:encoded><![CDATA[{self.article(p)}]]></content:encoded></item>"
            for p in self.posts[: -IN_THE_FEED - 1 : -1]
        )
        return (
            '<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
            'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Notes from the Old Pier</title>'
            f"<link>{home}/</link><language>en</language>{items}</channel></rss>"
        )


def _sentence(dice: random.Random) -> str:
    return (
        f"{dice.choice(TIMES)} the {dice.choice(MORE)} {dice.choice(VERBS)} the {dice.choice(ADJECTIVES)} "
        f"{dice.choice(NOUNS)} near {dice.choice(PLACES)}, and the {dice.choice(NOUNS)} was {dice.choice(ADJECTIVES)}."
    )


def _links(things: Sequence[object], path: Callable[..., str], rel: str = "") -> str:
    def one() -> Iterator[str]:
        for thing in things:
            yield f'<a{f" rel={rel}" if rel else ""} href="{path(thing)}">{thing}</a>'

    return " ".join(one())


def handler(blog: GeneratedBlog, count: Callable[[str], None] = lambda _: None) -> type[BaseHTTPRequestHandler]:
    """What serves the blog; ``count`` is called with the path of each request."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            count(self.path)
            path = urlsplit(self.path).path  # of a whole address, when we are asked as a proxy
            kind = "text/html; charset=utf-8"
            status, body = 200, ""
            if path in blog.pages:
                body = blog.pages[path]()
            elif path == "/feed.xml":
                kind, body = "application/rss+xml", blog.feed(f"http://{self.headers['Host']}")
            elif path == "/robots.txt":
                kind, body = "text/plain", "User-agent: *\nDisallow: /private/\n"
            else:
                status, body = 404, "<title>404</title><p>There is no such page.</p>"
            data = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=12)
    parser.add_argument("--article-bytes", type=int, default=2_000)
    parser.add_argument("--port", type=int, default=0, help="a free one if not given")
    options = parser.parse_args()
    blog = GeneratedBlog(options.posts, options.article_bytes)
    with ThreadingHTTPServer(("127.0.0.1", options.port), handler(blog)) as server:
        print(f"http://127.0.0.1:{server.server_port}/", len(blog.pages), flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.exit(0)


if __name__ == "__main__":
    main()
