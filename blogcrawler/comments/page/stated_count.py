"""The number of comments that a page states, and the further pages of its discussion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from urllib.parse import urlsplit

from lxml import etree
from lxml.etree import _Element

from ...dom import HEADINGS, Page, is_comments, node_text
from ...urls import page_key, resolve
from .rule_reader import find_nodes
from .vocabulary import vocabulary

__all__ = ["comment_pages", "stated_count"]

# Other ways to find the same elements are quadratic in the number of siblings.
_COUNTED = "/descendant::*[@itemprop='commentCount' or @itemprop='interactionCount']"
_NAMED = "/descendant::*[(@id or @class) and not(*[4])]"
_JSON_COUNT = re.compile(r'"commentCount"\s*:\s*"?(\d{1,6})')
_LINKS = "/descendant::a[contains(@href,'#')]"
_JSON_LD = etree.XPath("/descendant::script[@type='application/ld+json']/text()")
_DISCUSSION = re.compile(r"#(?:comments?|respond|disqus_thread|reactions|discussion|comment-form|kommentare)$", re.I)
#: Length of a text that states a number of comments.
_MAX_TEXT_LENGTH = 120
_MAX_ELEMENTS = 500


def stated_count(page: Page) -> int | None:
    """The number of comments that a page states, or None.

    It is in the metadata, in the heading of the discussion, or on a link to the discussion.
    """
    for element in find_nodes(page.tree, _COUNTED)[:1]:
        number = re.search(r"\d{1,6}", element.get("content") or node_text(element))
        if number:
            return int(number[0])
    for text in _JSON_LD(page.tree):  # type: ignore[union-attr]
        found = _JSON_COUNT.search(str(text))
        if found:
            return int(found[1])
    for text in _likely_texts(page):
        count = _count_in(text)
        if count is not None:
            return count
    return None


def comment_pages(page: Page, url: str) -> list[str]:
    """The links of a page to further pages of the discussion of the post at ``url``."""
    own = urlsplit(url)
    pattern = vocabulary().page
    found: dict[str, str] = {}
    links = (
        link.get("href") or "" for link in find_nodes(page.tree, "/descendant::a[@href] | /descendant::link[@href]")
    )
    for href in islice(filter(pattern.search, links), _MAX_ELEMENTS):
        address = resolve(page.base, href)
        parts = urlsplit(address) if address else None
        if parts is None or parts.hostname != own.hostname or not _is_below(parts.path, own.path, pattern):
            continue
        # Links to reply have such addresses, too: ?replytocom=12
        if _parameters(pattern.sub("", f"?{parts.query}").strip("?&")) != _parameters(own.query):
            continue
        found.setdefault(page_key(parts._replace(fragment="").geturl()), parts._replace(fragment="").geturl())
    return list(found.values())


def _parameters(query: str) -> set[str]:
    return set(filter(None, query.split("&")))


def _is_below(path: str, own: str, pattern: re.Pattern[str]) -> bool:
    stem = pattern.sub("", path).rstrip("/")
    return stem == pattern.sub("", own).rstrip("/") or stem == re.sub(r"\.\w+$", "", own.rstrip("/"))


def _likely_texts(page: Page) -> Iterator[str]:
    """The texts that may state the number: headings, then elements named comments, then links to the discussion."""
    for heading in islice(page.tree.iter(*HEADINGS), _MAX_ELEMENTS):
        if _in_discussion(heading):
            yield node_text(heading)
    for element in find_nodes(page.tree, _NAMED):
        if is_comments(element):
            text = node_text(element)
            if 0 < len(text) <= 60:
                yield text
    own = page_key(page.url)
    for link in find_nodes(page.tree, _LINKS)[:_MAX_ELEMENTS]:
        href = link.get("href") or ""
        if _DISCUSSION.search(href) and page_key(resolve(page.base, href) or "") == own:
            yield node_text(link)


def _in_discussion(heading: _Element) -> bool:
    beside = islice((one for one in heading.itersiblings() if isinstance(one.tag, str)), 2)
    near = chain([heading], islice(heading.iterancestors(), 2), beside)
    return any(map(is_comments, near)) or bool(vocabulary().count.match(node_text(heading)[:40]))


def _count_in(text: str) -> int | None:
    found = vocabulary().count.search(text) if 0 < len(text) <= _MAX_TEXT_LENGTH else None
    if found is None:
        return None
    if found["none"]:
        return 0
    if found["one"]:
        return 1
    return int(re.sub(r"\D", "", found["number"] or found["behind"]))
