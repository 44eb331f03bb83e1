"""A search as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from lxml import etree
from lxml.etree import _Element

from ...dates import parse_instant
from ...store import SearchHit, SearchQuery, SearchResult
from ...unicode_repair import clean_text
from ...watch import Clip
from .formats import link, one

__all__ = ["clips_feed", "search_feed"]

_ATOM = "http://www.w3.org/2005/Atom"


def search_feed(query: SearchQuery, result: SearchResult, own: str, base: str) -> bytes:
    """The feed of a search. ``own`` is its address, ``base`` that of this server."""
    feed = etree.fromstring(f'<feed xmlns="{_ATOM}"/>'.encode())
    _add(feed, "id", own)
    _add(feed, "title", f"Search: {query.words or query.tag or query.author or query.blog or 'all posts'}")
    _add(feed, "updated", max((_moment(hit.published) for hit in result.hits), default=_moment(None)))
    _add(feed, "link", rel="self", href=own)
    for hit in result.hits:
        _add_entry(feed, hit, base)
    return bytes(etree.tostring(feed, xml_declaration=True, encoding="utf-8"))


def clips_feed(clips: Sequence[Clip], own: str) -> bytes:
    """The feed of an owner's clips. ``own`` is its address."""
    feed = etree.fromstring(f'<feed xmlns="{_ATOM}"/>'.encode())
    _add(feed, "id", own)
    _add(feed, "title", "Clips")
    _add(feed, "updated", max((_moment(clip.found) for clip in clips), default=_moment(None)))
    _add(feed, "link", rel="self", href=own)
    for clip in clips:
        entry = _add(feed, "entry")
        _add(entry, "id", f"{own}#{clip.id}")
        _add(entry, "title", clip.title if clip.kind == "new" else f"{clip.kind.capitalize()}: {clip.title}")
        _add(entry, "updated", _moment(clip.found))
        _add(entry, "link", rel="alternate", href=clip.url)
        _add(_add(entry, "author"), "name", clip.author or clip.blog)
        if clip.query:
            _add(entry, "category", term=clip.query)
        _add(entry, "summary", "".join(text for text, _ in clip.summary))
    return bytes(etree.tostring(feed, xml_declaration=True, encoding="utf-8"))


def _add_entry(feed: _Element, hit: SearchHit, base: str) -> None:
    entry = _add(feed, "entry")
    _add(entry, "id", hit.url)
    _add(entry, "title", hit.title or hit.url)
    _add(entry, "updated", _moment(hit.published))
    _add(entry, "link", rel="alternate", href=f"{base}{link('/post', url=hit.url)}")
    _add(entry, "link", rel="via", href=hit.url)
    for author in hit.authors or (hit.blog,):
        _add(_add(entry, "author"), "name", author)
    for tag in hit.tags:
        _add(entry, "category", term=tag)
    _add(entry, "summary", "".join(text for text, _ in hit.snippet))


def _add(parent: _Element, name: str, text: str = "", **attributes: str) -> _Element:
    element = etree.SubElement(parent, f"{{{_ATOM}}}{name}")
    element.text = _text(text) or None
    for key, value in attributes.items():
        element.set(key, _text(value))
    return element


def _moment(text: str | None) -> str:
    """A date as Atom demands it; 1970 for posts without one, so that readers do not take them for new."""
    found = parse_instant(text) or datetime(1970, 1, 1, tzinfo=UTC)
    return found.astimezone(UTC).isoformat(timespec="seconds")


def _text(text: str) -> str:
    """Text that XML can contain."""
    return one(clean_text(text)).replace("\ufffe", "").replace("\uffff", "")
