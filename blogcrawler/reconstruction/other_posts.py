"""Links to other posts on the page of a post: the newest posts, the next and the previous one."""

from __future__ import annotations

from collections.abc import Mapping

from lxml.html import HtmlElement

from ..items import Post
from ..urls import address_key, join_url
from .fields import fill_fields
from .list_page import fill_list, link_target, post_lists
from .surroundings import Surroundings
from .tree_text import elements, packed, packed_text, remove

__all__ = ["fill_other_posts"]


def fill_other_posts(
    root: HtmlElement, base: str, shown: Surroundings, wanted: Surroundings, article: set[HtmlElement]
) -> set[HtmlElement]:
    """Let the lists of the newest posts and the links to the neighbours lead to other posts.

    Returns the elements that are about other posts than the page.
    """
    about_others: set[HtmlElement] = set()
    beside = {address_key(post.url) for post in (shown.newer, shown.older) if post is not None}
    for one in post_lists(root, base, set(shown.by_key)):
        keys = {key for _, key in one.items}
        if keys <= beside or any(one.parent in (node, *node.iterancestors()) for node in article):
            continue
        if shown.are_newest(keys):
            fill_list(one, shown.by_key, wanted.posts)
        about_others.add(one.parent)
    about_others |= _comment_lists(root, base, shown.by_key)
    for old, new in ((shown.newer, wanted.newer), (shown.older, wanted.older)):
        if old is not None:
            about_others |= _fill_neighbour(root, base, old, new, about_others | article)
    return about_others


def _comment_lists(root: HtmlElement, base: str, known: Mapping[str, Post]) -> set[HtmlElement]:
    """Lists of the latest comments on the blog: each item leads to a comment and says the title of its post."""
    found = set()
    for element in elements(root):
        links = [link for link in element.iter("a") if "#comment" in link.get("href", "")]
        if element.tag in ("ul", "ol") and links:
            posts = [known.get(address_key(join_url(base, link.get("href")) or "")) for link in links]
            texts = [packed_text(link.getparent()) for link in links]
            if all(post and packed(post.title) in text for post, text in zip(posts, texts, strict=True)):
                found.add(element)
    return found


def _fill_neighbour(
    root: HtmlElement, base: str, old: Post, new: Post | None, without: set[HtmlElement]
) -> set[HtmlElement]:
    """Let the links to a neighbour lead to another one, or remove them."""
    key = address_key(old.url)
    found = [
        link
        for link in elements(root)
        if link_target(link, base) == key and not any(above in without for above in (link, *link.iterancestors()))
    ]
    for link in found:
        if new is None:
            remove(_only_for(link))
        else:
            fill_fields(link, old, new, set())
    return set(found) if new is not None else set()


def _only_for(link: HtmlElement) -> HtmlElement:
    """The largest element that holds nothing but a link and its label."""
    top = link
    while (parent := top.getparent()) is not None and parent.tag not in ("body", "main", "article"):
        if len(parent) > 1 or sum(1 for _ in parent.iter("a")) > 1:
            break
        top = parent
    return top
