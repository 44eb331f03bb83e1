"""The author of a post, according to its comments: WordPress marks the comments that the post's author wrote.

Themes that do not name the author still write ``class="comment byuser comment-author-ann bypostauthor"``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page

__all__ = ["comments_by_author", "signature"]

_BY_POST_AUTHOR = etree.XPath('/descendant::*[contains(@class,"bypostauthor")]')
_PREFIX = "comment-author-"


def signature(page: Page) -> str:
    """The login name of the post's author, if they comment on the post; else empty."""
    if page.signature is None:
        page.signature = next((login for login, _ in comments_by_author(page)), "")
    return page.signature


def comments_by_author(page: Page) -> Iterator[tuple[str, _Element]]:
    """The comments that the post's author wrote, each with their login name."""
    for element in cast("list[_Element]", _BY_POST_AUTHOR(page.tree)):
        classes = (element.get("class") or "").split()
        login = next((name.removeprefix(_PREFIX) for name in classes if name.startswith(_PREFIX)), "")
        if "bypostauthor" in classes and login:
            yield login, element
