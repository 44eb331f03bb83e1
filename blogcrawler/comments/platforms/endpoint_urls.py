"""The addresses of a platform's endpoints for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from ...dom import Page
from ...urls import join_url, split_url
from ..locations import FieldLocation
from ..page.rule_reader import find_nodes, read_location
from .definition import CommentPlatform, Endpoint
from .detect import inline_scripts

__all__ = ["endpoint_of", "fill_url", "page_values"]

_PLACEHOLDER = re.compile(r"\{(\+?)(\w+)\}")
#: The parameter that the request for the first page does without.
_CURSOR_PARAMETER = re.compile(r"&\w+=\{cursor\}")
#: Values that are known only while paging.
_PAGING_VALUES = {"page", "offset", "cursor"}
_MAX_VALUE_LENGTH = 2000


def page_values(platform: CommentPlatform, page: Page, url: str) -> dict[str, str]:
    """The values for the platform's addresses, read off a page; ``url`` is the post's own address."""
    values: dict[str, str] = {}
    scripts: str | None = None
    for name, locations in platform.values.items():
        for location in locations:
            if location.script and scripts is None:
                scripts = inline_scripts(page)
            value = _read(location, page, url, scripts or "")
            if value is not None and len(value) <= _MAX_VALUE_LENGTH:
                values[name] = value
                break
    return values


def endpoint_of(platform: CommentPlatform, values: Mapping[str, str]) -> Endpoint | None:
    """The first endpoint of a platform for which all values are known."""
    return next((endpoint for endpoint in platform.endpoints if _needed_values(endpoint) <= values.keys()), None)


def fill_url(template: str, values: Mapping[str, str], base: str) -> str | None:
    """The address that a template makes, or None if that is not a web address."""

    def value(match: re.Match[str]) -> str:
        text = values.get(match[2], "")
        return text if match[1] else quote(text, safe="", errors="replace")

    if not values.get("cursor"):
        template = _CURSOR_PARAMETER.sub("", template)
    address = join_url(base, _PLACEHOLDER.sub(value, template)) or ""
    head, mark, query = address.partition("?")
    address = head + mark + query.replace("?", "&")  # WordPress without permalinks: index.php?rest_route=/…?post=1
    return address if split_url(address) else None


def _needed_values(endpoint: Endpoint) -> set[str]:
    lookup_url = endpoint.lookup.url if endpoint.lookup else ""
    looked_up = set(endpoint.lookup.values) if endpoint.lookup else set()
    return {match[2] for match in _PLACEHOLDER.finditer(endpoint.url + lookup_url)} - looked_up - _PAGING_VALUES


def _read(location: FieldLocation, page: Page, url: str, scripts: str) -> str | None:
    if location.when and not find_nodes(page.tree, location.when):
        return None
    if location.value is not None:
        return location.value
    if location.page:
        return _part_of_address(location, url)
    if location.script:
        match = location.pattern.search(scripts) if location.pattern else None
        return match[1].replace("\\/", "/") if match else None
    return read_location(page.tree, location)


def _part_of_address(location: FieldLocation, url: str) -> str | None:
    parts = urlsplit(url)
    value = {
        "url": url,
        "origin": f"{parts.scheme}://{parts.netloc}",
        "host": parts.hostname or "",
        "path": parts.path or "/",
        "slug": parts.path.rstrip("/").rpartition("/")[2],
    }[location.page]
    if location.pattern:
        match = location.pattern.search(value)
        return match[1] if match else None
    return value
