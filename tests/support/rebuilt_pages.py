"""Pages reconstructed without their own captures, compared with these captures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path
from unittest.mock import patch

from lxml.html import HtmlElement, document_fromstring

from blogcrawler.archive import ArchivedResponse, PageCapture, PageLookup
from blogcrawler.blog import blog_folder
from blogcrawler.http import page_text, replayed
from blogcrawler.items import Blog, Post
from blogcrawler.reconstruction import rebuild_page
from blogcrawler.store import Store
from blogcrawler.urls import address_key

_UNSEEN = ("script", "style", "noscript", "template", "head")


@dataclass(frozen=True)
class Comparison:
    """A rebuilt page and the page that was captured: their words and their links, in order."""

    url: str
    words: tuple[list[str], list[str]]
    links: tuple[list[str], list[str]]

    @property
    def text(self) -> float:
        """The share of words that are the same, in the same order."""
        return SequenceMatcher(None, *self.words, autojunk=False).ratio()

    @property
    def linked(self) -> float:
        """The share of links that are the same, in the same order."""
        return SequenceMatcher(None, *self.links, autojunk=False).ratio()


@contextmanager
def without_captures(url: str) -> Iterator[None]:
    """Let the archive have no captures of one page."""
    captures, key = PageLookup.captures, address_key(url)

    def others(lookup: PageLookup, asked: str) -> list[PageCapture]:
        return [] if address_key(asked) == key else captures(lookup, asked)

    with patch.object(PageLookup, "captures", others):
        yield


def compare(store: Store, home: Path, blog: Blog, post: Post) -> Comparison | None:
    """The page of a post without its captures and its last capture; ``None`` if its record was made from another one.

    A page that cannot be reconstructed is compared as an empty one.
    """
    with PageLookup(blog_folder(home, blog) / "warc") as lookup:
        found = [one for one in lookup.captures(post.url) if one.status.startswith("2")]
        archived = lookup.read(found[0]) if found else None
    if archived is None or post.warc is None or post.warc["offset"] != found[0].offset:
        return None
    with without_captures(post.url):
        rebuilt = rebuild_page(store, home, post.url, datetime.now(UTC))
    words, links = words_and_links(rebuilt.html, post.url) if rebuilt else ([], [])
    real_words, real_links = words_and_links(_html(archived), post.url)
    return Comparison(post.url, (words, real_words), (links, real_links))


def words_and_links(html: str, base: str) -> tuple[list[str], list[str]]:
    """What a page shows: its words and its links, both in order."""
    tree: HtmlElement = document_fromstring(html)
    tree.make_links_absolute(base, handle_failures="discard")
    for element in list(tree.iter(*_UNSEEN)):
        element.drop_tree()
    return " ".join(tree.itertext()).split(), list(tree.xpath("//body//a/@href"))


def _html(archived: ArchivedResponse) -> str:
    response = replayed(archived)
    assert response is not None
    return page_text(response)  # type: ignore[arg-type]
