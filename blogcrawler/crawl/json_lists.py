"""Lists of posts as JSON, as buttons that load more get them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from scrapy.http import TextResponse

from ..dom import Page, parse_page
from ..urls import normalize

__all__ = ["json_list"]

#: What addresses are called; other strings may be anything.
_NAMES = frozenset({"url", "link", "href", "permalink", "path", "next", "next_url", "nexturl", "nextpage", "next_page"})
_LARGEST, _DEEPEST = 5_000_000, 12


def json_list(response: TextResponse) -> Page | None:
    """The page that JSON would be made to: its HTML and its addresses; ``None`` if it is no JSON."""
    kind = (response.headers.get("Content-Type") or b"").split(b";")[0].strip().lower()
    if not kind.endswith(b"json") or len(response.body) > _LARGEST:
        return None
    try:
        data = json.loads(response.body)
    except (ValueError, RecursionError):
        return None
    return parse_page("".join(_parts(data)), normalize(response.url) or response.url)


def _parts(data: Any, name: str = "", depth: int = 0) -> Iterator[str]:
    if isinstance(data, str):
        if "<a " in data:
            yield data
        elif name.lower() in _NAMES and data.startswith(("/", "?", "http://", "https://")):
            rel = " rel=next" if name.lower().startswith("next") else ""
            yield f'<p><a href="{escape(data)}"{rel}>{escape(name)}</a></p>'
    elif depth < _DEEPEST and isinstance(data, dict):
        for key, value in data.items():
            yield from _parts(value, key, depth + 1)
    elif depth < _DEEPEST and isinstance(data, list):
        for value in data:
            yield from _parts(value, name, depth + 1)
