"""The links of a page that are worth following."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page
from ...urls import resolve
from ..posts.url_pattern import Verdict
from .scope import Scope

__all__ = ["MAX_LINKS", "Link", "page_links"]

#: Links to read of one page unless told otherwise: four times as many as the richest archive page of many blogs has.
MAX_LINKS = 5000

#: Links, frames, and the URLs that "load more" buttons keep for their scripts.
_LINKS = etree.XPath(
    "/descendant::a[@href] | /descendant::area[@href] | /descendant::frame[@src]"
    " | /html/head/link[@href and (@rel='next' or @rel='prev' or @rel='start')]"
    " | /descendant::*[@data-next-url or @data-next-page or @data-load-more-url or @data-next-href][not(self::a)]"
)
_ADDRESSES = ("href", "src", "data-next-url", "data-next-href", "data-load-more-url", "data-next-page")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the blog, whether its URL says that it is a post, and its element."""

    url: str
    verdict: Verdict
    element: _Element | None = field(default=None, compare=False, repr=False)


def page_links(page: Page, scope: Scope, limit: int = MAX_LINKS) -> Iterator[Link]:
    """The page's links into the blog without traps, each URL once; of the first ``limit`` links."""
    hrefs: set[str] = set()
    seen: set[str] = set()
    for element in islice(cast("list[_Element]", _LINKS(page.tree)), limit):
        href = next((value for name in _ADDRESSES if (value := element.get(name))), "")
        if href in hrefs:
            continue
        hrefs.add(href)
        url = resolve(page.base, href)
        admitted = scope.admit(url) if url is not None else None
        if admitted is not None and admitted[0] not in seen:
            seen.add(admitted[0])
            yield Link(*admitted, element)
