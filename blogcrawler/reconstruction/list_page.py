"""A page that lists posts, with the posts of another moment in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from lxml.html import HtmlElement

from ..items import Post
from ..urls import address_key, join_url
from .article_slot import find_article
from .fields import fill_fields, fill_teaser
from .tree_text import elements

__all__ = ["PostList", "fill_list", "fill_lists", "link_target", "post_lists"]

#: A list has at least this many posts.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class PostList:
    """The items of a list of posts, each with the address of its post, in order."""

    parent: HtmlElement
    items: list[tuple[HtmlElement, str]]


def fill_lists(root: HtmlElement, base: str, shown: Mapping[str, Post], wanted: Sequence[Post]) -> int:
    """Put other posts into the lists of posts of a page, which is changed; returns the number of lists.

    ``shown`` are the posts as the page shows them, by :func:`~blogcrawler.urls.address_key`; ``wanted`` are those to
    show, the newest first. Each list shows as many as it did, or all if it showed all that there were.
    """
    found = post_lists(root, base, set(shown))
    for one in found:
        fill_list(one, shown, wanted)
    return len(found)


def post_lists(root: HtmlElement, base: str, known: set[str]) -> list[PostList]:
    """The lists of posts: elements several of whose children lead to one post each."""
    leads: dict[HtmlElement, set[str]] = {}
    for element in elements(root):
        key = link_target(element, base)
        if key in known:
            node: HtmlElement | None = element
            while node is not None:
                leads.setdefault(node, set()).add(key)
                node = node.getparent()
    found = []
    for element, keys in leads.items():
        items = [(child, next(iter(leads[child]))) for child in element if len(leads.get(child, ())) == 1]
        distinct = {key for _, key in items}
        if len(distinct) >= _FEWEST and len(distinct) == len(items) == len(keys):
            found.append(PostList(element, items))
    return found


def fill_list(one: PostList, shown: Mapping[str, Post], wanted: Sequence[Post]) -> None:
    """Put other posts into a list."""
    models = {key: (deepcopy(item), shown[key]) for item, key in one.items}
    first_model = next(iter(models.values()))
    start = one.parent.index(one.items[0][0])
    tail = one.items[0][0].tail
    number = len(one.items) if len(one.items) < len(shown) else len(wanted)
    for item, _ in one.items:
        item.drop_tree()
    for place, post in enumerate(wanted[:number]):
        model, post_shown = models.get(address_key(post.url), first_model)
        item = deepcopy(model)
        slot = find_article(item, post_shown)
        if post_shown != post:
            fill_fields(item, post_shown, post, slot.nodes if slot else set())
            if slot is not None:
                slot.fill(post)
            else:
                fill_teaser(item, post_shown, post)
        item.tail = tail
        one.parent.insert(start + place, item)


def link_target(element: HtmlElement, base: str) -> str | None:
    """The key of the page that a link leads to; none for a part of a page, such as a comment."""
    href = element.get("href") if element.tag == "a" else None
    joined = join_url(base, href) if href else None
    return address_key(joined) if joined and "#" not in joined else None
