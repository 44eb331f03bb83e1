"""The page of a post with another post, or the same one at another time, in it."""

from __future__ import annotations

from lxml.html import HtmlElement

from ..items import Post
from .article_slot import find_article
from .comment_slots import fill_comments
from .fields import fill_fields

__all__ = ["fill_post"]


def fill_post(root: HtmlElement, shown: Post, wanted: Post) -> bool:
    """Put a post into the page of another one, which is changed; ``False`` if the page does not show the other."""
    slot = find_article(root, shown)
    if slot is None:
        return False
    fill_fields(root, shown, wanted, slot.nodes)
    end = slot.parent
    if shown.content_html != wanted.content_html or shown.text != wanted.text:
        slot.fill(wanted)
    fill_comments(root, shown, wanted, end)
    return True
