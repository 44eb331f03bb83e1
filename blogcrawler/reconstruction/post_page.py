"""The page of a post with another post, or the same one at another time, in it."""

from __future__ import annotations

from lxml.html import HtmlElement

from ..items import Post
from .article_slot import find_article
from .comment_slots import fill_comments
from .fields import fill_addresses, fill_fields
from .other_posts import fill_other_posts
from .surroundings import Surroundings

__all__ = ["fill_post"]


def fill_post(root: HtmlElement, shown: Post, wanted: Post, beside: Surroundings, wanted_beside: Surroundings) -> bool:
    """Put a post into the page of another one, which is changed; ``False`` if the page does not show the other.

    ``beside`` is what surrounds the post that is shown, ``wanted_beside`` what is to surround the other.
    """
    slot = find_article(root, shown)
    if slot is None:
        return False
    about_others = fill_other_posts(root, shown.url, beside, wanted_beside, slot.nodes)
    fill_addresses(root, shown, wanted, slot.nodes | about_others)
    comments = fill_comments(root, shown, wanted, slot.parent)
    fill_fields(root, shown, wanted, slot.nodes | about_others | comments)
    if shown.content_html != wanted.content_html or shown.text != wanted.text:
        slot.fill(wanted)
    return True
