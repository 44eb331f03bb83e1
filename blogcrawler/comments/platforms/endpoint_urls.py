"""The addresses that a platform's endpoints have for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, urljoin, urlsplit

from ...dom import Page
from ..locations import FieldLocation
from ..page.rule_reader import find_nodes, read_place
from .definition import CommentPlatform, Endpoint
from .detect import inline_scripts

__all__ = ["endpoint_of", "fill", "page_values"]

_NAME = re.compile(r"\{(\+?)(\w+)\}")
#: The first page needs no cursor.
_FIRST = re.compile(r"&\w+=\{cursor\}")
#: What is known only while paging.
_PAGING = {"page", "offset", "cursor"}
_LONGEST = 2000


def page_values(platform: CommentPlatform, page: Page, url: str) -> dict[str, str]:
    """What the platform's addresses need, read off a page; ``url`` is the post's own address."""
    values: dict[str, str] = {}
    scripts: str | None = None
    for name, places in platform.values.items():
        for place in places:
            if place.script and scripts is None:
                scripts = inline_scripts(page)
            value = _read(place, page, url, scripts or "")
            if value is not None and len(value) <= _LONGEST:
                values[name] = value
                break
    return values


def endpoint_of(platform: CommentPlatform, values: Mapping[str, str]) -> Endpoint | None:
    """The first endpoint of a platform whose values are all known."""
    return next((endpoint for endpoint in platform.endpoints if _needs(endpoint) <= values.keys()), None)


def fill(template: str, values: Mapping[str, str], base: str) -> str | None:
    """The address that a template makes, or None if it makes no address of the web."""

    def value(match: re.Match[str]) -> str:
        text = values.get(match[2], "")
        return text if match[1] else quote(text, safe="")

    if not values.get("cursor"):
        template = _FIRST.sub("", template)
    address = urljoin(base, _NAME.sub(value, template))
    head, mark, query = address.partition("?")
    address = head + mark + query.replace("?", "&")  # WordPress without permalinks: index.php?rest_route=/…?post=1
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in ("http", "https") and parts.hostname else None


def _needs(endpoint: Endpoint) -> set[str]:
    asked = endpoint.lookup.url if endpoint.lookup else ""
    found = set(endpoint.lookup.values) if endpoint.lookup else set()
    return {match[2] for match in _NAME.finditer(endpoint.url + asked)} - found - _PAGING


def _read(place: FieldLocation, page: Page, url: str, scripts: str) -> str | None:
    if place.when and not find_nodes(page.tree, place.when):
        return None
    if place.value is not None:
        return place.value
    if place.page:
        return _of_address(place, url)
    if place.script:
        match = place.pattern.search(scripts) if place.pattern else None
        return match[1].replace("\\/", "/") if match else None
    return read_place(page.tree, place)


def _of_address(place: FieldLocation, url: str) -> str | None:
    parts = urlsplit(url)
    value = {
        "url": url,
        "origin": f"{parts.scheme}://{parts.netloc}",
        "host": parts.hostname or "",
        "path": parts.path or "/",
        "slug": parts.path.rstrip("/").rpartition("/")[2],
    }[place.page]
    if place.pattern:
        match = place.pattern.search(value)
        return match[1] if match else None
    return value
