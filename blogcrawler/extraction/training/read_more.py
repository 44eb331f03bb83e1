"""The link at the end of a feed's text that leads to the whole post ("Read more"), in any language."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

from ...dom import words
from ...items import FeedEntry
from ...urls import join_url

__all__ = ["teaser_text"]

_LINK = re.compile(r"""<a\s[^>]*?href\s*=\s*["']?([^"'\s>]+)[^>]*>""", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_LINE_START = re.compile(r"<(?:p|div|li|br)\b[^>]*>", re.IGNORECASE)
_LINE_END = re.compile(r"</(?:p|div|li)\b", re.IGNORECASE)
#: The line with the link has at most this many characters, words before the link, and words from the link on.
_MAX_LINE_LENGTH, _MAX_WORDS_BEFORE, _MAX_WORDS_AFTER = 1000, 4, 20


def teaser_text(entry: FeedEntry) -> str | None:
    """The entry's HTML without its last line if that links to the post; else ``None``.

    A full text may end like that, too: only the page tells whether there is more.
    """
    html = entry.content_html or entry.summary_html or ""
    at = max(html.rfind("<a "), html.rfind("<A "))
    if at < 0 or len(html) - at > _MAX_LINE_LENGTH:
        return None
    link = _LINK.match(html, at)
    if link is None or not _leads_to_post(unescape(link[1]), entry):
        return None
    said = words(_visible_text(html[link.end() :]))
    if not said or len(said) > _MAX_WORDS_AFTER or said == words(entry.title or ""):
        return None
    *_, line = (None, *_LINE_START.finditer(html, max(0, at - _MAX_LINE_LENGTH), at))
    before = html[line.end() : at] if line is not None else html[:at]
    opens = line is not None and not _LINE_END.search(before) and len(words(_visible_text(before))) <= _MAX_WORDS_BEFORE
    return html[: line.start()] if line is not None and opens else html[:at]


def _visible_text(html: str) -> str:
    return unescape(_TAG.sub(" ", html))


def _leads_to_post(address: str, entry: FeedEntry) -> bool:
    """Whether an address is the entry's, or the place where its text continues; not its comments or footnotes."""
    joined = join_url(entry.url, address)
    if joined is None:
        return False
    parts = urlsplit(joined)
    if parts.fragment and not parts.fragment.startswith("more"):
        return False
    return (parts.netloc, parts.path.rstrip("/"), _without_tracking(parts.query)) in {
        (own.netloc, own.path.rstrip("/"), _without_tracking(own.query))
        for own in map(urlsplit, (entry.url, *entry.alternatives))
    }


def _without_tracking(query: str) -> str:
    """A query without the parameters that only track visitors."""
    return "&".join(part for part in query.split("&") if not part.startswith("utm_"))
