"""Serves a folder as a blog at a loopback port, with its generator's feed or a reduced one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from blogsite import Answer, BlogSite, Hook
from lxml import etree, html
from sample_writings import SITE

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".xml": "application/xml",
    ".atom": "application/atom+xml",
    ".js": "text/javascript",
    ".css": "text/css",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
#: Variants of the feed: full, with 30 words of each post, with titles only, missing.
FEEDS = ("full", "summary", "titles", "none")
_CONTENT = ("content", "encoded", "description", "summary")
_LINK = re.compile(rb"<link\b[^>]*application/(?:(?:rss|atom)\+xml|(?:feed\+)?json)[^>]*>")


class StaticSite(BlogSite):
    """The pages of a folder that was made for ``writings.SITE``; without sitemap if ``sitemap`` is false."""

    def __init__(self, folder: Path, feed: str = "full", sitemap: bool = True) -> None:
        super().__init__()
        self.folder, self.feed, self.sitemap = folder, feed, sitemap

    def answer(self, path: str) -> Answer | Hook:
        asked = unquote(urlsplit(path).path)
        file = (self.folder / asked.lstrip("/")).resolve()
        if not file.is_relative_to(self.folder.resolve()):
            return Answer("no", status=404)
        if file.is_dir():
            if not asked.endswith("/"):
                return Answer("", status=301, headers={"Location": f"{asked}/"})
            file /= "index.html"
        if not file.is_file() or (not self.sitemap and "sitemap" in file.name):
            return Answer("no", status=404)
        body = file.read_bytes()
        if re.search(rb"<(?:rss|feed)\b", body[:600]):
            if self.feed == "none":
                return Answer("no", status=404)
            body = _FEEDS[self.feed](body)
        elif self.feed != "full" and b"//jsonfeed.org/" in body[:300]:
            return Answer("no", status=404)
        elif self.feed == "none":
            body = _LINK.sub(b"", body)
        body = body.replace(SITE.encode(), self.url.rstrip("/").encode())
        return Answer(body, KINDS.get(file.suffix, "application/octet-stream"))


def _shortened(words: int) -> Callable[[bytes], bytes]:
    def short(feed: bytes) -> bytes:
        root = etree.fromstring(feed)
        for entry in root.iter("item", "{*}entry"):
            for element in [one for one in entry if etree.QName(one).localname in _CONTENT]:
                text = html.fromstring(f"<div>{element.text or ''}</div>").text_content().split()
                if words and len(element) == 0:
                    element.text = " ".join(text[:words])
                else:
                    entry.remove(element)
        return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True))

    return short


_FEEDS: dict[str, Callable[[bytes], bytes]] = {"full": bytes, "summary": _shortened(30), "titles": _shortened(0)}
