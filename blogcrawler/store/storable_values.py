"""Replaces characters and numbers that a database cannot store or that attack who reads a record.

Nothing else changes values on their way to the database. PostgreSQL's text has no NUL, and UTF-8 has no lone
surrogates. Both become U+FFFD in every database, so that the same post is the same record everywhere. Control
characters are replaced, and titles and names have no invisible ones, some of which turn text around.
"""

from __future__ import annotations

import operator
from dataclasses import fields
from typing import Any, TypeVar

from ..items import Blog, Comment, Post
from ..unicode_repair import clean_text, visible_text

__all__ = ["clean_value", "storable"]

T = TypeVar("T", Post, Blog)

LARGEST_INTEGER = 2**63 - 1
#: Titles and names are shown beside other text.
_SHORT_TEXTS = frozenset({"title", "authors", "tags"})


def storable(item: T) -> T:
    """A copy of the item with values that can be stored; the item itself if nothing has to change."""
    changed = {}
    for field in fields(item):
        value = getattr(item, field.name)
        cleaned = clean_value(value)
        if field.name in _SHORT_TEXTS:
            cleaned = _visible(cleaned)
        if isinstance(cleaned, int) and abs(cleaned) > LARGEST_INTEGER:
            cleaned = None  # no page has that many comments, whatever it claims
        if cleaned is not value:
            changed[field.name] = cleaned
    if not changed:
        return item
    return type(item)(**{field.name: getattr(item, field.name) for field in fields(item)} | changed)


def _visible(value: Any) -> Any:
    """A short text, or a list of them, without invisible characters; the same object if nothing had to change."""
    if isinstance(value, list):
        items = [_visible(item) for item in value]
        return value if all(map(operator.is_, items, value)) else items
    return visible_text(value) if isinstance(value, str) else value


def clean_value(value: Any) -> Any:
    """The value with its texts cleaned; the very same object if nothing had to change."""
    if isinstance(value, str):
        return clean_text(value)
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        items = [clean_value(item) for item in value]
        same = isinstance(value, list) and all(map(operator.is_, items, value))
        return value if same else items
    if isinstance(value, dict):
        pairs = {clean_value(key): clean_value(item) for key, item in value.items()}
        same = len(pairs) == len(value) and all(
            new_key is old_key and pairs[new_key] is value[old_key]
            for new_key, old_key in zip(pairs, value, strict=True)
        )
        return value if same else pairs
    if isinstance(value, Comment):
        record = value.record()
        cleaned = clean_value(record)
        if (author := _visible(cleaned["author"])) is not cleaned["author"]:
            cleaned = {**cleaned, "author": author}
        return value if cleaned is record else Comment.from_record(cleaned)
    return value
