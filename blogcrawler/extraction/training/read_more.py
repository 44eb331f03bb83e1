"""The link at the end of a feed's text that leads on to the post ("Read more"), in whatever language."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

from ...dom import words
from ...items import FeedEntry

__all__ = ["teaser_text"]

_ADDRESS = re.compile(r"""<a\s[^>]*?href\s*=\s*["']?([^"'\s>]+)[^>]*>""", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_LINE = re.compile(r"<(?:p|div|li|br)\b[^>]*>", re.IGNORECASE)
_CLOSED = re.compile(r"</(?:p|div|li)\b", re.IGNORECASE)
#: The line that leads on has so many characters at most, and so many words before the link and from it on.
_LONGEST, _BEFORE, _BEHIND = 1000, 4, 20


def teaser_text(entry: FeedEntry) -> str | None:
    """The entry's text without its last line, if that leads on to the post; nothing if it does not.

    A full text may end so, too: whether there is more, only the page tells.
    """
    html = entry.content_html or entry.summary_html or ""
    at = max(html.rfind("<a "), html.rfind("<A "))
    if at < 0 or len(html) - at > _LONGEST:
        return None
    link = _ADDRESS.match(html, at)
    if link is None or not _is_own(unescape(link[1]), entry):
        return None
    said = words(_shown(html[link.end() :]))
    if not said or len(said) > _BEHIND or said == words(entry.title or ""):
        return None
    *_, line = (None, *_LINE.finditer(html, max(0, at - _LONGEST), at))
    before = html[line.end() : at] if line is not None else html[:at]
    opens = line is not None and not _CLOSED.search(before) and len(words(_shown(before))) <= _BEFORE
    return html[: line.start()] if line is not None and opens else html[:at]


def _shown(html: str) -> str:
    return unescape(_TAG.sub(" ", html))


def _is_own(address: str, entry: FeedEntry) -> bool:
    """Whether an address is that of the entry, or of where it goes on: not that of its comments or notes."""
    try:
        parts = urlsplit(urljoin(entry.url, address))
    except ValueError:
        return False
    if parts.fragment and not parts.fragment.startswith("more"):
        return False
    return (parts.netloc, parts.path.rstrip("/"), _number(parts.query)) in {
        (own.netloc, own.path.rstrip("/"), _number(own.query))
        for own in map(urlsplit, (entry.url, *entry.alternatives))
    }


def _number(query: str) -> str:
    """What a query says of the post, without what it says of the way to it."""
    return "&".join(part for part in query.split("&") if not part.startswith("utm_"))
