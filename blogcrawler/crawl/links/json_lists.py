"""Lists of posts as JSON, as \"load more\" buttons receive them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from scrapy.http import TextResponse

from ...dom import Page, parse_page
from ...urls import normalize

__all__ = ["json_list"]

#: Keys whose values are addresses. Other strings may be anything.
_URL_KEYS = frozenset(
    {"url", "link", "href", "permalink", "path", "next", "next_url", "nexturl", "nextpage", "next_page"}
)
_MAX_BYTES, _MAX_DEPTH = 5_000_000, 12


def json_list(response: TextResponse) -> Page | None:
    """A page made of the HTML and the addresses in a JSON response; ``None`` if it is not JSON."""
    kind = (response.headers.get("Content-Type") or b"").split(b";")[0].strip().lower()
    if not kind.endswith(b"json") or len(response.body) > _MAX_BYTES:
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
        elif name.lower() in _URL_KEYS and data.startswith(("/", "?", "http://", "https://")):
            rel = " rel=next" if name.lower().startswith("next") else ""
            yield f'<p><a href="{escape(data)}"{rel}>{escape(name)}</a></p>'
    elif depth < _MAX_DEPTH and isinstance(data, dict):
        for key, value in data.items():
            yield from _parts(value, key, depth + 1)
    elif depth < _MAX_DEPTH and isinstance(data, list):
        for value in data:
            yield from _parts(value, name, depth + 1)
