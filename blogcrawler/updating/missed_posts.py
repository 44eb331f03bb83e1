"""Posts that could not be fetched: the next visits try again."""

from __future__ import annotations

from collections.abc import Iterable

from ..http import forget_validators
from ..items import WatchedDocument
from ..urls import listing_key, page_key
from .intents import FetchPost

__all__ = ["try_again"]

#: Visits that try to fetch a post. Some are announced but never there.
_MAX_VISITS = 5
#: What lists posts. A feed of comments may hide that the posts' feed has to be read.
_LISTS = ("feed", "recent", "comments", "sitemap", "hub")


def try_again(missed: Iterable[FetchPost], documents: Iterable[WatchedDocument]) -> None:
    """Forget what feeds, sitemaps and lists have said about ``missed`` posts: the next visit compares again."""
    posts = {key: post for post in missed for key in _keys(post)}
    lists = [document for document in documents if document.kind in _LISTS]
    wanted = [document for document in lists if _forget(document, posts)]
    if any(document.kind in ("feed", "recent") for document in wanted):
        wanted += [document for document in lists if document.kind == "comments"]
    for document in wanted:
        forget_validators(document)


def _keys(post: FetchPost) -> set[str]:
    urls = {post.url, *((post.entry.url, *post.entry.alternatives) if post.entry else ())}
    return {key for url in urls for key in (page_key(url), listing_key(url))}


def _forget(document: WatchedDocument, posts: dict[str, FetchPost]) -> bool:
    """Forget what a document has said about some posts; whether it has said anything, and not too often."""
    before: dict[str, int] = document.facts.get("missed", {})
    listed = {key: posts[page_key(key)] for key in document.reading if page_key(key) in posts}
    tries = {key: before.get(key, 0) + 1 for key in listed}
    document.facts = {name: value for name, value in document.facts.items() if name != "missed"}
    if tries:
        document.facts["missed"] = tries
    again = [key for key, number in tries.items() if number < _MAX_VISITS]
    for key in again:
        if listed[key].state is None or document.kind == "comments":
            document.reading = {other: mark for other, mark in document.reading.items() if other != key}
        else:
            document.reading = document.reading | {key: ""}  # another mark than it will have
    return bool(again)
