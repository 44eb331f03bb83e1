"""Where a feed says that it is or has moved to.

``itunes:new-feed-url`` is of Apple's podcast namespace, the link ``self`` of Atom (RFC 4287, 4.2.7.2), ``feed_url`` of
JSON Feed.
"""

from __future__ import annotations

import re
from html import unescape

from ...urls import page_key, resolve

__all__ = ["gone_to", "own_address"]

_NEW = re.compile(rb"<itunes:new-feed-url>\s*(?:<!\[CDATA\[)?\s*([^\s<\]]{1,2000})", re.I)
_LINK = re.compile(rb"<(?:\w+:)?link\s([^>]{1,3000})>", re.I)
_SELF = re.compile(rb"""\brel\s*=\s*["']self["']""", re.I)
_HREF = re.compile(rb"""\bhref\s*=\s*["']([^"'<>]{1,2000})["']""", re.I)
_FEED_URL = re.compile(rb'"feed_url"\s*:\s*"([^"]{1,2000})"')
_HEAD = 65_536


def gone_to(body: bytes, url: str) -> str | None:
    """The address to which a feed says that it has moved for good, if that is another one."""
    found = _NEW.search(body[:_HEAD])
    return _other(found[1], url) if found else None


def own_address(body: bytes, url: str) -> str | None:
    """The address that a feed gives as its own, if it is another one. Many are wrong, so it is only worth a try."""
    head = body[:_HEAD]
    for link in _LINK.finditer(head):
        if _SELF.search(link[1]) and (href := _HREF.search(link[1])):
            return _other(href[1], url)
    found = _FEED_URL.search(head)
    return _other(found[1].replace(b"\\/", b"/"), url) if found else None


def _other(stated: bytes, url: str) -> str | None:
    made = resolve(url, unescape(stated.decode("utf-8", "replace")))
    return made if made and page_key(made) != page_key(url) else None
