"""Reads the comments out of an endpoint's response."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...dates import iso_moment
from ...dom import parse_page
from ...items import Comment
from ..locations import FieldLocation
from ..page.clean_texts import clean_html, text_to_html
from .definition import Endpoint

__all__ = ["CommentBatch", "EndpointAnswer", "at_path", "json_of", "read_json"]

#: Levels of replies to replies.
_MAX_DEPTH = 100
_MAX_COMMENTS = 20_000


@dataclass(frozen=True, slots=True)
class EndpointAnswer:
    """A server's response; header names are in lower case."""

    url: str
    status: int
    body: bytes
    content_type: str = ""
    headers: Mapping[str, str] | None = None

    @property
    def text(self) -> str:
        """The body, read as UTF-8."""
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class CommentBatch:
    """Some of the comments of a post, and what the response says about the rest.

    ``size`` is the number of entries in the response, ``total`` the number of all comments; ``cursor`` or ``next_url``
    lead to the next page.
    """

    comments: tuple[Comment, ...] = ()
    size: int = 0
    total: int | None = None
    cursor: str | None = None
    next_url: str | None = None


def json_of(answer: EndpointAnswer, element: str = "") -> Any:
    """The JSON of a response, or of an element if the response is a page; None if it is invalid."""
    text = answer.text
    if element:
        found = parse_page(text, answer.url).tree.cssselect(element)
        text = (found[0].text or "") if found else ""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def at_path(data: Any, path: str) -> Any:
    """The value at a path such as ``items.0.name``, or None; the empty path is the whole data."""
    for key in path.split(".") if path else ():
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


def read_json(endpoint: Endpoint, answer: EndpointAnswer) -> CommentBatch | None:
    """The comments of a response in JSON, or None if it does not have the expected form."""
    data = json_of(answer, endpoint.element)
    items = at_path(data, endpoint.items)
    if not isinstance(items, list):
        return None
    listed = list(_flattened(items, endpoint, None, 0))[:_MAX_COMMENTS]
    more = endpoint.more == "" or bool(at_path(data, endpoint.more))
    cursor = at_path(data, endpoint.next) if endpoint.next and more else None
    return CommentBatch(
        comments=tuple(_comment(item, parent, endpoint, answer.url) for item, parent in listed),
        size=len(items),
        total=_total(endpoint.total, data, answer),
        cursor=str(cursor) if cursor not in (None, "", False) else None,
    )


def _flattened(
    items: list[Any], endpoint: Endpoint, parent: str | None, depth: int
) -> Iterator[tuple[Any, str | None]]:
    """Each item with the id of the item it answers; deleted items are left out, their replies stay."""
    for item in items:
        if not isinstance(item, Mapping):
            continue
        identity = parent
        if not (endpoint.skip and at_path(item, endpoint.skip)):
            yield item, parent
            identity = _value(item, endpoint, "id") or parent
        children = at_path(item, endpoint.children) if endpoint.children else None
        if isinstance(children, list) and depth < _MAX_DEPTH:
            yield from _flattened(children, endpoint, identity, depth + 1)


def _comment(item: Any, parent: str | None, endpoint: Endpoint, base: str) -> Comment:
    published = _located(item, endpoint, "published")
    content = _located(item, endpoint, "content")
    text = clean_html(text_to_html(content[0]) if content[1].plain else content[0], base) if content else None
    stated = _value(item, endpoint, "parent")
    return Comment(
        id=_value(item, endpoint, "id"),
        parent=stated if stated not in (None, "0") else parent,
        author=_value(item, endpoint, "author"),
        author_url=_value(item, endpoint, "author_url"),
        published=iso_moment(published[0], utc=published[1].utc, milliseconds=True) if published else None,
        content_html=text.html if text else "",
        text=text.text if text else "",
        type=_value(item, endpoint, "type") or "comment",
    )


def _located(item: Any, endpoint: Endpoint, name: str) -> tuple[str, FieldLocation] | None:
    for location in (endpoint.fields or {}).get(name, ()):
        value = _text(at_path(item, location.path))
        if value and location.pattern:
            match = location.pattern.search(value)
            value = match[1] if match else None
        if value:
            return value, location
    return None


def _value(item: Any, endpoint: Endpoint, name: str) -> str | None:
    found = _located(item, endpoint, name)
    return found[0].strip() or None if found else None


def _text(value: Any) -> str | None:
    if isinstance(value, bool) or value is None:
        return None
    return str(value) if isinstance(value, str | int | float) else None


def _total(path: str, data: Any, answer: EndpointAnswer) -> int | None:
    if path.startswith("header:"):
        value: Any = (answer.headers or {}).get(path.removeprefix("header:").lower())
    else:
        value = at_path(data, path) if path else None
    text = _text(value) or ""
    return int(text) if text.isdecimal() and len(text) < 9 else None
