"""Posts with further pages: /name/2/, /name?page=2."""

from __future__ import annotations

import re
from typing import cast
from urllib.parse import urlsplit, urlunsplit

from lxml import etree
from lxml.etree import _Element

from ...dom import Page, text_content
from ...urls import page_key, resolve
from .pagination import is_pagination_text

__all__ = ["next_part", "whole_of"]

_LINKS = etree.XPath("/descendant::a[@href] | /html/head/link[@href and @rel='next']")
_PATH = re.compile(r"^(/.+?)(?:/page)?/(\d{1,2})/?$")
_QUERY = re.compile(r"(?:^|&)(?:page|pg|paged|pagenum|seite)=(\d{1,2})(?=&|$)", re.IGNORECASE)

#: A page with more links is a list.
_MAX_LINKS = 2000


def whole_of(url: str) -> tuple[str, int] | None:
    """The URL of the first page and the page number, if a URL may lead to a further page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if match := _QUERY.search(parts.query):
        query = (parts.query[: match.start()] + parts.query[match.end() :]).lstrip("&")
        return urlunsplit(parts._replace(query=query)), int(match[1])
    if not parts.query and (match := _PATH.match(parts.path)):
        return urlunsplit(parts._replace(path=match[1])), int(match[2])
    return None


def next_part(page: Page, url: str, number: int) -> str | None:
    """The URL of page ``number`` of the post at ``url``, if this page has a link to it with that number."""
    own = page_key(url)
    for element in cast("list[_Element]", _LINKS(page.tree))[:_MAX_LINKS]:
        href = element.get("href") or ""
        address = resolve(page.base, href) if str(number) in href else None
        whole = whole_of(address) if address else None
        if whole is None or whole[1] != number or page_key(whole[0]) != own:
            continue
        text = " ".join(text_content(element).split())
        if re.sub(r"\D", "", text) == str(number) or is_pagination_text(text, element.get("rel") or ""):
            return address
    return None
