"""A generated blog as Blogger makes them, served on loopback."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, quote, urlsplit

from generated import GeneratedBlog, Post, _sentence

_ATOM = "xmlns='http://www.w3.org/2005/Atom' xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/'"
_IN_A_SITEMAP, _IN_THE_FEED, _MOST = 150, 25, 150


class BloggerBlog:
    """Posts, pages of labels and months, "Older Posts" that go by date, feeds that are paged by ``start-index``, and,
    if wanted, a sitemap in parts."""

    def __init__(self, posts: int, sitemap: bool) -> None:
        self._made = GeneratedBlog(posts, 2_000)
        self._sitemap = sitemap
        self.posts = {post.path.rstrip("/") + ".html": post for post in reversed(self._made.posts)}
        self._months: dict[str, list[str]] = defaultdict(list)
        self._labels: dict[str, list[str]] = defaultdict(list)
        for path, post in self.posts.items():
            self._months[f"/{post.date:%Y/%m}/"].append(path)
            for tag in post.tags:
                self._labels[f"/search/label/{tag}"].append(path)

    def answer(self, asked: str, home: str) -> tuple[int, str, str]:
        """Status, type and body of the answer to a path."""
        parts = urlsplit(asked)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        newest = list(self.posts)
        if parts.path == "/robots.txt":
            return (
                200,
                "text/plain",
                "User-agent: *\nDisallow: /search\nAllow: /\n"
                + (f"Sitemap: {home}/sitemap.xml\n" if self._sitemap else ""),
            )
        if parts.path == "/feeds/posts/default":
            return 200, "application/atom+xml", self._feed(query, home)
        if parts.path == "/sitemap.xml" and self._sitemap:
            return 200, "application/xml", self._listed(query, home)
        if post := self.posts.get(parts.path):
            return 200, "text/html", self._post_page(post, parts.path)
        for path, some in (("/", newest), *self._months.items(), *self._labels.items()):
            if path == parts.path:
                return 200, "text/html", self._list_page(some[:7], newest)
        if parts.path == "/search":
            return (
                200,
                "text/html",
                self._list_page([p for p in newest if self._day(p) < query.get("updated-max", "9")], newest),
            )
        return 404, "text/html", "<title>404</title>"

    def _day(self, path: str) -> str:
        return self.posts[path].date.isoformat()

    def _feed(self, query: dict[str, str], home: str) -> str:
        start = int(query.get("start-index", 1)) - 1
        number = min(_MOST, int(query.get("max-results", _IN_THE_FEED)))
        entries = "".join(
            f"<entry><id>tag:blogger.com,1999:blog-1.post-{post.number}</id><published>{post.date.isoformat()}</published>"
            f"<updated>{post.date.isoformat()}</updated><title>{post.title}</title>"
            f"<content type='html'>{escape(self._made.article(post))}</content>"
            f"<link rel='alternate' type='text/html' href='{home}{path}'/>"
            f"<author><name>{post.author}</name></author></entry>"
            for path, post in list(self.posts.items())[start : start + number]
        )
        after = f"{home}/feeds/posts/default?start-index={start + number + 1}&amp;max-results={number}"
        next_link = f"<link rel='next' href='{after}'/>" if start + number < len(self.posts) else ""
        return (
            f"<?xml version='1.0'?><feed {_ATOM}><id>tag:blogger.com,1999:blog-1</id><title>Pier</title>{next_link}"
            f"<generator uri='https://www.blogger.com'>Blogger</generator><link rel='alternate' href='{home}/'/>"
            f"<openSearch:totalResults>{len(self.posts)}</openSearch:totalResults>{entries}</feed>"
        )

    def _listed(self, query: dict[str, str], home: str) -> str:
        schema = "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"
        if "page" not in query:
            parts = range(1, -(-len(self.posts) // _IN_A_SITEMAP) + 1)
            rows = "".join(f"<sitemap><loc>{home}/sitemap.xml?page={number}</loc></sitemap>" for number in parts)
            return f"<sitemapindex {schema}>{rows}</sitemapindex>"
        start = (int(query["page"]) - 1) * _IN_A_SITEMAP
        paths = list(self.posts)[start : start + _IN_A_SITEMAP]
        rows = "".join(f"<url><loc>{home}{path}</loc><lastmod>{self._day(path)}</lastmod></url>" for path in paths)
        return f"<urlset {schema}>{rows}</urlset>"

    def _post_page(self, post: Post, path: str) -> str:
        labels = ", ".join(f"<a href='/search/label/{tag}' rel='tag'>{tag}</a>" for tag in post.tags)
        return self._page(
            post.title,
            f"<div class='post hentry'><h3 class='post-title entry-title'>{post.title}</h3>"
            f"<div class='post-body entry-content'>{self._made.article(post)}</div>"
            f"<div class='post-footer'>Posted by <span class='fn'>{post.author}</span> at <a class='timestamp-link' "
            f"href='{path}'><abbr class='published' title='{post.date.isoformat()}'>{post.date:%H:%M}</abbr></a>"
            f"<span class='post-labels'>Labels: {labels}</span></div></div><div class='comments' id='comments'>"
            f"<h4>No comments:</h4></div><a href='{path}?showComment=1'>x</a> <a href='{path}?m=1'>View mobile</a>",
        )

    def _list_page(self, paths: list[str], newest: list[str]) -> str:
        teasers = "".join(
            f"<div class='post hentry'><h3 class='post-title'><a href='{path}'>{self.posts[path].title}</a></h3>"
            f"<div class='post-body'>{_sentence(random.Random(path))}</div></div>"
            for path in paths[:7]
        )
        last = paths[:7][-1] if paths else newest[-1]
        older = f"/search?updated-max={quote(self._day(last))}&amp;max-results=7"
        pager = f"<a class='blog-pager-older-link' href='{older}'>Older Posts</a>" if paths else ""
        return self._page("Pier", f"{teasers}<div class='blog-pager'>{pager}</div>")

    def _page(self, title: str, body: str) -> str:
        months = "".join(
            f"<li class='archivedate'><a class='post-count-link' href='{path}'>{path}</a></li>" for path in self._months
        )
        labels = "".join(f"<li><a href='{path}'>{path[14:]}</a></li>" for path in self._labels)
        return (
            f"<!DOCTYPE html><html lang='en'><head><title>{title} – Pier</title>"
            "<meta name='generator' content='blogger'/>"
            "<link rel='alternate' type='application/atom+xml' href='/feeds/posts/default'/></head><body>"
            f"<div class='main'>{body}</div><div class='sidebar'><div class='BlogArchive'><ul>{months}</ul></div>"
            f"<div class='Label'><ul>{labels}</ul></div></div></body></html>"
        )


def handler(blog: BloggerBlog, count: Callable[[str], None]) -> type[BaseHTTPRequestHandler]:
    """What serves the blog; ``count`` is called with the path of each request."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            count(self.path)
            status, kind, body = blog.answer(self.path, f"http://{self.headers['Host']}")
            data = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
