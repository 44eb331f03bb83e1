"""The links of a page that are worth following, with what is known of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, cast

from lxml import etree

from ..extraction import Page
from ..urls import resolve
from .pattern import PostPattern, Verdict
from .scope import Scope
from .traps import trap_of

__all__ = ["Link", "LinkOrder", "PlainOrder", "page_links"]

_HREFS = etree.XPath(
    "//a/@href | //area/@href | //frame/@src | /html/head/link[@rel='next' or @rel='prev' or @rel='start']/@href"
)
#: Addresses of the next page of a list.
_PAGER = re.compile(
    r"/page/?\d+|[?&](?:paged?|start|offset|updated-max)=|/(?:index|page)[-_]?\d+(?:\.\w+)?/?$", re.IGNORECASE
)
_ARCHIVE = re.compile(r"/(?:archives?|archivos?|all|posts|blog|index|sitemap|list)(?:\.\w+)?/?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Link:
    """A link that leads to a page of the blog, and whether its address says that it is a post."""

    url: str
    verdict: Verdict


def page_links(page: Page, scope: Scope, pattern: PostPattern) -> Iterator[Link]:
    """The page's links into the blog, each address once, traps left out."""
    seen: set[str] = set()
    for href in dict.fromkeys(cast("list[str]", _HREFS(page.tree))):
        url = resolve(page.base, href)
        if url is None:
            continue
        url = scope.adopt(url)
        if url in seen:
            continue
        seen.add(url)
        verdict = pattern.judge(url)
        if scope.contains(url) and not trap_of(url, post=verdict is Verdict.YES):
            yield Link(url, verdict)


class LinkOrder(Protocol):
    """The seam of the download order: a priority for each link, higher first."""

    def priority(self, link: Link, depth: int) -> int:
        """The priority of a link on a page that is so many links away from the start."""


class PlainOrder:
    """Posts first, then what looks like the next page of a list or an archive, then the rest by depth."""

    def priority(self, link: Link, depth: int) -> int:
        if link.verdict is Verdict.YES:
            return 1000
        if _PAGER.search(link.url):
            return 600
        if _ARCHIVE.search(link.url):
            return 500
        return max(0, (300 if link.verdict is Verdict.MAYBE else 200) - depth)
